"""Tables whose rows go by yes and no, and end in bands of a number."""

import functools
import tempfile
from pathlib import Path

import pytest
from citycode import Finding, Program, load_law

from libs.citycode.tests.lawbooks import TODAY, changed, finding, lawbook, refusal, shed_facts, text_of

ROWS = """
      R-1:
        true: [{below: 10, is: 5}, {through: 20, is: 8, id: bf-shed-gap-high, section: "12.98", rule: Eight.}]
        false: [{is: 20}]
      AG: {false: [{above: 10, is: 1}]}"""
TABLE = f"""  gap:
    by: [district, movable, height_ft]
    blank: law_silent
    rows: {ROWS}
  open_case:"""
STANDARD = """standards:
  - {id: bf-shed-gap, section: "12.97", rule: A gap., require: slope <= t.gap, measure: slope}
"""


def with_table(table: str = TABLE) -> str:
    return changed(changed(text_of("shed"), "  open_case:", table), "standards:\n", STANDARD)


@functools.cache
def shed_with_gaps() -> Program:
    folder = lawbook(Path(tempfile.mkdtemp(prefix="citycode-lawbook-")), shed=with_table())
    return load_law(folder).city("birch-falls").program("shed")


def gap(district: str, movable: bool | None, height_ft: object) -> Finding:
    facts = shed_facts(district=district, movable=movable, height_ft=height_ft)
    return finding(shed_with_gaps().check(facts, TODAY), "bf-shed-gap")


@pytest.mark.parametrize(
    ("district", "movable", "height_ft", "limit"),
    [
        ("R-1", True, 0, 5),
        ("R-1", True, "9.99", 5),
        ("R-1", True, 10, 8),
        ("R-1", True, 20, 8),
        ("R-1", False, 9, 20),
        ("R-1", False, 900, 20),
        ("AG", False, "10.01", 1),
    ],
)
def test_the_words_choose_the_row_and_the_number_the_band(
    district: str, movable: bool, height_ft: object, limit: int
) -> None:
    assert gap(district, movable, height_ft).limit == limit


@pytest.mark.parametrize(
    ("district", "movable", "height_ft"),
    [("R-1", True, "20.01"), ("AG", False, 10), ("AG", True, 11), ("B-1", False, 5)],
)
def test_a_number_in_no_band_and_a_row_that_is_not_there_leave_the_law_silent(
    district: str, movable: bool, height_ft: object
) -> None:
    assert gap(district, movable, height_ft).outcome == "law_silent"


def test_every_key_that_nobody_stated_is_asked() -> None:
    assert set(gap("R-1", None, None).missing) == {"movable", "height_ft"}


def test_a_band_within_a_row_may_be_a_rule_of_its_own(tmp_path: Path) -> None:
    city = load_law(lawbook(tmp_path, shed=with_table())).city("birch-falls")

    assert city.rules["bf-shed-gap-high"].section == "12.98"


@pytest.mark.parametrize(
    ("old", "new", "wrong", "mend"),
    [
        ("true: [", "yes: [", "`yes` is no value of `movable`", "true"),
        ("AG: {false: [{above: 10, is: 1}]}", "AG: {false: 1}", "This row needs 3 keys", "a list of bands"),
        ("AG: {false: [{above: 10, is: 1}]}", "AG: [{is: 1}]", "This row needs 3 keys", "a list of bands"),
        ("{through: 20, is: 8", "{from: 9, is: 8", "Two bands hold the same number", "`through` and `above`"),
        ("[{is: 20}]", "[{is: 20, under: 3}]", "`under` is no key here", "Known keys"),
        ("movable, height_ft]", "height_ft, movable]", "`by: movable` cannot be read", "State it so"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, wrong: str, mend: str
) -> None:
    errors = refusal(tmp_path, shed=with_table(changed(TABLE, old, new)))

    told = next(each for each in errors if wrong in each.message)
    assert mend in told.mend
    assert 60 < told.line < 75
