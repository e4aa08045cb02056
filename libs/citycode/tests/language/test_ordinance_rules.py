"""Rules of the four ordinances as a pack writes them, below, on and above their limits."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest
from citycode.language import (
    BARE,
    Binding,
    Boolean,
    Constant,
    Date,
    Enum,
    Instant,
    Known,
    ListOf,
    Missing,
    Record,
    Scope,
    compile_expression,
    explain,
)

from .scopes import CENTRAL, answer, day, moment, number

F = Fraction

SIGN = Scope(
    {
        "sign_type": Enum(("wall", "free_standing", "i694_primary", "i694_secondary")),
        "zoning_district": Enum(("M-1", "M-2", "M-3", "M-O", "R-1")),
        "faces": ListOf(Record({"area": number("sqft")})),
        "walls": ListOf(Record({"length": number("ft"), "sign_area": number("sqft")})),
        "secondary_sign_area": number("sqft"),
        "t.i694_primary": number("sqft"),
    },
    {"v.walls_max": Constant(BARE, 2), "v.factor": Constant(BARE, 15)},
)
SIGN_AREA = compile_expression("sum(f.area for f in faces) / 2", SIGN, number("sqft"))
SIGN_LIMIT = compile_expression("t.i694_primary - max(0, secondary_sign_area - 40)", SIGN)


@pytest.mark.parametrize(
    ("faces", "secondary", "expected"),
    [
        ((240, 240), 0, True),
        ((240, 241), 0, False),
        ((240, 240), 40, True),
        ((240, 240), 41, False),
        ((239, 239), 41, True),
    ],
)
def test_a_primary_sign_gives_way_to_the_secondary(
    faces: tuple[int, int], secondary: int, expected: bool
) -> None:
    scope = SIGN.with_definitions({"m.sign_area": SIGN_AREA, "limit": SIGN_LIMIT})
    facts = {
        "faces": tuple({"area": area} for area in faces),
        "secondary_sign_area": secondary,
        "t.i694_primary": 240,
    }

    assert answer("m.sign_area <= limit", facts, scope) is expected


def test_a_primary_sign_shows_what_the_secondary_takes() -> None:
    scope = SIGN.with_definitions({"m.sign_area": SIGN_AREA, "limit": SIGN_LIMIT})
    rule = compile_expression("m.sign_area <= limit", scope)
    facts: dict[str, Binding] = {
        "faces": ({"area": 240},) * 2,
        "secondary_sign_area": 50,
        "t.i694_primary": 240,
    }

    wording = explain(rule.trace(facts), {"limit": "what is left for it", "t.i694_primary": "allowance"})

    assert wording.sentence == "sign area 240 sq ft is more than what is left for it 230 sq ft"
    assert wording.steps == (
        "240 sq ft + 240 sq ft = 480 sq ft",
        "sign area: total area 480 sq ft ÷ 2 = 240 sq ft",
        "secondary sign area 50 sq ft − 40 sq ft = 10 sq ft",
        "the larger of 0 sq ft and 10 sq ft = 10 sq ft",
        "what is left for it: allowance 240 sq ft − 10 sq ft = 230 sq ft",
    )


@pytest.mark.parametrize(("signed", "expected"), [(1, True), (2, True), (3, False)])
def test_signs_on_at_most_two_walls(signed: int, expected: bool) -> None:
    walls = tuple({"length": 100, "sign_area": 10 if place < signed else 0} for place in range(4))

    assert (
        answer("count(w for w in walls if w.sign_area > 0) <= v.walls_max", {"walls": walls}, SIGN)
        is expected
    )


TOWER = Scope(
    {
        "tower_height": number("ft"),
        "l": Record(
            {
                "distance": number("ft"),
                "side": Enum(("front", "side", "rear")),
                "adjacent_zoning": Enum(("residential", "commercial", "industrial", "public_facility")),
            }
        ),
        "on_existing_structure": Boolean(),
        "height_increased": Boolean(),
        "in_row_with_poles_over_75_ft": Boolean(),
        "row_distance": number("ft"),
    },
    {"v.share": Constant(BARE, F(5, 4))},
)


@pytest.mark.parametrize(("distance", "expected"), [(F("124.99"), False), (125, True), (F("125.01"), True)])
def test_a_tower_stands_back_by_its_height_and_a_quarter(distance: Fraction, expected: bool) -> None:
    rule = "l.distance >= v.share * tower_height"

    assert answer(rule, {"tower_height": 100, "l": {"distance": distance}}, TOWER) is expected


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("on_existing_structure and not height_increased", {"on_existing_structure": False}, False),
        (
            "on_existing_structure and not height_increased",
            {"on_existing_structure": True},
            {"height_increased"},
        ),
        ("in_row_with_poles_over_75_ft or row_distance <= 100", {"row_distance": 100}, True),
        (
            "in_row_with_poles_over_75_ft or row_distance <= 100",
            {"row_distance": 101},
            {"in_row_with_poles_over_75_ft"},
        ),
        (
            "l.side in {'side', 'rear'}"
            " and l.adjacent_zoning in {'commercial', 'industrial', 'public_facility'}",
            {"l": {"side": "front"}},
            False,
        ),
    ],
)
def test_where_the_tower_setback_gives_way(text: str, facts: dict[str, Any], expected: object) -> None:
    assert answer(text, facts, TOWER) == expected


@pytest.mark.parametrize(
    ("existing", "setback", "roofed", "expected"),
    [
        (100, 85, False, True),
        (100, F("84.99"), False, False),
        (100, 85, True, False),
        (30, 30, False, True),
        (30, 29, False, False),
        (F("35.294117"), 30, False, True),
    ],
)
def test_a_shoreland_deck_keeps_the_stricter_of_two(
    existing: Fraction, setback: Fraction, roofed: bool, expected: bool
) -> None:
    scope = Scope(
        {
            "existing_setback": number("ft"),
            "deck_setback": number("ft"),
            "deck_roofed": Boolean(),
            "deck_screened": Boolean(),
        },
        {"v.encroach_share": Constant(BARE, F("0.15")), "v.never_closer": Constant(BARE, 30)},
    )
    limit = compile_expression("max(existing_setback * (1 - v.encroach_share), v.never_closer)", scope)
    facts = {
        "existing_setback": existing,
        "deck_setback": setback,
        "deck_roofed": roofed,
        "deck_screened": False,
    }

    found = answer(
        "deck_setback >= limit and not deck_roofed and not deck_screened",
        facts,
        scope.with_definitions({"limit": limit}),
    )

    assert found is expected


@pytest.mark.parametrize(
    ("cubic_yards", "acres", "council"),
    [(399, 1, False), (400, 1, True), (199, F(1, 2), False), (200, F(1, 2), True)],
)
def test_grading_goes_to_the_council_from_400_cubic_yards_an_acre(
    cubic_yards: int, acres: Fraction, council: bool
) -> None:
    scope = Scope({"cubic_yards": number("cuyd"), "site": number("acre")})

    assert answer("cubic_yards / site >= 400", {"cubic_yards": cubic_yards, "site": acres}, scope) is council


@pytest.mark.parametrize(
    ("area", "outlets", "lights", "expected"),
    [
        (120, 2, 0, True),
        (120, 1, 1, False),
        (121, 3, 0, True),
        (121, 2, 0, False),
        (121, 2, 1, True),
        (30, 2, 0, True),
        (30, 1, 0, False),
        (181, 3, 1, True),
        (181, 2, 1, False),
    ],
)
def test_outlets_by_floor_area(area: int, outlets: int, lights: int, expected: bool) -> None:
    scope = Scope(
        {"room_area": number("sqft"), "outlets": number("count"), "light_fixtures": number("count")},
        {"v.area_per_outlet": Constant(number("sqft"), 60), "v.least": Constant(BARE, 2)},
    )
    limit = compile_expression("max(ceil(room_area / v.area_per_outlet), v.least)", scope)
    facts = {"room_area": area, "outlets": outlets, "light_fixtures": lights}

    found = answer(
        "outlets + (1 if limit > 2 and light_fixtures >= 1 else 0) >= limit",
        facts,
        scope.with_definitions({"limit": limit}),
    )

    assert found is expected


@pytest.mark.parametrize(
    ("inspected", "expected"), [("2025-11-29", False), ("2025-11-30", True), ("2025-12-01", True)]
)
def test_a_rental_inspection_within_twelve_months(inspected: str, expected: bool) -> None:
    scope = Scope({"last_inspection_date": Date(), "renewal_date": Date()})
    facts = {"last_inspection_date": day(inspected), "renewal_date": day("2026-11-30")}

    assert answer("last_inspection_date >= renewal_date - months(12)", facts, scope) is expected


def test_the_city_may_begin_after_48_or_72_hours_unless_a_notice_names_the_time() -> None:
    scope = Scope(
        {"notice_deadline": Instant(), "notified_at": Instant(), "failed_at": Instant()}, zone=CENTRAL
    )
    rule = compile_expression(
        "notice_deadline if notice_deadline is known"
        " else min(notified_at + hours(48), failed_at + hours(72))",
        scope,
    )

    assert rule.evaluate({}) == Missing(frozenset({"notified_at", "failed_at"}))
    assert rule.evaluate({"notice_deadline": moment("2026-11-05T17:00")}) == Known(moment("2026-11-05T17:00"))
    assert rule.evaluate(
        {"notified_at": moment("2026-11-05T17:00"), "failed_at": moment("2026-11-04T16:59")}
    ) == Known(moment("2026-11-07T16:59"))


@pytest.mark.parametrize(
    ("days", "pending", "pursued", "expected"),
    [(30, False, False, True), (31, False, False, False), (31, True, True, True), (31, True, False, False)],
)
def test_an_eviction_bars_the_next_step(days: int, pending: bool, pursued: bool, expected: bool) -> None:
    scope = Scope(
        {
            "eviction_pending": Boolean(),
            "eviction_diligently_pursued": Boolean(),
            "days_since_notice_to_vacate": number("day"),
        }
    )
    facts = {
        "eviction_pending": pending,
        "eviction_diligently_pursued": pursued,
        "days_since_notice_to_vacate": days,
    }
    rule = "(eviction_pending and eviction_diligently_pursued) or days_since_notice_to_vacate <= 30"

    assert answer(rule, facts, scope) is expected


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("2027-06-05T08:59", False),
        ("2027-06-05T09:00", True),
        ("2027-06-04T07:00", True),
        ("2027-06-06T12:00", False),
    ],
)
def test_construction_hours_by_weekday(at: str, expected: bool) -> None:
    scope = Scope({"work_at": Instant(), "t.holiday": Boolean()}, zone=CENTRAL)
    rule = (
        "not t.holiday and weekday(day_of(work_at)) != 'sunday'"
        " and hour_of(work_at) >= (9 if weekday(day_of(work_at)) == 'saturday' else 7)"
        " and hour_of(work_at) < 21"
    )

    assert answer(rule, {"work_at": moment(at), "t.holiday": False}, scope) is expected


@pytest.mark.parametrize(
    ("through", "expected"),
    [("2027-03-30", False), ("2027-03-31", True), ("2028-03-01", True), ("2028-03-02", False)],
)
def test_a_suspension_of_thirty_days_to_a_year(through: str, expected: bool) -> None:
    scope = Scope({"suspended_on": Date(), "suspended_through": Date()})
    rule = "suspended_on + days(30) <= suspended_through <= suspended_on + years(1)"
    facts = {"suspended_on": day("2027-03-01"), "suspended_through": day(through)}

    assert answer(rule, facts, scope) is expected


def test_one_rule_is_asked_by_many_threads_at_once() -> None:
    rule = compile_expression("all(w.sign_area <= v.factor * sqrt(w.length) for w in walls)", SIGN)
    questions = [
        ({"walls": ({"length": side * side, "sign_area": 15 * side + extra},) * 5}, extra == 0)
        for side in range(1, 100)
        for extra in (0, 1)
    ]

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda question: rule.evaluate(question[0]), questions * 5))

    assert answers == [Known(expected) for _, expected in questions * 5]
