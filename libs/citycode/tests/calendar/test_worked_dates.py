"""The dates worked out in the statutes and in the cities' cases, each with its section or rule."""

from __future__ import annotations

from datetime import date

import pytest
from citycode.calendar import (
    Length,
    Pause,
    Season,
    check_publication,
    earlier_of,
    last_first_publication,
)

from libs.citycode.tests.calendar.calendars import a_calendar, at, day


@pytest.mark.parametrize(
    ("complete", "last_day", "raw"),
    [
        ("2026-05-06", "2026-07-06", "2026-07-05"),
        ("2026-05-05", "2026-07-06", "2026-07-04"),
        ("2026-09-12", "2026-11-12", "2026-11-11"),
        ("2026-04-20", "2026-06-22", "2026-06-19"),
        ("2026-11-02", "2027-01-04", "2027-01-01"),
        ("2002-05-15", "2002-07-15", "2002-07-14"),
    ],
)
def test_sixty_days_from_a_complete_request_ms_15_99(complete: str, last_day: str, raw: str) -> None:
    count = a_calendar().add_days(day(complete), 60)

    assert (count.last_day, count.raw_last_day) == (day(last_day), day(raw))


def test_a_full_extension_of_the_sixty_days() -> None:
    assert a_calendar().add_days(day("2026-11-02"), 120).last_day == day("2027-03-02")


@pytest.mark.parametrize(
    ("received", "last_day"), [("2026-11-02", "2026-11-24"), ("2026-12-21", "2027-01-13")]
)
@pytest.mark.parametrize("friday", [True, False])
def test_fifteen_business_days_to_say_what_is_missing(received: str, last_day: str, friday: bool) -> None:
    calendar = a_calendar({"friday_after_thanksgiving": friday})

    assert calendar.add_business_days(day(received), 15).last_day == day(last_day)


def test_twenty_days_to_answer_an_order_ms_463_18() -> None:
    assert a_calendar().add_days(day("2026-11-02"), 20).last_day == day("2026-11-23")


def test_assessment_notices_are_out_two_weeks_before_ms_429_061() -> None:
    assert a_calendar().weeks_before(day("2026-10-19"), 2).last_day == day("2026-10-05")


def test_thirty_days_from_adoption_to_prepay_ms_429_061() -> None:
    count = a_calendar().add_days(day("2026-10-19"), 30)

    assert count.last_day == day("2026-11-18")


def test_days_to_the_end_of_the_year_an_assessment_is_payable() -> None:
    assert (day("2027-12-31") - day("2026-10-19")).days == 438


def test_the_holidays_of_2027_ms_645_44() -> None:
    observed = {each.day for each in a_calendar().holidays.of_year(2027)}

    assert observed == {
        *map(day, ("2027-01-01", "2027-01-18", "2027-02-15", "2027-05-31", "2027-06-18", "2027-06-19")),
        *map(day, ("2027-07-04", "2027-07-05", "2027-09-06", "2027-10-11", "2027-11-11", "2027-11-25")),
        *map(day, ("2027-12-24", "2027-12-25", "2027-12-31")),
    }


