"""What is committed speaks of the project only: no machine path, no registry address, no oversized module."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
REGISTRY = re.compile(r"--(extra-)?index-url|\"resolved\": *\"http|https?://[^ \"]+\.(whl|tgz|tar\.gz|deb)\b")
MACHINE_PATH = re.compile(r"(^|[^A-Za-z0-9_.~-])/(work|farm|root)/")


def tracked_text() -> list[tuple[str, str]]:
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout.split("\0")
    own = str(Path(__file__).relative_to(ROOT))
    texts = []
    for name in filter(None, names):
        path = ROOT / name
        if name == own or not path.is_file():
            continue
        try:
            texts.append((name, path.read_text()))
        except UnicodeDecodeError:
            continue
    return texts


def test_no_tracked_file_names_a_registry() -> None:
    assert [name for name, text in tracked_text() if REGISTRY.search(text)] == []


def test_no_tracked_file_holds_a_path_of_one_machine() -> None:
    assert [name for name, text in tracked_text() if MACHINE_PATH.search(text)] == []


def test_every_requirement_is_pinned_with_a_hash() -> None:
    for lock in ("requirements.lock", "requirements-dev.lock"):
        pins = re.findall(
            r"^([a-z0-9-]+(?:\[[a-z,]+\])?)==.*\\\n +--hash=sha256:", (ROOT / lock).read_text(), re.M
        )
        names = re.findall(r"^([a-z0-9-]+(?:\[[a-z,]+\])?)==", (ROOT / lock).read_text(), re.M)

        assert pins == names
        assert len(names) > 20


def test_no_module_that_ships_holds_more_than_400_lines() -> None:
    """Migrations are written by a command and read as a list; tests are listed by subject."""
    long = [
        name
        for name, text in tracked_text()
        if name.endswith(".py") and text.count("\n") > 400
        if "tests" not in Path(name).parts and "versions" not in Path(name).parts
    ]

    assert long == []
