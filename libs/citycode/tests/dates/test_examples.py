"""Real rules about time: each with its case, the day before, on and after, and the day that moves it."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from citycode import Clock, Finding, Happening, PeriodRun, Program, Term, parse_facts

from libs.citycode.tests.dates.examples import day, examples, happening, program

CENTRAL = ZoneInfo("America/Chicago")
DOCK = program("detroit-lakes", "dock-license")
LAND = program("detroit-lakes", "land-disturbance")
BUILDING = program("fridley", "building-permit")
SIGN = program("fridley", "sign")
SNOW = program("fridley", "snow")
GROUNDS = program("lake-elmo", "landscaping")
RENTAL = program("elk-river", "rental-license")
MAILED = "violation_notice.delivered_or_mailed"


def clock(of: Program, id_: str, event: str, on: date | datetime, **facts: Any) -> Clock:
    found = of.clocks(event, on, parse_facts(of.facts, facts))
    return next(each for each in found.clocks if each.id == id_)


def cure(on: str, happened: list[Happening], read_on: str) -> Clock:
    found = DOCK.clocks(MAILED, day(on), None, None, happened, day(read_on))
    return next(each for each in found.clocks if each.id == "dl-dock-cure-period")


# ten days to cure, a hearing asked for in time, and what happens by default


@pytest.mark.parametrize(
    ("mailed", "last"),
    [
        ("2026-06-23", "2026-07-06"),  # July 3, the day before Saturday the Fourth, is a holiday too
        ("2026-06-24", "2026-07-06"),  # Saturday the Fourth
        ("2026-06-25", "2026-07-06"),  # a Sunday
        ("2026-06-26", "2026-07-06"),  # a Monday
        ("2026-06-29", "2026-07-09"),
    ],
)
def test_ten_days_end_on_no_weekend_or_holiday(mailed: str, last: str) -> None:
    assert clock(DOCK, "dl-dock-cure-period", MAILED, day(mailed)).last_day == day(last)


@pytest.mark.parametrize(
    ("received", "form", "read_on", "standing"),
    [
        ("2026-07-06", ("written", "signed"), "2026-07-06", "stopped"),
        ("2026-07-06", ("written", "signed"), "2026-08-01", "stopped"),
        ("2026-07-07", ("written", "signed"), "2026-07-07", "lapsed"),
        ("2026-07-01", ("written",), "2026-07-02", "running"),
        ("2026-07-01", ("written",), "2026-07-07", "lapsed"),
        ("2026-07-01", ("written", "signed"), "2026-06-30", "running"),
    ],
)
def test_a_hearing_request_stops_only_in_its_form_and_in_time(
    received: str, form: tuple[str, ...], read_on: str, standing: str
) -> None:
    asked = happening(DOCK, "hearing_request.received", received, form=form)

    found = cure("2026-06-24", [asked], read_on)

    assert (found.standing, found.lapsed) == (standing, standing == "lapsed")


def test_a_request_that_comes_too_late_says_why_and_the_administrator_must_revoke() -> None:
    late = happening(DOCK, "hearing_request.received", "2026-07-07", form=("written", "signed"))

    found = cure("2026-06-24", [late], "2026-07-07")

    assert found.standing_because == (
        "What came on Tuesday, July 7, 2026 does not stop it: the last day had passed.",
    )
    assert found.lapse is not None
    assert (found.lapse.id, found.lapse.to, found.lapse.by, found.lapse.mandatory) == (
        "dl-dock-revoke-default",
        "revoked",
        "city_administrator",
        True,
    )
    assert "no Council vote" in (found.lapse.says or "")


def test_a_request_without_signature_says_what_is_lacking() -> None:
    unsigned = happening(DOCK, "hearing_request.received", "2026-07-01", form=("written",))

    (why,) = cure("2026-06-24", [unsigned], "2026-07-02").standing_because

    assert why == "What came on Wednesday, July 1, 2026 does not stop it: it is not signed."


@pytest.mark.parametrize(
    ("corrected", "standing"),
    [("2026-06-30", "done"), ("2026-07-06", "done"), ("2026-07-07", "done_late")],
)
def test_a_correction_in_time_ends_it(corrected: str, standing: str) -> None:
    done = happening(DOCK, "violation.corrected", corrected)

    assert cure("2026-06-24", [done], "2026-07-20").standing == standing


def test_what_happened_before_the_notice_does_not_count() -> None:
    before = happening(DOCK, "violation.corrected", "2026-06-01")

    assert cure("2026-06-24", [before], "2026-06-25").standing == "running"


# seasons, terms, first of several ends


def term(
    of: Program, id_: str, event: str, on: str, read_on: str, *happened: Happening, **facts: Any
) -> Term:
    found = of.terms(event, day(on), parse_facts(of.facts, facts), happened, day(read_on))
    return next(each for each in found.terms if each.id == id_)


@pytest.mark.parametrize(
    ("issued", "first", "last"),
    [
        ("2026-08-14", "2026-04-01", "2026-11-01"),  # a Sunday: a fixed term is not moved
        ("2026-02-01", "2026-04-01", "2026-11-01"),
        ("2026-11-01", "2026-04-01", "2026-11-01"),
        ("2026-11-02", "2027-04-01", "2027-11-01"),
    ],
)
def test_the_dock_season_is_that_of_its_year(issued: str, first: str, last: str) -> None:
    found = term(DOCK, "dl-dock-term", "license.issued", issued, issued)

    assert (found.first_day, found.ends_on) == (day(first), day(last))
    assert found.prorated is False
    assert "A shorter time costs the whole fee." in found.sentence


@pytest.mark.parametrize(
    ("read_on", "in_force"),
    [("2026-03-31", False), ("2026-04-01", True), ("2026-11-01", True), ("2026-11-02", False)],
)
def test_a_license_is_in_force_through_the_last_day_of_its_season(read_on: str, in_force: bool) -> None:
    assert term(DOCK, "dl-dock-term", "license.issued", "2026-02-01", read_on).in_force is in_force


def nonconforming(read_on: str, *happened: Happening, **facts: Any) -> Term:
    facts = {"dock_class": "semi_commercial", "lodging_owner": True} | facts
    return term(
        DOCK, "dl-dock-nonconforming-end", "ordinance.in_force", "1998-04-14", read_on, *happened, **facts
    )


def test_of_three_ends_the_first_counts() -> None:
    sold = happening(DOCK, "ownership.transferred", "2002-09-03")

    found = nonconforming("2004-01-01", sold)

    assert found.ends_on == day("2002-09-03")
    assert [each.day for each in found.ends] == [day("2002-09-03"), None, day("2003-04-14")]


@pytest.mark.parametrize(
    ("sold", "ended", "by_event"),
    [
        ("2003-04-13", "2003-04-13", True),
        ("2003-04-14", "2003-04-14", True),
        ("2003-04-15", "2003-04-14", False),
    ],
)
def test_a_sale_after_five_years_changes_nothing(sold: str, ended: str, by_event: bool) -> None:
    found = nonconforming("2004-01-01", happening(DOCK, "ownership.transferred", sold))

    assert found.ends_on == day(ended)
    assert next(each for each in found.ends if each.day == day(ended)).by_event is by_event


@pytest.mark.parametrize(("read_on", "in_force"), [("2002-09-02", True), ("2002-09-03", False)])
def test_an_event_ends_it_that_very_day(read_on: str, in_force: bool) -> None:
    sold = happening(DOCK, "ownership.transferred", "2002-09-03")

    assert nonconforming(read_on, sold).in_force is in_force


def test_a_condition_that_no_longer_holds_ends_it_and_an_unknown_one_is_named() -> None:
    assert nonconforming("2000-01-01", lodging_owner=False).in_force is False
    unknown = nonconforming("2000-01-01", lodging_owner=None)
    assert (unknown.in_force, unknown.missing) == (None, ("lodging_owner",))


def test_the_condition_binds_only_its_class() -> None:
    assert nonconforming("2000-01-01", dock_class="private", lodging_owner=False).in_force is True


def test_a_term_that_only_events_end_has_no_last_day() -> None:
    found = term(GROUNDS, "le-radio-term", "permit.issued", "2026-01-05", "2030-01-01")

    assert (found.ends_on, found.in_force) == (None, True)
    assert "until the agreement ended or the property was conveyed" in found.sentence


@pytest.mark.parametrize(("issued", "last"), [("2028-02-29", "2029-02-28"), ("2026-05-09", "2027-05-09")])
def test_twelve_months_end_on_the_same_date(issued: str, last: str) -> None:
    assert term(RENTAL, "er-rl-annual", "license.issued", issued, issued).ends_on == day(last)


# computed, banded and paused lengths


@pytest.mark.parametrize(
    ("slope", "trout", "last", "branch"),
    [
        ("2.9", False, "2026-06-08", "dl-ld-stabilize-steep"),
        (3, False, "2026-06-15", "dl-ld-stabilize-mid"),
        (10, False, "2026-06-15", "dl-ld-stabilize-mid"),
        ("10.1", False, "2026-06-22", "dl-ld-stabilize-flat"),
        (3, True, "2026-06-04", "dl-ld-trout-steep"),
        ("3.1", True, "2026-06-08", "dl-ld-trout-flat"),
    ],
)
def test_the_slope_gives_the_days_and_the_rule_of_its_row_is_named(
    slope: object, trout: bool, last: str, branch: str
) -> None:
    found = clock(
        LAND,
        "dl-ld-stabilize-steep.clock",
        "work.inactive",
        day("2026-06-01"),
        run_per_rise=slope,
        drains_to_trout_stream=trout,
    )

    assert (found.last_day, found.branches) == (day(last), (branch,))


def test_a_row_that_is_a_rule_of_its_own_is_looked_up_as_one() -> None:
    rule = examples().city("detroit-lakes").rule("dl-ld-stabilize-flat")

    assert (rule.treatment, rule.section) == ("computed", "1007.06 B.1")
    assert rule.text == "On a slope flatter than 10:1, within 21 days."
    assert rule.notes == ("Reading: The text prints 2l; read as 21.",)


def test_a_slope_that_is_not_known_is_named() -> None:
    found = clock(LAND, "dl-ld-stabilize-steep.clock", "work.inactive", day("2026-06-01"))

    assert (found.last_day, found.branches) == (None, ())
    assert set(found.missing) == {"run_per_rise", "drains_to_trout_stream"}


@pytest.mark.parametrize(
    ("issued", "last"),
    [
        ("2026-08-01", "2026-09-30"),
        ("2026-08-02", "2027-05-03"),  # May 1 is a Saturday
        ("2026-10-15", "2027-06-29"),
        ("2027-05-01", "2027-06-30"),
    ],
)
def test_winter_does_not_count_for_turf(issued: str, last: str) -> None:
    found = clock(GROUNDS, "le-land-turf-deadline", "certificate_of_occupancy.issued", day(issued))

    assert found.last_day == day(last)


# hours, the earlier of two, waivers


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=CENTRAL)


def works(**facts: Any) -> Clock:
    stated = {"emergency": False} | facts
    return clock(BUILDING, "fr-swe-schedule-48-72", "control.failed", at("2026-06-01T08:00"), **stated)


def test_the_earlier_of_48_and_72_hours_counts() -> None:
    assert works(notified_at=at("2026-06-03T08:00"), failed_at=at("2026-06-01T08:00")).at == at(
        "2026-06-04T08:00"
    )
    assert works(notified_at=at("2026-06-01T09:00"), failed_at=at("2026-06-01T08:00")).at == at(
        "2026-06-03T09:00"
    )


def test_a_date_in_a_notice_takes_the_place_of_both() -> None:
    named = at("2026-06-10T17:00")

    assert works(notice_deadline=named).at == named


def test_an_emergency_needs_no_wait() -> None:
    found = BUILDING.clocks(
        "control.failed", at("2026-06-01T08:00"), parse_facts(BUILDING.facts, {"emergency": True})
    )

    assert "fr-swe-schedule-48-72" not in [each.id for each in found.clocks]


# back from an event, windows, days of the year, extensions, days an office sets


@pytest.mark.parametrize(
    ("expires", "last"),
    [("2026-12-31", "2026-12-01"), ("2026-07-01", "2026-06-01"), ("2026-07-04", "2026-06-04")],
)
def test_renewal_is_filed_thirty_days_before(expires: str, last: str) -> None:
    found = clock(BUILDING, "fr-rl-renewal-30-days", "term.expires", day(expires))

    assert found.last_day == day(last)
    assert "(at least 30 days before)" in found.sentence


@pytest.mark.parametrize(
    ("filed", "standing"),
    [("2026-11-30", "done"), ("2026-12-01", "done"), ("2026-12-02", "done_late"), ("2025-11-30", "lapsed")],
)
def test_what_is_done_before_the_event_counts_since_it_last_came(filed: str, standing: str) -> None:
    happened = [
        happening(BUILDING, "renewal.filed", filed),
        happening(BUILDING, "term.expires", "2025-12-31"),
    ]

    found = BUILDING.clocks("term.expires", day("2026-12-31"), None, None, happened, day("2026-12-15"))

    assert next(each for each in found.clocks if each.id == "fr-rl-renewal-30-days").standing == standing


def test_a_hearing_has_a_first_and_a_last_day() -> None:
    found = clock(GROUNDS, "le-arch-hearing", "application.received", day("2026-05-04"))

    assert (found.first_day, found.last_day) == (day("2026-05-11"), day("2026-05-18"))
    assert "not before Monday, May 11, 2026 and on or before Monday, May 18, 2026" in found.sentence


def test_a_window_lies_before_the_closing() -> None:
    found = clock(GROUNDS, "le-close-comp-pay", "park_sale.closed", day("2026-09-15"))

    assert (found.first_day, found.last_day) == (day("2026-08-16"), day("2026-09-15"))


@pytest.mark.parametrize(
    ("from_", "last"),
    [("2026-09-30", "2026-10-01"), ("2026-10-01", "2026-10-01"), ("2026-10-02", "2027-10-01")],
)
def test_a_day_of_the_year_is_the_next_one(from_: str, last: str) -> None:
    assert clock(GROUNDS, "le-alarm-assessment", "notice.served", day(from_)).last_day == day(last)


def test_an_extension_may_not_pass_a_day_of_the_year() -> None:
    found = clock(GROUNDS, "le-grade-restore", "activity.completed", day("2026-08-03"))

    assert found.last_day == day("2026-08-17")
    assert found.extension is not None
    assert found.extension.last_day == day("2026-10-01")


def test_an_extension_counts_on_from_the_whole_time() -> None:
    found = clock(RENTAL, "er-ab-extension.completion", "order.dated", day("2026-03-04"), emergency=False)

    assert (found.raw_last_day, found.last_day) == (day("2026-05-03"), day("2026-05-04"))
    assert found.extension is not None
    assert found.extension.last_day == day("2026-08-31")  # May 3 + 120 days
    assert found.extension.reasoned
    assert found.extension.sentence == (
        "Building official may extend the time once, with stated reasons, at most through "
        "Monday, August 31, 2026."
    )


def test_no_extension_in_danger_and_an_open_question_is_named() -> None:
    started = ("er-ab-extension.completion", "order.dated", day("2026-03-04"))

    assert clock(RENTAL, *started, emergency=True).extension is None
    open_ = clock(RENTAL, *started).extension
    assert open_ is not None
    assert (open_.applies, open_.missing) == (None, ("emergency",))


def test_an_office_sets_the_day_within_the_most_the_law_gives() -> None:
    found = clock(GROUNDS, "le-shore-raw-sewage", "notice.received", day("2026-04-06"))

    assert (found.sets, found.last_day) == ("building_official", day("2026-05-06"))
    assert "Building official sets the day" in found.sentence


def test_a_clock_that_comes_round_again_says_after_what_time() -> None:
    again = clock(BUILDING, "fr-rl-course.again", "course.completed", day("2027-03-01"))

    assert (again.last_day, again.repeats) == (day("2032-03-01"), "5 years")


# was it in time?


def refund(**facts: Any) -> Finding:
    found = BUILDING.check(parse_facts(BUILDING.facts, {"work_done": False} | facts), day("2027-01-04"))
    return next(each for each in found.findings if each.id == "fr-bp-refund-permit")


@pytest.mark.parametrize(
    ("asked", "outcome"),
    [("2026-12-28", "met"), ("2026-12-29", "met"), ("2026-12-30", "not_met")],
)
def test_a_refund_is_asked_for_within_180_days(asked: str, outcome: str) -> None:
    paid = day("2026-12-29") - timedelta(180)

    found = refund(fee_paid_on=paid.isoformat(), refund_requested_on=asked)

    assert found.outcome == outcome


def test_a_request_in_time_explains_itself() -> None:
    late = refund(fee_paid_on="2026-01-05", refund_requested_on="2026-07-07")

    assert late.sentence.startswith(
        "Request for the refund on Tuesday, July 7, 2026 (last day Monday, July 6, 2026): too late."
    )


@pytest.mark.parametrize(
    ("facts", "missing"),
    [
        ({}, ("fee_paid_on", "refund_requested_on")),
        ({"fee_paid_on": "2026-01-05"}, ("refund_requested_on",)),
        ({"refund_requested_on": "2026-01-05"}, ("fee_paid_on",)),
    ],
)
def test_what_would_tell_whether_it_was_in_time_is_named(
    facts: dict[str, Any], missing: tuple[str, ...]
) -> None:
    found = refund(**facts)

    assert (found.outcome, found.missing) == ("needs_information", missing)


def test_no_day_matters_once_work_was_done() -> None:
    assert refund(work_done=True).outcome == "not_met"


# transfers and holds


def test_a_private_dock_does_not_pass_and_a_commercial_one_only_with_the_business() -> None:
    private = parse_facts(DOCK.facts, {"dock_class": "private"})
    commercial = parse_facts(DOCK.facts, {"dock_class": "commercial"})

    assert DOCK.ends("ownership.transferred", private, day("2026-07-20")).transfers is False
    assert DOCK.ends("ownership.transferred", commercial, day("2026-07-20")).transfers is None
    sold = DOCK.ends("business.sold", commercial, day("2026-07-20"))
    assert sold.transfers is True
    assert [(each.id, each.by) for each in sold.requests] == [
        ("dl-dock-transfer-request", ("licensee", "buyer"))
    ]


@pytest.mark.parametrize(
    ("filed", "standing"), [("2026-06-22", "done"), ("2026-06-23", "done_late"), (None, "lapsed")]
)
def test_a_transfer_is_asked_for_within_thirty_days_or_the_license_ends(
    filed: str | None, standing: str
) -> None:
    happened = [happening(RENTAL, "transfer_request.filed", filed)] if filed else []

    found = RENTAL.clocks("ownership.transferred", day("2026-05-23"), None, None, happened, day("2026-07-01"))

    (request,) = found.clocks
    assert (request.id, request.last_day, request.standing) == (
        "er-rl-transfer-deadline",
        day("2026-06-22"),
        standing,
    )


@pytest.mark.parametrize(
    ("read_on", "blocked"),
    [("2026-05-31", ()), ("2026-06-01", ("inspect",)), ("2026-06-09", ("inspect",)), ("2026-06-10", ())],
)
def test_no_inspection_until_the_fee_is_paid(read_on: str, blocked: tuple[str, ...]) -> None:
    happened = [
        happening(BUILDING, "fee.assessed", "2026-06-01"),
        happening(BUILDING, "reinspection_fee.paid", "2026-06-10"),
    ]

    assert BUILDING.holds(happened, day(read_on)).blocked == blocked


def test_a_hold_says_since_when_and_until_what() -> None:
    (hold,) = BUILDING.holds([happening(BUILDING, "fee.assessed", "2026-06-01")], day("2026-06-05")).holds

    assert hold.sentence == (
        "Since Monday, June 1, 2026 (a reinspection fee was assessed) it is barred to inspect the work, "
        "until the reinspection fee was paid."
    )


def test_a_second_assessment_places_it_anew() -> None:
    happened = [
        happening(BUILDING, "fee.assessed", "2026-06-01"),
        happening(BUILDING, "reinspection_fee.paid", "2026-06-10"),
        happening(BUILDING, "fee.assessed", "2026-06-20"),
    ]

    (hold,) = BUILDING.holds(happened, day("2026-06-25")).holds
    assert (hold.in_force, hold.placed_on, hold.released_on) == (True, day("2026-06-20"), None)


# periods


def election(on: str) -> PeriodRun:
    found = SIGN.periods(day(on)).named("election_period")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("on", "inside"),
    [
        ("2028-06-22", False),
        ("2028-06-23", True),
        ("2028-11-17", True),
        ("2028-11-18", False),
        ("2027-10-01", False),
        ("2029-01-01", None),
    ],
)
def test_the_election_period_lies_around_the_dates_of_the_law(on: str, inside: bool | None) -> None:
    assert election(on).in_period is inside


def test_the_election_period_is_told_with_its_days() -> None:
    found = election("2028-08-01")

    assert (found.first_day, found.last_day) == (day("2028-06-23"), day("2028-11-17"))


SNOWFALLS = ["2026-11-20", "2027-02-02", "2027-04-02", "2027-11-09", "2027-12-24"]


@pytest.mark.parametrize(
    ("on", "read_on", "inside"),
    [
        ("2026-11-19", "2027-07-01", False),
        ("2026-11-20", "2027-07-01", True),
        ("2027-04-02", "2027-07-01", True),
        ("2027-04-03", "2027-07-01", False),
        ("2027-04-03", "2027-04-10", None),
        ("2027-03-02", "2027-03-02", None),
        ("2027-11-22", "2027-12-30", True),
        ("2027-07-01", "2027-07-01", False),
    ],
)
def test_a_snow_season_runs_from_the_first_snowfall_to_the_last(
    on: str, read_on: str, inside: bool | None
) -> None:
    fell = [happening(SNOW, "snowfall.ended", each) for each in SNOWFALLS]

    assert SNOW.periods(day(on), fell, day(read_on)).periods[0].in_period is inside


@pytest.mark.parametrize(
    ("on", "noncommercial", "requirement"),
    [
        ("2028-06-22", True, "required"),
        ("2028-06-23", True, "exempt"),
        ("2028-06-23", False, "required"),
        ("2029-01-01", True, "cannot_be_told"),
        ("2029-01-01", False, "required"),
    ],
)
def test_a_formula_asks_whether_the_day_lies_in_a_period(
    on: str, noncommercial: bool, requirement: str
) -> None:
    facts = parse_facts(SIGN.facts, {"noncommercial": noncommercial})

    assert SIGN.requirement(facts, day(on)).requirement == requirement


def test_the_period_of_the_day_is_told_in_words() -> None:
    facts = parse_facts(SIGN.facts, {"noncommercial": True})

    (finding,) = SIGN.requirement(facts, day("2028-07-04")).findings

    assert finding.sentence == "Exempt: Noncommercial: yes; within the election period: yes."


# extensions that were granted


def application(read_on: str, *happened: Happening) -> Clock:
    found = BUILDING.clocks("application.dated", day("2027-03-08"), None, None, happened, day(read_on))
    return next(each for each in found.clocks if each.id == "fr-bp-application-expiry")


def longer(on: str, until: str) -> Happening:
    return happening(BUILDING, "extension.granted", on, followed_by={"until": until})


def test_an_application_expires_on_the_180th_day_though_it_is_a_saturday() -> None:
    assert application("2027-09-04").standing == "running"
    expired = application("2027-09-05")
    assert (expired.last_day, expired.standing, expired.lapsed) == (day("2027-09-04"), "lapsed", True)
    assert expired.extension is not None
    assert expired.extension.open is False


def test_an_extension_moves_the_last_day_and_there_is_only_one() -> None:
    first = longer("2027-09-01", "2027-12-13")

    once = application("2027-12-01", first)
    twice = application("2027-12-10", first, longer("2027-12-09", "2028-01-12"))

    assert (once.last_day, once.standing) == (day("2027-12-13"), "running")
    assert once.extension is not None
    assert (once.extension.times, once.extension.open, once.extension.granted) == (
        1,
        False,
        (day("2027-12-13"),),
    )
    assert twice.last_day == day("2027-12-13")
    assert twice.standing_because[1] == (
        "The extension of Thursday, December 9, 2027 does not count: only one extension may be given."
    )


@pytest.mark.parametrize(
    ("granted", "until", "last"),
    [
        ("2027-09-04", "2028-03-02", "2028-03-02"),
        ("2027-09-04", "2028-03-03", "2027-09-04"),  # September 4 + 180 days = March 2
        ("2027-09-05", "2028-01-01", "2027-09-04"),
    ],
)
def test_an_extension_in_time_and_within_its_limit_counts(granted: str, until: str, last: str) -> None:
    assert application("2027-09-05", longer(granted, until)).last_day == day(last)


def test_before_any_extension_one_may_be_given() -> None:
    open_ = application("2027-09-04").extension

    assert open_ is not None
    assert (open_.open, open_.last_day) == (True, day("2028-03-02"))