@pytest.mark.parametrize(
    ("rule", "start", "length", "last_day"),
    [
        ("le-wind-hearing-schedule", "2026-06-04", Length(30, "days"), "2026-07-06"),
        ("le-wless-expert-reimburse", "2026-06-15", Length(15, "business_days"), "2026-07-08"),
        ("le-wless-removal", "2026-08-31", Length(6, "months"), "2027-03-01"),
        ("le-land-dead-plant", "2026-10-31", Length(4, "months"), "2027-03-01"),
        ("le-alarm-payment", "2026-05-08", Length(30, "days"), "2026-06-08"),
        ("le-soil-start", "2026-09-12", Length(60, "days"), "2026-11-12"),
        ("le-soil-emergency-application", "2026-12-15", Length(10, "days"), "2026-12-28"),
        ("le-shore-dnr-decision", "2026-08-28", Length(10, "days"), "2026-09-08"),
        ("le-shore-raw-sewage", "2026-06-03", Length(30, "days"), "2026-07-06"),
        ("le-esc-removal", "2026-05-22", Length(30, "days"), "2026-06-22"),
        ("le-illicit-release-other", "2026-07-02", Length(1, "business_days"), "2026-07-06"),
        ("le-bldg-exterior", "2026-08-30", Length(6, "months"), "2027-03-01"),
        ("le-grade-admin-review", "2026-11-20", Length(10, "business_days"), "2026-12-07"),
        ("le-move-recommendation", "2026-05-11", Length(40, "days"), "2026-06-22"),
        ("le-mh-temporary-removal", "2026-05-15", Length(10, "months"), "2027-03-15"),
        ("fr-bp-refund-application", "2027-02-01", Length(180, "days"), "2027-08-02"),
        ("fr-co-inspection-10-days", "2027-11-15", Length(10, "days"), "2027-11-26"),
        ("fr-cs-removal-30-days", "2027-08-06", Length(30, "days"), "2027-09-07"),
        ("fr-av-temporary-fence", "2027-06-14", Length(30, "days"), "2027-07-14"),
        ("fr-id-spill-nonhazardous", "2027-11-24", Length(1, "business_days"), "2027-11-26"),
        ("fr-id-spill-written", "2027-11-26", Length(3, "business_days"), "2027-12-01"),
        ("fr-sec-restore", "2027-06-29", Length(5, "days"), "2027-07-06"),
        ("fr-swe-bmp-30-days", "2027-08-06", Length(30, "days"), "2027-09-07"),
        ("fr-swe-costs-draw-security", "2027-04-01", Length(30, "days"), "2027-05-03"),
        ("fr-sign-temp-decision", "2027-06-30", Length(5, "business_days"), "2027-07-08"),
        ("fr-sign-permit-expiry-start", "2027-01-13", Length(180, "days"), "2027-07-12"),
        ("fr-sign-permit-expiry-complete", "2027-01-13", Length(1, "years"), "2028-01-13"),
        ("fr-sign-judicial-review", "2027-11-12", Length(30, "days"), "2027-12-13"),
        ("fr-rl-agent-change", "2027-12-20", Length(10, "business_days"), "2028-01-05"),
        ("fr-du-second-report", "2028-03-16", Length(10, "business_days"), "2028-03-30"),
        ("fr-re-council-appeal", "2027-11-01", Length(14, "business_days"), "2027-11-22"),
        ("fr-pc-hearing-90", "2027-04-05", Length(90, "days"), "2027-07-06"),
        ("er-rl-transfer-deadline", "2026-06-04", Length(30, "days"), "2026-07-06"),
        ("er-ab-repair-60", "2026-05-11", Length(60, "days"), "2026-07-10"),
        ("er-ab-extension", "2026-07-15", Length(120, "days"), "2026-11-12"),
        ("er-ab-not-commenced", "2026-06-01", Length(30, "days"), "2026-07-01"),
        ("er-dis-report", "2026-06-29", Length(5, "days"), "2026-07-06"),
        ("dl-dock-cure-period", "2026-06-24", Length(10, "days"), "2026-07-06"),
        ("dl-dwell-auto-order", "2026-05-15", Length(10, "days"), "2026-05-26"),
        ("dl-dwell-condemn-hearing", "2026-06-15", Length(5, "days"), "2026-06-22"),
        ("dl-room-auto-revoke", "2026-09-24", Length(10, "days"), "2026-10-05"),
        ("dl-pm-correction-time", "2026-04-06", Length(30, "days"), "2026-05-06"),
        ("dl-lab-owner-deadline", "2026-06-16", Length(10, "business_days"), "2026-07-01"),
        ("dl-ld-stabilize-mid", "2026-05-04", Length(14, "days"), "2026-05-18"),
        ("dl-ld-trout-steep", "2026-06-02", Length(3, "days"), "2026-06-05"),
        ("dl-ld-stabilize-flat", "2026-04-01", Length(21, "days"), "2026-04-22"),
    ],
)
def test_acts_to_be_done(rule: str, start: str, length: Length, last_day: str) -> None:
    assert a_calendar().after(day(start), length).last_day == day(last_day), rule


