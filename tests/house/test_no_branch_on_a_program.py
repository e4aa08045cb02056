"""One mechanism carries every program: no module of a service is named after one or mentions one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(
    path.stem
    for path in ROOT.glob("codes/*/*.yaml")
    if path.stem != "city" and path.stem != "fees" and not path.name.endswith(".cases.yaml")
    if path.parent.name not in {"schema", "minnesota"}
)
MODULES = sorted(
    path
    for folder in ("libs", "services", "gateway")
    for path in (ROOT / folder).rglob("*.py")
    if "tests" not in path.relative_to(ROOT).parts
)


def program_pattern() -> re.Pattern[str]:
    """Programs of more than one word, joined in any way: a single word is too common to be proof."""
    joined = [r"[\s_-]".join(program.split("-")) for program in PROGRAMS if "-" in program]
    return re.compile(rf"(?<!\w)({'|'.join(joined)})(?!\w|s\b)", re.IGNORECASE)


def test_programs_are_read_from_the_packs() -> None:
    assert "wind-generator" in PROGRAMS


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_mentions_a_program_outside_its_examples(path: Path) -> None:
    """Examples in wire schemas and contracts may show a real program; code may not decide by one."""
    code = [line for line in path.read_text().splitlines() if "example" not in line.lower()]

    branches = [line for line in code if re.search(r"\b(if|elif|case|match|==|!=| in )\b", line)]

    assert [line for line in branches if program_pattern().search(line)] == []
