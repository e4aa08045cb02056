"""What codes/*.md tell is so: the city shown loads; every function, unit and question is named."""

import re
import shutil
from pathlib import Path

import pytest
from citycode import load_law
from citycode.language.atoms import ATOMS
from citycode.language.functions import FUNCTIONS
from citycode.packs.kinds import KINDS

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"```yaml\n(.*?)```", re.S)


def test_the_city_shown_can_be_added(tmp_path: Path) -> None:
    codes = tmp_path / "codes"
    shutil.copytree(ROOT / "codes", codes)
    (shown,) = SHOWN.findall((ROOT / "codes" / "README.md").read_text())
    (codes / "birch-falls").mkdir()
    (codes / "birch-falls" / "city.yaml").write_text(shown)

    law = load_law(codes)

    assert law.city("birch-falls").name == "Birch Falls"


def test_every_function_and_unit_is_in_the_table_of_formulas() -> None:
    told = (ROOT / "codes" / "FORMULAS.md").read_text()

    assert [name for name in FUNCTIONS if not re.search(rf"\b{name}\b", told)] == []
    assert [unit for unit in ATOMS if f"`{unit}`" not in told] == []


@pytest.mark.parametrize("route", sorted({route for kind in KINDS for route in kind.answered_by}))
def test_every_question_is_named_where_cases_are_told(route: str) -> None:
    assert f"`{route}`" in (ROOT / "codes" / "CASES.md").read_text()