@pytest.mark.parametrize(
    ("rule", "start", "length", "last_day"),
    [
        ("fr-bp-application-expiry", "2027-03-08", Length(180, "days"), "2027-09-04"),
        ("dl-room-permit-term", "2026-02-28", Length(1, "years"), "2027-02-28"),
        ("fr-rl-term", "2027-05-17", Length(12, "months"), "2028-05-17"),
        ("le-close-vacate", "2026-11-17", Length(60, "days"), "2027-01-16"),
        ("dl-dock-nonconforming-end", "1998-04-14", Length(5, "years"), "2003-04-14"),
        ("er-dis-second-notice", "2026-01-10", Length(3, "months"), "2026-04-10"),
        ("er-dis-safe-harbor", "2026-05-04", Length(30, "days"), "2026-06-03"),
        ("le-upkeep-unlicensed-vehicle", "2026-03-02", Length(7, "days"), "2026-03-09"),
    ],
)
def test_fixed_terms_stay_where_they_end(rule: str, start: str, length: Length, last_day: str) -> None:
    assert a_calendar().after(day(start), length, roll=False).last_day == day(last_day), rule


@pytest.mark.parametrize(
    ("rule", "event", "length", "last_day"),
    [
        ("le-wind-notice", "2026-07-14", Length(10, "days"), "2026-07-04"),
        ("le-wless-cup-notice", "2026-09-14", Length(10, "days"), "2026-09-04"),
        ("le-radio-termination", "2026-10-20", Length(10, "days"), "2026-10-10"),
        ("le-shore-dnr-hearing", "2026-08-11", Length(10, "days"), "2026-08-01"),
        ("le-move-hearing", "2026-09-22", Length(10, "days"), "2026-09-12"),
        ("le-arch-applicant-notice", "2026-05-18", Length(3, "days"), "2026-05-15"),
        ("le-mhp-hearing-publish", "2026-11-10", Length(10, "days"), "2026-10-31"),
        ("le-close-notice", "2027-06-30", Length(9, "months"), "2026-09-30"),
        ("fr-rl-renewal-30-days", "2028-05-17", Length(30, "days"), "2028-04-17"),
        ("fr-rl-hearing-notice", "2027-10-25", Length(10, "days"), "2027-10-15"),
        ("fr-pc-12-months", "2028-09-01", Length(12, "months"), "2027-09-01"),
        ("fr-pc-hearing-notice", "2027-07-01", Length(10, "days"), "2027-06-21"),
        ("fr-sign-election-period", "2028-08-08", Length(46, "days"), "2028-06-23"),
        ("dl-pm-hearing-notice", "2026-06-09", Length(14, "days"), "2026-05-26"),
    ],
)
def test_least_notice_is_not_moved(rule: str, event: str, length: Length, last_day: str) -> None:
    assert a_calendar().before(day(event), length).last_day == day(last_day), rule


def test_a_notice_before_a_meeting_that_cannot_end_on_a_holiday_goes_out_earlier() -> None:
    count = a_calendar().days_before(day("2026-07-14"), 10, moved_earlier=True)

    assert count.last_day == day("2026-07-02")
    assert count.raw_last_day == day("2026-07-04")


@pytest.mark.parametrize(
    ("rule", "start", "hours", "ends"),
    [
        ("le-esc-street-sweep", "2026-07-03T15:00", 24, "2026-07-04T15:00"),
        ("dl-room-disposal-notice", "2026-07-03T15:00", 24, "2026-07-04T15:00"),
        ("fr-snow-clear-48h", "2028-01-15T14:30", 48, "2028-01-17T14:30"),
        ("fr-snow-temporary-placement", "2027-12-24T16:00", 48, "2027-12-26T16:00"),
    ],
)
def test_hours_run_through_weekends_and_holidays(rule: str, start: str, hours: int, ends: str) -> None:
    assert a_calendar().hours_after(at(start), hours).at == at(ends), rule


