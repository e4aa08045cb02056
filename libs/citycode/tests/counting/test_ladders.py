"""Ladders: three strikes, seven alarms, the first violation of each snow season."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from citycode import (
    CountedEvent,
    Happening,
    Ladder,
    Program,
    Step,
    UnknownEvent,
    load_law,
    parse_facts,
)

from libs.citycode.tests.dates.examples import day, happening, program
from libs.citycode.tests.lawbooks import changed, lawbook, text_of

DISORDER = program("fridley", "rental-disorderly-use")
BUILDING = program("fridley", "building-permit")
SNOW = program("fridley", "snow")
ALARMS = program("lake-elmo", "false-alarm")
RENTAL = program("elk-river", "rental-license")


def ladder(of: Program, id_: str, history: Sequence[Happening], read_on: str) -> Ladder:
    found = of.ladders(history, day(read_on)).ladders
    return next(each for each in found if each.id == id_)


def reached(event: CountedEvent) -> dict[str, str]:
    return {each.id: each.outcome for each in event.steps}


def step(event: CountedEvent, id_: str) -> Step:
    return next(each for each in event.steps if each.id == id_)


# Fridley: the third disorderly use in a unit


def use(on: str, **facts: Any) -> Happening:
    stated = {"domestic_abuse": False, "eviction_pending": False, "days_since_notice_to_vacate": 999} | facts
    return happening(DISORDER, "disorderly_use.determined", on, keys={"dwelling_unit": "12-3"}, **stated)


def uses(*history: Happening, read_on: str = "2028-12-31") -> Ladder:
    return ladder(DISORDER, "fr-du-third.ladder", history, read_on)


def test_the_first_brings_a_notice_and_nothing_more() -> None:
    (first,) = uses(use("2027-03-15")).events

    assert reached(first) == {"fr-du-notice": "reached"}
    assert step(first, "fr-du-notice").action_open is False
    assert step(first, "fr-du-notice").do == ("notify_licensee", "notify_occupant")
    assert first.sentence == "First counted incident."


def test_a_third_more_than_twelve_months_after_the_first_is_a_second_again() -> None:
    *_, third = uses(use("2027-03-15"), use("2027-08-01"), use("2028-03-20")).events

    assert reached(third) == {"fr-du-second-report": "reached"}


@pytest.mark.parametrize(("on", "third"), [("2028-03-14", True), ("2028-03-15", True), ("2028-03-16", False)])
def test_twelve_months_after_the_first_end_on_the_same_date(on: str, third: bool) -> None:
    *_, last = uses(use("2027-03-15"), use("2027-08-01"), use(on)).events

    assert ("fr-du-third" in reached(last)) is third


def test_the_third_is_told_in_words() -> None:
    *_, third = uses(use("2027-03-15"), use("2027-08-01"), use("2028-03-01")).events

    found = step(third, "fr-du-third")
    assert found.number == 3
    assert found.sentence == (
        "Third counted incident within 12 months of the first of them, Monday, March 15, 2027: City council "
        "may deny the license or revoke the license or suspend the license or make the license provisional "
        "or decline to renew the license at the request of Public safety director."
    )
    assert (found.by, found.on_request_of) == ("city_council", "public_safety_director")
    assert (found.ordinal, found.action_open) == ("third", True)


def test_domestic_abuse_is_not_counted_and_says_by_which_rule() -> None:
    found = uses(
        use("2027-03-15"), use("2027-05-01", domestic_abuse=True), use("2027-08-01"), use("2027-09-01")
    )

    ignored = found.events[1]
    assert (ignored.counted, ignored.ignored_by, ignored.steps) == (False, "fr-du-domestic-abuse", ())
    third = step(found.events[3], "fr-du-third")
    assert third.number == 3
    assert third.steps == (
        "2027-05-01 is not counted, rule fr-du-domestic-abuse: "
        "Domestic abuse reports are not disorderly use.",
    )


def test_an_eviction_bars_action_but_not_the_notice() -> None:
    evicted = use("2027-09-01", eviction_pending=True, eviction_diligently_pursued=True)

    *_, third = uses(use("2027-03-15"), use("2027-08-01"), evicted).events

    found = step(third, "fr-du-third")
    assert (found.outcome, found.barred_by, found.may) == ("barred", "fr-du-eviction-exemption", ())


@pytest.mark.parametrize(("days", "outcome"), [(30, "barred"), (31, "reached")])
def test_thirty_days_after_a_notice_to_vacate(days: int, outcome: str) -> None:
    *_, third = uses(
        use("2027-03-15"), use("2027-08-01"), use("2027-09-01", days_since_notice_to_vacate=days)
    ).events

    assert reached(third)["fr-du-third"] == outcome


def test_the_report_is_due_ten_business_days_after_the_notice_was_received() -> None:
    noticed = happening(
        DISORDER,
        "disorderly_use.determined",
        "2027-08-01",
        keys={"dwelling_unit": "12-3"},
        followed_by={"notice.received": "2027-08-30"},
        domestic_abuse=False,
    )

    *_, second = uses(use("2027-03-15"), noticed).events

    report = step(second, "fr-du-second-report")
    assert report.due_on == day("2027-09-14")  # Labor Day, September 6, is skipped
    assert report.lapse is not None
    assert (report.lapse.id, report.lapse.may[0], report.lapse.by) == (
        "fr-du-no-report",
        "deny",
        "city_council",
    )


def test_a_report_whose_notice_is_not_yet_received_has_no_day() -> None:
    *_, second = uses(use("2027-03-15"), use("2027-08-01")).events

    report = step(second, "fr-du-second-report")
    assert (report.outcome, report.due_on, report.missing) == ("reached", None, ("notice.received",))


def test_an_earlier_one_that_was_not_noticed_does_not_count_for_later_ones() -> None:
    *_, last = uses(use("2027-03-15", noticed=False), use("2027-08-01"), use("2027-09-01")).events

    assert reached(last) == {"fr-du-second-report": "reached"}


def test_units_are_counted_apart() -> None:
    elsewhere = happening(
        DISORDER, "disorderly_use.determined", "2027-08-01", keys={"dwelling_unit": "4"}, domestic_abuse=False
    )

    found = DISORDER.ladders([use("2027-03-15"), elsewhere, use("2027-09-01")], day("2028-01-01")).ladders

    assert [(dict(each.keys)["dwelling_unit"], each.count) for each in found] == [("12-3", 2), ("4", 1)]


def test_what_is_not_known_leaves_open_only_what_rests_on_it() -> None:
    found = uses(use("2027-03-15"), use("2027-05-01", domestic_abuse=None), use("2027-08-01"))

    first, unsure, third = found.events
    assert first.counted is True
    assert (unsure.counted, unsure.missing) == (None, ("history/1/domestic_abuse",))
    assert reached(third) == {"fr-du-second-report": "reached", "fr-du-third": "needs_information"}
    assert step(third, "fr-du-third").missing == ("history/1/domestic_abuse",)


def test_a_day_before_the_event_nothing_is_counted() -> None:
    found = DISORDER.ladders([use("2027-03-15")], day("2027-03-14"))

    assert found.ladders == ()


def test_events_are_taken_in_the_order_of_their_days() -> None:
    shuffled = uses(use("2027-09-01"), use("2027-03-15"), use("2027-08-01"))

    assert [each.on for each in shuffled.events] == [day("2027-03-15"), day("2027-08-01"), day("2027-09-01")]
    assert "fr-du-third" in reached(shuffled.events[2])


# Fridley: a second violation obliges to revoke, then nobody may apply for a year


def violation(on: str, revoked: str | None = None) -> Happening:
    followed = {"permit.revoked": revoked} if revoked else {}
    return happening(
        BUILDING, "violation.found", on, keys={"permit_holder": "Ash Builders"}, followed_by=followed
    )


def test_a_second_violation_within_a_year_must_be_answered_by_revoking() -> None:
    found = ladder(
        BUILDING,
        "fr-bp-second-violation-revoke.ladder",
        [violation("2027-02-11"), violation("2027-09-30", revoked="2027-10-12")],
        "2028-10-01",
    )

    revoke = step(found.events[1], "fr-bp-second-violation-revoke")
    assert (revoke.to, revoke.mandatory, revoke.by) == ("revoked", True, "building_official")
    assert [(each.id, each.bars, each.last_day) for each in found.bars] == [
        ("fr-bp-reapply-bar", ("apply",), day("2028-10-12"))
    ]


@pytest.mark.parametrize(("read_on", "barred"), [("2028-10-12", True), ("2028-10-13", False)])
def test_the_bar_lasts_one_year_from_the_revocation(read_on: str, barred: bool) -> None:
    history = [violation("2027-02-11"), violation("2027-09-30", revoked="2027-10-12")]

    assert bool(ladder(BUILDING, "fr-bp-second-violation-revoke.ladder", history, read_on).bars) is barred


@pytest.mark.parametrize(("second", "must"), [("2028-02-11", True), ("2028-02-12", False)])
def test_a_year_is_twelve_months(second: str, must: bool) -> None:
    found = ladder(
        BUILDING,
        "fr-bp-second-violation-revoke.ladder",
        [violation("2027-02-11"), violation(second)],
        "2028-12-01",
    )

    assert bool(found.events[1].steps) is must


# Fridley: the first violation of each snow season


def test_each_snow_season_begins_with_a_warning() -> None:
    days = ["2027-02-10", "2027-03-02", "2027-11-22"]
    history = [happening(SNOW, "snow.placed", each, keys={"owner": "o"}) for each in days]

    found = ladder(SNOW, "fr-snow-first-warning.ladder", history, "2027-12-31")

    assert [list(reached(each)) for each in found.events] == [
        ["fr-snow-first-warning"],
        ["fr-snow-first-warning.later"],
        ["fr-snow-first-warning"],
    ]
    assert [each.number for each in found.events] == [1, 2, 1]


# Lake Elmo: alarms in a fixed time from the first


def alarm(on: str, cause: str = "none_found", **facts: Any) -> Happening:
    return happening(
        ALARMS, "false_alarm.responded", on, keys={"premises": "9 Oak"}, alarm_cause=cause, **facts
    )


SEVEN = ["2025-03-10", "2025-05-02", "2025-08-19", "2025-11-30", "2026-01-15", "2026-02-20", "2026-03-02"]


def alarms(*history: Happening) -> Ladder:
    return ladder(ALARMS, "le-alarm-free-three.ladder", history, "2027-01-01")


def test_three_are_free_three_cost_and_the_seventh_costs_more() -> None:
    found = alarms(*map(alarm, SEVEN))

    assert [each.steps[0].fee_usd for each in found.events] == [
        None,
        None,
        None,
        "100.00",
        "100.00",
        "100.00",
        "200.00",
    ]
    assert [each.number for each in found.events] == [1, 2, 3, 4, 5, 6, 7]
    assert [str(each.fees_usd) for each in found.events[2:4]] == ["0.00", "100.00"]
    assert found.to_json()["fees_usd"] == "500.00"


@pytest.mark.parametrize(("on", "number"), [("2026-03-10", 5), ("2026-03-11", 1), ("2026-03-20", 1)])
def test_after_the_fixed_time_the_next_alarm_is_the_first_of_a_new_one(on: str, number: int) -> None:
    *_, last = alarms(*map(alarm, [*SEVEN[:4], on])).events

    assert last.number == number


@pytest.mark.parametrize(("hours", "counted"), [(2, True), ("2.1", False)])
def test_a_power_failure_of_more_than_two_hours_is_not_counted(hours: object, counted: bool) -> None:
    (found,) = alarms(alarm("2026-01-15", "power", outage_hours=hours)).events

    assert found.counted is counted


def test_a_storm_counts_unless_the_system_was_damaged() -> None:
    found = alarms(
        alarm("2025-03-10", "act_of_god", physical_damage=True),
        alarm("2025-04-10", "act_of_god", physical_damage=False),
    )

    assert [each.counted for each in found.events] == [False, True]
    assert found.events[1].number == 1  # an alarm that is not counted opens no time


def test_what_is_charged_is_not_told_while_an_alarm_is_open() -> None:
    open_alarm = alarm("2026-02-01", "act_of_god")

    found = alarms(*map(alarm, SEVEN[:4]), open_alarm)

    assert [each.fees_usd is None for each in found.events] == [False, False, False, False, True]
    assert found.fees_usd is None


def test_a_ladder_without_fees_charges_nothing_and_says_so() -> None:
    offense = ladder(ALARMS, "le-alarm-offense.ladder", [alarm("2026-01-05")], "2027-01-01")

    assert offense.fees_usd is None
    assert [each.fees_usd for each in offense.events] == [None]


def test_the_third_is_free_and_yet_an_offense() -> None:
    history = [alarm("2026-01-05"), alarm("2026-02-05"), alarm("2026-04-05")]

    free = alarms(*history).events[2]
    offense = ladder(ALARMS, "le-alarm-offense.ladder", history, "2027-01-01").events[2]
    assert [each.id for each in free.steps] == ["le-alarm-free-three"]
    assert reached(offense) == {"le-alarm-offense": "reached"}


@pytest.mark.parametrize(("read_on", "count"), [("2026-03-02", 7), ("2026-03-10", 7), ("2026-03-11", 0)])
def test_how_many_count_on_a_day(read_on: str, count: int) -> None:
    found = ladder(ALARMS, "le-alarm-free-three.ladder", list(map(alarm, SEVEN)), read_on)

    assert found.count == count


# Elk River: three months


def instance(on: str, received: str | None = None, **facts: Any) -> Happening:
    return happening(
        RENTAL,
        "disorderly_use.determined",
        on,
        keys={"premises": "p"},
        followed_by={"notice.received": received} if received else {},
        **({"eviction_pending": False} | facts),
    )


@pytest.mark.parametrize(
    ("on", "second"), [("2026-04-09", True), ("2026-04-10", True), ("2026-04-11", False)]
)
def test_three_months_from_january_10_end_on_april_10(on: str, second: bool) -> None:
    *_, last = ladder(
        RENTAL, "er-dis-third.ladder", [instance("2026-01-10"), instance(on)], "2027-01-01"
    ).events

    assert ("er-dis-second-notice" in reached(last)) is second
    assert ("er-dis-first-notice" in reached(last)) is not second


def test_the_report_of_a_second_notice_ends_on_no_holiday_weekend() -> None:
    history = [instance("2026-05-01"), instance("2026-06-20", received="2026-06-29")]

    *_, second = ladder(RENTAL, "er-dis-third.ladder", history, "2027-01-01").events

    assert step(second, "er-dis-second-notice").due_on == day("2026-07-06")


def test_a_third_may_cost_the_license_unless_an_eviction_was_pending() -> None:
    two = [instance("2026-02-01"), instance("2026-03-15")]

    def third(**facts: Any) -> Step:
        history = [*two, instance("2026-04-20", **facts)]
        return step(ladder(RENTAL, "er-dis-third.ladder", history, "2027-01-01").events[2], "er-dis-third")

    assert (third().may, third().by, third().on_request_of) == (("revoke",), "city_council", "police_chief")
    assert third(eviction_pending=True).outcome == "barred"
    assert third(eviction_pending=True).action_open is False
    assert third(eviction_pending=None).outcome == "needs_information"
    assert third(eviction_pending=None).action_open is None


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(UnknownEvent, match="false_alarm\\.respond"):
        ALARMS.ladders([Happening("false_alarm.respond", day("2026-01-01"))], day("2026-01-01"))


# fees of the city's schedule


@pytest.mark.parametrize(
    ("amounts", "fee", "missing", "sentence"),
    [
        (
            ", amounts: [{usd: 25.00, resolution: R 2}]",
            "25.00",
            (),
            "First counted damage: a fee of $25.00 is charged.",
        ),
        ("", None, ("fees.slip",), "First counted damage: a fee is charged."),
    ],
)
def test_a_fee_of_the_schedule_is_charged_or_asked_for(
    amounts: str, fee: str | None, missing: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    charging = changed(
        text_of("slip"),
        "at: 1, do: [warn]}\n      - {id: ph-slip-letter",
        "at: 1, fee: fees.slip}\n      - {id: ph-slip-letter",
    )
    codes = lawbook(tmp_path, slip=charging)
    (codes / "pine-hollow" / "fees.yaml").write_text(
        f"rounding: {{to: 0.01, ties: up, resolution: R 1}}\nfees:\n  slip: {{label: slip fee{amounts}}}\n"
    )
    slip = load_law(codes).city("pine-hollow").program("slip")
    facts = parse_facts(slip.facts, {"use": "storage", "historic": False})

    found = slip.ladders([Happening("damage.found", day("2026-01-05"), facts=facts)], day("2026-02-01"))

    (charged,) = found.ladders[0].events[0].steps
    assert (charged.fee_usd, charged.missing, charged.sentence) == (fee, missing, sentence)
    assert found.ladders[0].to_json()["fees_usd"] == fee
