"""Caps: one commercial dock, three sales a year, thirty days between signs."""

from __future__ import annotations

from typing import Any

import pytest
from citycode import Cap, Holding, Program

from libs.citycode.tests.dates.examples import day, holding, program

DOCK = program("detroit-lakes", "dock-license")
SALE = program("detroit-lakes", "rummage-sale")
SIGN = program("fridley", "sign")


def dock(first: str, last: str, kind: str | None, **keys: Any) -> Holding:
    return holding(DOCK, "licenses_in_effect", first, last, dock_class=kind, **keys)


def sale(first: str, last: str, id_: str = "", residence: str = "12 Elm") -> Holding:
    return holding(SALE, "rummage_sales", first, last, id_=id_, residence=residence)


def cap(of: Program, id_: str, wanted: Holding, *records: Holding) -> Cap:
    found = of.caps(wanted, records, wanted.first)
    return next(each for each in found.caps if each.id == id_)


def one_dock(wanted: Holding, *records: Holding) -> bool | None:
    return cap(DOCK, "dl-dock-commercial-cap", wanted, *records).allowed


HELD = dock("2026-04-01", "2026-11-01", "commercial", id_="DL-DOCK-1")


def test_no_second_commercial_dock() -> None:
    found = cap(DOCK, "dl-dock-commercial-cap", dock("2026-05-11", "2026-11-01", "commercial"), HELD)

    assert (found.allowed, found.limit, found.counted, found.counting) == (False, 1, 1, ("DL-DOCK-1",))
    assert found.sentence == "Licenses in effect at one time: 1 of at most 1; no more is possible."


@pytest.mark.parametrize(
    ("first", "last", "allowed"),
    [
        ("2026-11-01", "2027-11-01", False),  # the last day of the one is the first of the other
        ("2026-11-02", "2027-11-01", True),
        ("2025-04-01", "2026-03-31", True),
        ("2025-04-01", "2026-04-01", False),
    ],
)
def test_what_does_not_stand_at_the_same_time_does_not_count(first: str, last: str, allowed: bool) -> None:
    assert one_dock(dock(first, last, "commercial"), HELD) is allowed


def test_other_classes_are_not_bound_and_do_not_count() -> None:
    wanted = dock("2026-05-11", "2026-11-01", "private")

    assert DOCK.caps(wanted, [HELD], wanted.first).caps == ()
    assert DOCK.caps(wanted, [HELD], wanted.first).outcome == "allowed"
    assert one_dock(
        dock("2026-05-11", "2026-11-01", "commercial"), dock("2026-04-01", "2026-11-01", "private")
    )


def test_a_record_whose_class_is_not_known_leaves_it_open() -> None:
    unknown = dock("2026-04-01", "2026-11-01", None)

    found = DOCK.caps(dock("2026-05-11", "2026-11-01", "commercial"), [unknown], day("2026-05-11"))

    assert found.outcome == "needs_information"
    assert [each.name for each in found.missing_facts] == ["records/0/dock_class"]


def test_an_unknown_record_changes_nothing_where_the_cap_is_reached_anyway() -> None:
    unknown = dock("2026-04-01", "2026-11-01", None)

    assert one_dock(dock("2026-05-11", "2026-11-01", "commercial"), HELD, unknown) is False


def test_one_dock_per_property() -> None:
    held = dock("2026-04-01", "2026-11-01", "semi_commercial", parcel="1")

    here = dock("2026-05-01", "2026-11-01", "semi_commercial", parcel="1")
    there = dock("2026-05-01", "2026-11-01", "semi_commercial", parcel="2")
    nowhere = dock("2026-05-01", "2026-11-01", "semi_commercial")
    assert cap(DOCK, "dl-dock-semi-one-dock", here, held).allowed is False
    assert cap(DOCK, "dl-dock-semi-one-dock", there, held).allowed is True
    assert cap(DOCK, "dl-dock-semi-one-dock", nowhere, held).missing == ("parcel",)


def test_an_open_end_stands_for_good() -> None:
    forever = holding(DOCK, "licenses_in_effect", "2020-01-01", dock_class="commercial")

    assert one_dock(dock("2026-05-11", "2026-11-01", "commercial"), forever) is False


@pytest.mark.parametrize(("held", "allowed"), [(0, True), (1, True), (2, True), (3, False), (4, False)])
def test_three_sales_a_year(held: int, allowed: bool) -> None:
    records = [sale(f"2026-0{month}-05", f"2026-0{month}-06", f"s{month}") for month in range(1, held + 1)]

    found = cap(SALE, "dl-rummage-three-per-year", sale("2026-09-12", "2026-09-13"), *records)

    assert (found.allowed, found.counted, found.with_wanted) == (allowed, held, held + 1)
    assert found.window == (day("2026-01-01"), day("2026-12-31"))