def test_exactly_twenty_four_hours_is_in_time_dl_beach_24_hours() -> None:
    count = a_calendar().hours_after(at("2026-07-10T14:00"), 24)

    assert count.is_in_time(at("2026-07-11T14:00"))
    assert not count.is_in_time(at("2026-07-11T14:01"))


def test_the_earlier_of_72_hours_from_failure_and_48_from_notice_fr_swe_schedule_48_72() -> None:
    calendar = a_calendar()

    choice = earlier_of(
        {
            "48 hours after notice": calendar.hours_after(at("2027-06-12T09:00"), 48),
            "72 hours after failure": calendar.hours_after(at("2027-06-10T08:00"), 72),
        }
    )

    assert choice.label == "72 hours after failure"
    assert choice.chosen.at == at("2027-06-13T08:00")


def test_turf_after_a_winter_that_does_not_count_le_land_turf_deadline() -> None:
    count = a_calendar().add_days(day("2025-09-15"), 60, pauses=[Pause.parse("10-01", "04-30")])

    assert (count.raw_last_day, count.last_day) == (day("2026-06-14"), day("2026-06-15"))


def test_six_months_without_winter_end_in_july_le_escrow_trigger() -> None:
    count = a_calendar().add_months(day("2026-08-03"), 6, pauses=[Pause.parse("11-01", "04-01")])

    assert (count.raw_last_day, count.last_day) == (day("2027-07-05"), day("2027-07-06"))
    assert not count.has_passed(day("2027-03-15"))


def test_a_dock_season_ends_on_its_sunday_dl_dock_term() -> None:
    season = Season.parse("04-01", "11-01")

    assert season.running_or_next(day("2026-08-14")).last == day("2026-11-01")
    assert day("2026-11-05") not in season


@pytest.mark.parametrize(
    ("on", "in_season"),
    [("2026-10-14", False), ("2026-10-15", True), ("2027-04-15", True), ("2026-04-16", False)],
)
def test_a_heating_season_crosses_new_year_er_pmc_heat_season(on: str, in_season: bool) -> None:
    assert (day(on) in Season.parse("10-15", "04-15")) is in_season


def test_thirty_clear_days_between_two_permits_fr_sign_temp_interval() -> None:
    assert a_calendar().first_day_after_clear(day("2027-06-20"), 30) == day("2027-07-21")


def test_days_a_sale_touches_dl_rummage_three_days() -> None:
    assert a_calendar().days_touched(at("2026-06-11T16:00"), at("2026-06-14T10:00")).days == 4


def test_labor_day_is_no_business_day_le_mhp_shelter_check() -> None:
    calendar = a_calendar()

    assert not calendar.is_business_day(day("2026-09-07"))
    assert calendar.is_business_day(day("2026-09-14"))


def test_the_monday_after_a_sunday_july_4_is_a_holiday_fr_cs_hours_sunday_holiday() -> None:
    assert a_calendar().holiday(day("2027-07-05")) is not None


def test_a_hearing_one_to_two_weeks_after_receipt_le_arch_hearing() -> None:
    calendar, received = a_calendar(), day("2026-05-04")

    window = (calendar.add_weeks(received, 1).last_day, calendar.add_weeks(received, 2).last_day)

    assert window == (day("2026-05-11"), day("2026-05-18"))


def test_four_weeks_of_publication_ms_463_17() -> None:
    published = [date(2026, 10, 7), date(2026, 10, 14), date(2026, 10, 21), date(2026, 10, 28)]

    check = check_publication(published, 4, event=date(2026, 11, 4))

    assert check.lawful
    assert check.complete_on == date(2026, 11, 4)
    assert last_first_publication(date(2026, 11, 4), 4).last_day == date(2026, 10, 7)
