"""Dates that follow from events, with the made-up city."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from citycode import Clock, UnknownEvent

from libs.citycode.tests.lawbooks import shed, shed_facts

CENTRAL = ZoneInfo("America/Chicago")
MONDAY = date(2026, 6, 1)


def clocks(event: str, on: date | datetime = MONDAY, **facts: object) -> dict[str, Clock]:
    return {each.id: each for each in shed().clocks(event, on, shed_facts(**facts)).clocks}


def test_a_clock_says_who_must_do_what_by_when_and_how_it_was_counted() -> None:
    decide = clocks("application.completed")["bf-shed-decide"]

    assert decide.last_day == date(2026, 6, 11)
    assert decide.sentence == "Clerk must decide on or before Thursday, June 11, 2026 (10 days)."
    assert decide.stopped_by == ("ownership.transferred",)
    assert decide.lapse is not None
    assert (decide.lapse.to, decide.lapse.by, decide.lapse.mandatory) == ("expired", "clerk", True)
    assert decide.steps


@pytest.mark.parametrize(
    ("on", "last"), [(date(2026, 6, 9), "2026-06-22"), (date(2026, 6, 10), "2026-06-22")]
)
def test_a_last_day_on_a_holiday_or_weekend_is_left_out(on: date, last: str) -> None:
    decide = clocks("application.completed", on)["bf-shed-decide"]

    assert decide.last_day == date.fromisoformat(last)
    assert decide.raw_last_day == on + timedelta(10)


def test_winter_does_not_count() -> None:
    lapse = clocks("permit.issued", date(2026, 9, 1))["bf-shed-lapse"]

    assert lapse.last_day == date(2027, 7, 30)


def test_hours_run_from_an_instant() -> None:
    served = datetime(2026, 6, 5, 15, 30, tzinfo=CENTRAL)

    urgent = clocks("notice.served", served)["bf-shed-urgent"]

    assert urgent.at == served + timedelta(hours=48)
    assert urgent.last_day == date(2026, 6, 7)


def test_an_instant_is_told_on_the_clock_of_the_city_wherever_it_was_written_down() -> None:
    winter = datetime(2026, 12, 4, 21, 30, tzinfo=ZoneInfo("UTC"))

    urgent = clocks("notice.served", winter)["bf-shed-urgent"]

    assert urgent.at_local == "2026-12-06T15:30"
    assert clocks("application.completed")["bf-shed-decide"].at_local is None


def test_hours_without_an_instant_say_what_is_needed() -> None:
    urgent = clocks("notice.served")["bf-shed-urgent"]

    assert urgent.last_day is None
    assert "run from an instant" in urgent.sentence


def test_a_waiver_takes_the_clock_away_and_an_unknown_waiver_is_named() -> None:
    served = datetime(2026, 6, 5, 15, 30, tzinfo=CENTRAL)

    assert "bf-shed-urgent" not in clocks("notice.served", served, historic=True)
    unsure = clocks("notice.served", served, historic=None)["bf-shed-urgent"]
    assert (unsure.applies, unsure.missing) == (None, ("historic",))


@pytest.mark.parametrize(("slope", "days"), [("2.9", 7), (3, 14)])
def test_a_length_may_depend_on_facts(slope: object, days: int) -> None:
    steep = clocks("notice.served", slope=slope)["bf-shed-steep"]

    assert steep.length == f"{days} days"
    assert steep.last_day == MONDAY + timedelta(days)


def test_a_length_that_waits_for_a_fact_names_it() -> None:
    answer = shed().clocks("notice.served", MONDAY, shed_facts(slope=None))

    steep = next(each for each in answer.clocks if each.id == "bf-shed-steep")
    assert (steep.last_day, steep.missing) == (None, ("slope",))
    assert "slope" in [each.name for each in answer.missing_facts]


def test_a_day_may_be_computed() -> None:
    assert clocks("notice.served", built_on="2020-02-29")["bf-shed-age"].last_day == date(2030, 2, 28)


def test_what_may_begin_is_the_end_of_the_wait_and_not_moved() -> None:
    wait = clocks("permit.issued", date(2026, 6, 6))["bf-shed-wait"]

    assert (wait.kind, wait.last_day) == ("earliest", date(2026, 6, 13))
    assert "may begin work after Saturday" in wait.sentence


def test_terms_and_seasons_are_not_moved() -> None:
    started = clocks("permit.issued", date(2026, 6, 6))

    assert started["bf-shed-term"].last_day == date(2028, 6, 6)
    assert started["bf-shed-season"].last_day == date(2026, 11, 1)
    assert date(2026, 11, 1).weekday() == 6


def test_a_review_comes_round() -> None:
    review = clocks("permit.issued")["bf-shed-review"]

    assert (review.kind, review.repeats, review.last_day) == ("review", "1 year", date(2027, 6, 1))
    assert review.has_passed(date(2027, 6, 2))
    assert not review.has_passed(date(2027, 6, 1))


def test_an_event_that_starts_nothing_gives_nothing_and_an_unknown_one_is_refused() -> None:
    assert clocks("ownership.transferred") == {}
    with pytest.raises(UnknownEvent, match="permit\\.isued"):
        clocks("permit.isued")


def test_the_law_date_may_be_another_day_than_the_event() -> None:
    answer = shed().clocks("permit.issued", MONDAY, None, law_on=date(2005, 1, 1))

    assert answer.on == MONDAY
    assert answer.law_date == date(2005, 1, 1)
    assert {each.law_date for each in answer.clocks} == {date(2005, 1, 1)}
