"""What changes from one day to another, and with a draft."""

from datetime import date
from pathlib import Path

import pytest
from citycode import UnknownProgram, load_law
from citycode.compare import Side, compare

from libs.citycode.tests.lawbooks import ALL_IN_ORDER, TODAY, birch_falls, changed, lawbook, text_of

OLD, NEW = date(2009, 1, 1), date(2011, 1, 1)


def test_a_changed_value_is_named_with_both_numbers() -> None:
    told = compare(Side(birch_falls(), OLD), Side(birch_falls(), NEW), "shed")

    (change,) = told.rules
    assert (change.id, change.change, change.differs) == ("bf-shed-height", "changed", ("max_height_ft",))
    assert (dict(change.before)["max_height_ft"], dict(change.after)["max_height_ft"]) == (12, 15)
    assert (change.section, told.answers) == ("12.11", ())
    assert told.rule_ids == ("bf-shed-height",)


@pytest.mark.parametrize(
    ("height", "before", "after", "changed"),
    [
        (12, "needs_judgment", "needs_judgment", ["bf-shed-height"]),
        (13, "not_allowed", "needs_judgment", ["bf-shed-height"]),
        (16, "not_allowed", "not_allowed", ["bf-shed-height"]),
    ],
)
def test_for_given_facts_the_answers_that_differ(
    height: int, before: str, after: str, changed: list[str]
) -> None:
    facts = {**ALL_IN_ORDER, "height_ft": height}

    (answer,) = compare(Side(birch_falls(), OLD), Side(birch_falls(), NEW), "shed", facts).answers

    assert (answer.before, answer.after) == (before, after)
    assert [each.id for each in answer.findings] == changed


def test_one_law_and_one_day_differ_in_nothing() -> None:
    told = compare(Side(birch_falls(), TODAY), Side(birch_falls(), TODAY), None, ALL_IN_ORDER)

    assert told.rules == ()
    assert [each.changed for each in told.answers] == [False]


def test_a_draft_beside_the_law(tmp_path: Path) -> None:
    draft = changed(
        text_of("shed"), '  - {id: bf-shed-neat, section: "12.42", rule: Sheds are kept neat.}\n', ""
    )
    draft = draft.rstrip().removesuffix("stated:") if draft.rstrip().endswith("stated:") else draft
    draft = changed(draft, "values: {area_sqft: 600, share: 0.15}", "values: {area_sqft: 100, share: 0.001}")
    drafted = load_law(lawbook(tmp_path, shed=draft)).city("birch-falls")

    told = compare(Side(birch_falls(), TODAY), Side(drafted, TODAY), "shed", ALL_IN_ORDER)

    assert {each.id: each.change for each in told.rules} == {
        "bf-shed-area": "changed",
        "bf-shed-neat": "removed",
    }
    (answer,) = told.answers
    assert (answer.before, answer.after) == ("needs_judgment", "not_allowed")
    assert told.code_version_before != told.code_version_after


def test_a_program_that_neither_has() -> None:
    with pytest.raises(UnknownProgram):
        compare(Side(birch_falls(), OLD), Side(birch_falls(), NEW), "barn")