def test_sales_of_another_year_or_residence_do_not_count() -> None:
    records = [
        sale("2025-12-28", "2025-12-29"),
        sale("2027-01-02", "2027-01-03"),
        sale("2026-05-01", "2026-05-02", residence="14 Elm"),
        sale("2025-12-31", "2026-01-01"),  # reaches into the year
    ]

    assert cap(SALE, "dl-rummage-three-per-year", sale("2026-09-12", "2026-09-13"), *records).counted == 1


def test_a_record_that_is_renewed_does_not_count_against_itself() -> None:
    held = [sale(f"2026-0{month}-05", f"2026-0{month}-06", f"s{month}") for month in (1, 2, 3)]

    assert cap(SALE, "dl-rummage-three-per-year", held[0], *held).allowed is True


@pytest.mark.parametrize(("last", "days", "allowed"), [("2026-06-13", 3, True), ("2026-06-14", 4, False)])
def test_a_sale_touches_three_days_at_most(last: str, days: int, allowed: bool) -> None:
    found = cap(SALE, "dl-rummage-three-days", sale("2026-06-11", last))

    assert (found.with_wanted, found.allowed) == (days, allowed)


def shown(first: str, last: str) -> Holding:
    return holding(SALE, "items_for_sale", first, last, residence="12 Elm")


def test_two_items_shown_at_once_are_the_most() -> None:
    one, two = shown("2026-05-01", "2026-05-10"), shown("2026-05-10", "2026-05-20")

    assert (
        cap(SALE, "dl-opensale-two-displayed", shown("2026-05-10", "2026-05-10"), one, two).allowed is False
    )
    assert cap(SALE, "dl-opensale-two-displayed", shown("2026-05-11", "2026-05-12"), one, two).allowed is True
    apart = cap(
        SALE,
        "dl-opensale-two-displayed",
        shown("2026-05-01", "2026-05-20"),
        one,
        shown("2026-05-11", "2026-05-20"),
    )
    assert (apart.allowed, apart.with_wanted) == (True, 2)


@pytest.mark.parametrize(
    ("last", "total", "left", "allowed"),
    [("2026-06-11", 29, 1, True), ("2026-06-12", 30, 0, True), ("2026-06-13", 31, 0, False)],
)
def test_days_of_all_items_add_up(last: str, total: int, left: int, allowed: bool) -> None:
    boat = shown("2026-05-01", "2026-05-18")

    found = cap(SALE, "dl-opensale-thirty-days", shown("2026-06-01", last), boat)

    assert (found.counted, found.with_wanted, found.left, found.allowed) == (18, total, left, allowed)


@pytest.mark.parametrize(
    ("last", "total", "allowed", "year"),
    [
        ("2027-01-06", 7, True, 2026),  # seven days in 2026, six in 2027
        ("2027-01-30", 30, True, 2027),
        ("2027-01-31", 31, False, 2027),
        ("2029-02-01", 366, False, 2028),  # the leap year is the fullest
    ],
)
def test_of_several_years_that_a_display_touches_the_fullest_is_told(
    last: str, total: int, allowed: bool, year: int
) -> None:
    found = cap(SALE, "dl-opensale-thirty-days", shown("2026-12-25", last))

    assert (found.with_wanted, found.allowed) == (total, allowed)
    assert found.window == (day(f"{year}-01-01"), day(f"{year}-12-31"))


def test_a_display_whose_end_is_not_known_fills_the_next_year() -> None:
    forever = holding(SALE, "items_for_sale", "2026-12-25", None, residence="12 Elm")

    assert cap(SALE, "dl-opensale-thirty-days", forever).allowed is False


def permit(first: str, last: str) -> Holding:
    return holding(SIGN, "temporary_sign_permits", first, last, location="6431 University")


@pytest.mark.parametrize(
    ("first", "allowed"), [("2027-07-20", False), ("2027-07-21", True), ("2027-06-20", False)]
)
def test_thirty_full_days_lie_between_two_sign_permits(first: str, allowed: bool) -> None:
    held = permit("2027-06-01", "2027-06-20")

    found = cap(SIGN, "fr-sign-temp-interval", permit(first, first), held)

    assert found.allowed is allowed
    assert found.free_from == (None if allowed else day("2027-07-21"))


def test_a_permit_before_another_keeps_its_distance_too() -> None:
    held = permit("2027-06-01", "2027-06-20")

    assert cap(SIGN, "fr-sign-temp-interval", permit("2027-04-20", "2027-05-01"), held).allowed is True
    assert cap(SIGN, "fr-sign-temp-interval", permit("2027-04-20", "2027-05-02"), held).allowed is False


def test_the_first_free_day_is_told() -> None:
    held = permit("2027-06-01", "2027-06-20")

    assert cap(SIGN, "fr-sign-temp-interval", permit("2027-07-01", "2027-07-05"), held).sentence == (
        "30 full days must lie between temporary sign permits of the same location, and 10 do; one more may "
        "begin on Wednesday, July 21, 2027."
    )


def test_a_record_cannot_end_before_it_begins() -> None:
    with pytest.raises(ValueError, match="before it begins"):
        sale("2026-06-02", "2026-06-01")
