"""How much of the inventory the packs carry out."""

from pathlib import Path

import pytest
from citycode import coverage as command
from citycode import load_law
from citycode.coverage import COMPUTABLE, covered
from citycode.packs.inventory_rows import InventoryRow, read_inventory

from libs.citycode.tests.lawbooks import CODES, changed, lawbook, text_of, the_law


def test_every_rule_of_the_inventory_is_counted_once() -> None:
    inventory = read_inventory(CODES / "inventory.tsv")

    programs = covered(the_law(), inventory)

    assert sum(each.rules for each in programs) == len(inventory)
    for each in programs:
        assert len(each.missing) == each.rules - each.loaded
        assert each.loaded == each.computed + each.judged + each.stated <= each.rules


def test_a_program_that_is_carried_out_whole() -> None:
    programs = covered(the_law(), read_inventory(CODES / "inventory.tsv"))

    (wind,) = (each for each in programs if each.program == "wind-generator")
    assert (wind.rules, wind.loaded) == (22, 22)
    assert [each.rule for each in wind.not_computed] == ["le-wind-debris"]
    assert (wind.computed, wind.judged, wind.stated) == (17, 1, 4)
    assert (wind.missing, wind.unproved) == ((), ("le-wind-referral",))


def test_the_kinds_that_somebody_asks_about_are_those_of_the_inventory() -> None:
    assert {row.kind for row in read_inventory(CODES / "inventory.tsv").values()} >= COMPUTABLE


def row(rule: str, kind: str) -> InventoryRow:
    return InventoryRow(rule, "birch-falls", "shed", "permits", kind, "", "")


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        ("", "an office is asked: Does it fit in?"),
        (", note: A matter of taste.", "A matter of taste."),
        (", note: A matter of taste., why_stated: No measure of looks.", "No measure of looks."),
    ],
)
def test_a_rule_that_is_not_computed_says_why(mark: str, why: str, tmp_path: Path) -> None:
    asked = "ask: Does it fit in?, by: clerk"
    law = load_law(lawbook(tmp_path, shed=changed(text_of("shed"), asked, asked + mark)))
    rows = [row("bf-shed-looks", "limit"), row("bf-shed-height", "limit"), row("bf-not-there", "fee")]

    (program,) = covered(law, {each.id: each for each in rows})

    assert (program.rules, program.loaded, program.computed, program.judged) == (3, 2, 1, 1)
    (reason,) = program.not_computed
    assert (reason.rule, reason.treatment, reason.why) == ("bf-shed-looks", "judged", why)


def test_the_packs_give_a_reason_for_all_that_is_not_computed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(CODES)]) == 0

    told = capsys.readouterr().out
    assert ", 0 of them without a reason" in told
    assert "no reason is given" not in told
    assert "the whole inventory" in told
