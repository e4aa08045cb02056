"""State law beneath a city's notice: the shorter time to mail governs, and both audiences are told."""

import functools
import tempfile
from datetime import date
from pathlib import Path

import pytest
from citycode import NoticeCheck, Party, Program, Service, load_law, parse_facts

from libs.citycode.tests.lawbooks import changed, lawbook, text_of

HEARING = date(2026, 7, 15)
"""A Wednesday."""
NOTICES = """
notices:
  - {id: oh-barn-notice, section: "3.9", rule: Ten days before., for: hearing, to: [owner],
     area: {id: oh-barn-notice-area, section: "3.9", rule: Within 350 feet., within_ft: 350,
       measured_from: parcel_perimeter},
     lead: {days: 10}, by: [first_class_mail]}
"""
STATE = """
notices:
  - {id: mn-small-notice, section: M.S. 500.05, rule: So many days before., for: hearing,
     to: [owner, resident],
     area: {id: mn-small-notice-area, section: M.S. 500.05, rule: Within 500 feet., within_ft: 500,
       measured_from: parcel_perimeter},
     lead: {days: LEAD}, by: [first_class_mail]WHEN}
"""


@functools.cache
def barn(lead: str = "20", when: str = "") -> Program:
    state = text_of("small_buildings") + STATE.replace("LEAD", lead).replace("WHEN", when)
    city = changed(text_of("barn"), "floors: {", "floors: {oh-barn-notice: mn-small-notice, ") + NOTICES
    folder = lawbook(Path(tempfile.mkdtemp(prefix="citycode-lawbook-")), barn=city, small_buildings=state)
    return load_law(folder).city("oak-hill").program("barn")


def check(program: Program, mailed: date, *parties: Party) -> NoticeCheck:
    served = [Service(each.id, mailed, "first_class_mail") for each in parties]
    return program.notice_check("oh-barn-notice", HEARING, parties, served, HEARING)


@pytest.mark.parametrize(
    ("lead", "last_day", "governs"),
    [
        ("9", date(2026, 7, 5), False),
        ("10", date(2026, 7, 5), False),
        ("11", date(2026, 7, 4), True),
        ("20", date(2026, 6, 25), True),
    ],
)
def test_the_notice_that_leaves_less_time_governs(lead: str, last_day: date, governs: bool) -> None:
    found = check(barn(lead), date(2026, 6, 1))

    assert found.last_mailing_day == last_day
    assert [(each.id, each.governs) for each in found.floors] == [("mn-small-notice", governs)]


@pytest.mark.parametrize(("mailed", "in_time"), [(date(2026, 6, 25), True), (date(2026, 6, 26), False)])
def test_a_notice_in_the_time_of_the_city_alone_is_late(mailed: date, in_time: bool) -> None:
    found = check(barn(), mailed, Party("near", frozenset({"owner"}), 100))

    assert (found.in_time, found.missing) == (in_time, () if in_time else ("near",))


@pytest.mark.parametrize(
    ("kind", "distance_ft", "must"),
    [
        ("owner", 350, True),
        ("owner", 500, True),
        ("owner", 501, False),
        ("resident", 500, True),
        ("taxpayer", 1, False),
        ("owner", None, None),
        ("resident", None, None),
    ],
)
def test_whoever_either_notice_names_is_told(kind: str, distance_ft: int | None, must: bool | None) -> None:
    party = Party("somebody", frozenset({kind}), distance_ft)

    (told,) = check(barn(), date(2026, 6, 1), party).parties

    assert told.must_be_notified is must


@pytest.mark.parametrize(
    ("height_ft", "audience", "within_ft"),
    [(20, "owner", 350), (101, "owner resident", 500), (None, "owner resident", 500)],
)
def test_a_list_reaches_as_far_as_the_wider_of_the_two(
    height_ft: int | None, audience: str, within_ft: int
) -> None:
    program = barn("20", ", when: height_ft > 100")
    facts = parse_facts(program.facts, {} if height_ft is None else {"height_ft": height_ft})

    reach = program.notice_reach("oh-barn-notice", HEARING, facts)

    assert (reach.audience, reach.within_ft) == (frozenset(audience.split()), within_ft)


def test_a_state_notice_that_is_not_needed_is_no_floor() -> None:
    program = barn("20", ", when: height_ft > 100")
    low = parse_facts(program.facts, {"height_ft": 20})

    found = program.notice_check("oh-barn-notice", HEARING, (), (), HEARING, facts=low)

    assert (found.last_mailing_day, found.floors) == (date(2026, 7, 5), ())


def test_the_answer_says_which_section_governs() -> None:
    answer = check(barn(), date(2026, 6, 1))

    (floor,) = answer.floors
    assert (floor.section, floor.last_mailing_day) == ("M.S. 500.05", date(2026, 6, 25))
    assert floor.says.startswith("M.S. 500.05 leaves less time than 3.9 and governs")
    assert floor.says in answer.steps


IN_PRINT = ", publication: {in: the newspaper, lead: {days: DAYS}}"


@pytest.mark.parametrize(
    ("printed", "in_time"),
    [((), False), ((date(2026, 6, 25),), True), ((date(2026, 6, 26),), False)],
)
def test_what_the_state_wants_in_print_is_wanted_of_a_city_that_prints_nothing(
    printed: tuple[date, ...], in_time: bool
) -> None:
    program = barn("5", IN_PRINT.replace("DAYS", "20"))

    found = program.notice_check("oh-barn-notice", HEARING, (), (), HEARING, printed)

    assert found.publication is not None
    assert (found.publication.last_day, found.in_time) == (date(2026, 6, 25), in_time)
    assert [each.says for each in found.floors] == [
        "M.S. 500.05 demands more in print than 3.9 and governs: the city may not fall short of state law."
    ]


@pytest.mark.parametrize(
    ("days", "last_day", "governs"),
    [("9", date(2026, 7, 5), False), ("10", date(2026, 7, 5), False), ("11", date(2026, 7, 4), True)],
)
def test_of_two_publications_the_earlier_governs(days: str, last_day: date, governs: bool) -> None:
    state = text_of("small_buildings") + STATE.replace("LEAD", "5").replace(
        "WHEN", IN_PRINT.replace("DAYS", days)
    )
    own = changed(
        NOTICES,
        "by: [first_class_mail]",
        "publication: {in: the newspaper, lead: {days: 10}}, by: [first_class_mail]",
    )
    city = changed(text_of("barn"), "floors: {", "floors: {oh-barn-notice: mn-small-notice, ") + own
    folder = lawbook(Path(tempfile.mkdtemp(prefix="citycode-lawbook-")), barn=city, small_buildings=state)
    program = load_law(folder).city("oak-hill").program("barn")

    found = program.notice_check("oh-barn-notice", HEARING, (), (), HEARING, (last_day,))

    assert found.publication is not None
    assert (found.publication.last_day, found.publication.in_time) == (last_day, True)
    assert [each.governs for each in found.floors] == [governs]
