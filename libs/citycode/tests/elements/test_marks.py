"""What an element rests on is shown with its answer: readings of clocks, terms, caps and holds."""

from datetime import date
from pathlib import Path

from citycode import Facts, Happening, Holding, load_law, parse_facts

from libs.citycode.tests.lawbooks import TODAY, changed, lawbook, text_of

MARK = "reading: So we read it., "
READ = ("Reading: So we read it.",)


def test_a_reading_is_shown_with_a_clock_a_term_a_cap_and_a_hold(tmp_path: Path) -> None:
    slip = text_of("slip")
    for rule in ("A season.", "Nothing until it is mended.", "Three a season."):
        slip = changed(slip, f"rule: {rule}, ", f"rule: {rule}, {MARK}")
    shed = changed(text_of("shed"), "rule: Decide in ten days., ", f"rule: Decide in ten days., {MARK}")
    law = load_law(lawbook(tmp_path, slip=slip, shed=shed))
    program = law.city("pine-hollow").program("slip")
    facts: Facts = parse_facts(program.facts, {})
    wanted = Holding("slips", TODAY, TODAY, keys={"parcel": "1", "person": "a"}, facts=facts)

    (decide, *_) = law.city("birch-falls").program("shed").clocks("application.completed", TODAY).clocks
    term = program.terms("permit.issued", TODAY).terms[0]
    cap = next(each for each in program.caps(wanted, (), TODAY).caps if each.id == "ph-slip-summer")
    (hold,) = program.holds([Happening("damage.found", date(2026, 5, 4))], TODAY).holds

    assert [each.notes for each in (decide, term, cap, hold)] == [READ, READ, READ, READ]
    assert cap.to_json()["notes"] == list(READ)
