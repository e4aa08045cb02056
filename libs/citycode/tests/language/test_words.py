"""What a clerk reads: labels, numbers and units; never the names of variables."""

import datetime
from fractions import Fraction
from typing import Any

import pytest
from citycode.language import Item, Scope, compile_expression, explain, fact_label, render, value_words
from citycode.language.labels import in_words, listed, singular

from .scopes import LABELS, SCOPE, answer, compiled, day, moment, number

F = Fraction
WALLS = (
    {"length": 100, "sign_area": 150, "lit": True},
    {"length": 50, "sign_area": 200, "lit": False},
    {"length": 25, "sign_area": 0, "lit": True},
)


def sentence(text: str, facts: dict[str, Any], scope: Scope = SCOPE) -> str:
    return explain(compile_expression(text, scope).trace(facts), LABELS).sentence


def steps(text: str, facts: dict[str, Any]) -> tuple[str, ...]:
    return explain(compiled(text).trace(facts), LABELS).steps


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        (
            "those(x.length for x in walls if x.lit)",
            {"walls": WALLS},
            "of the walls: 100 ft and 25 ft",
        ),
        ("those(x.length for x in walls if x.length > 200)", {"walls": WALLS}, "of the walls: none"),
        (
            "not legal_holiday(notice_date)",
            {"notice_date": datetime.date(2027, 7, 5)},
            "notice date July 5, 2027 is a legal holiday",
        ),
        (
            "not legal_holiday(notice_date)",
            {"notice_date": datetime.date(2027, 7, 6)},
            "notice date July 6, 2027 is no legal holiday",
        ),
        (
            "lot_area_acres >= v.min_lot_acres",
            {"lot_area_acres": F(399, 10)},
            "lot area 39.9 acres is less than 40 acres",
        ),
        (
            "lot_area_acres >= v.min_lot_acres",
            {"lot_area_acres": 40},
            "lot area 40 acres is at least 40 acres",
        ),
        ("40 <= lot_area_acres", {"lot_area_acres": 1}, "lot area 1 acre is less than 40 acres"),
        ("40 > lot_area_acres", {"lot_area_acres": 41}, "lot area 41 acres is at least 40 acres"),
        ("lot_area_acres > 40", {"lot_area_acres": 40}, "lot area 40 acres is not more than 40 acres"),
        ("lot_area_acres > 40", {"lot_area_acres": 41}, "lot area 41 acres is more than 40 acres"),
        ("lot_area_acres < 40", {"lot_area_acres": 40}, "lot area 40 acres is at least 40 acres"),
        ("lot_area_acres <= 40", {"lot_area_acres": 40}, "lot area 40 acres is not more than 40 acres"),
        ("stories == 2", {"stories": 2}, "stories 2 is exactly 2"),
        ("stories == 2", {"stories": 3}, "stories 3 is not 2"),
        ("stories != 2", {"stories": 3}, "stories 3 is not 2"),
        ("5 <= lot_area_acres <= 10", {"lot_area_acres": 11}, "lot area 11 acres is more than 10 acres"),
        (
            "5 <= lot_area_acres <= 10",
            {"lot_area_acres": 7},
            "lot area 7 acres is at least 5 acres; lot area 7 acres is not more than 10 acres",
        ),
        ("fee >= 500000", {"fee": 500_000}, "fee $500,000.00 is at least $500,000.00"),
        ("share <= 15", {"share": F(31, 2)}, "share 15.5 % is more than 15 %"),
        ("zoning_district == 'RR'", {"zoning_district": "RR"}, "zoning district is Rural Residential"),
        (
            "zoning_district == 'RR'",
            {"zoning_district": "AG"},
            "zoning district is AG, not Rural Residential",
        ),
        (
            "'RR' != zoning_district",
            {"zoning_district": "AG"},
            "zoning district is AG, not Rural Residential",
        ),
        (
            "zoning_district == other_district",
            {"zoning_district": "R-1", "other_district": "C-1"},
            "zoning district is R-1, not other district C-1",
        ),
        (
            "zoning_district == other_district",
            {"zoning_district": "R-1", "other_district": "R-1"},
            "zoning district is R-1, as is other district R-1",
        ),
        (
            "zoning_district in {'RR', 'AG'}",
            {"zoning_district": "R-1"},
            "zoning district is R-1, not Rural Residential or AG",
        ),
        (
            "zoning_district not in {'RR', 'AG'}",
            {"zoning_district": "AG"},
            "zoning district is AG",
        ),
        (
            "zoning_district in {'RR'}",
            {"zoning_district": "AG"},
            "zoning district is AG, not Rural Residential",
        ),
        ("'pool' in works", {"works": ("deck",)}, "works does not include pool"),
        ("work in works", {"works": ("deck",), "work": "deck"}, "works includes deck"),
        ("owner == 'Smith'", {"owner": "Jones"}, "owner is Jones, not Smith"),
        ("p", {"p": True}, "work begun: yes"),
        ("not p", {"p": True}, "work begun: yes"),
        ("p == true", {"p": False}, "work begun: no"),
        ("p == q", {"p": False, "q": True}, "work begun: no; hearing held: yes"),
        ("p and q", {"p": True, "q": False}, "hearing held: no"),
        ("p and q", {"p": False, "q": False}, "work begun: no; hearing held: no"),
        ("p and q", {"p": True, "q": True}, "work begun: yes; hearing held: yes"),
        ("p or q", {"p": True, "q": False}, "work begun: yes"),
        ("p or q", {"p": False, "q": False}, "work begun: no; hearing held: no"),
        ("p and q", {"p": False}, "work begun: no"),
        ("p and q", {"p": True}, "hearing held is not stated"),
        ("p and q and r", {"r": True}, "work begun and hearing held are not stated"),
        ("p if q else not p", {"p": True, "q": False}, "work begun: yes (because hearing held: no)"),
        ("p if q else p", {"p": True}, "the answer is the same either way"),
        ("p is known", {"p": True}, "work begun is known"),
        ("p is known", {}, "work begun is not known"),
        ("p is not known", {}, "work begun is not known"),
        ("p is not known", {"p": True}, "work begun is known"),
        ("on_time('fr-bp-refund')", {"on_time(fr-bp-refund)": True}, "refund request: in time"),
        ("on_time('fr-bp-refund')", {"on_time(fr-bp-refund)": False}, "refund request: too late"),
        ("on_time('fr-bp-refund')", {}, "refund request is not stated"),
        (
            "hearing_date <= date('2026-12-01')",
            {"hearing_date": day("2026-12-02")},
            "hearing date December 2, 2026 is after December 1, 2026",
        ),
        (
            "hearing_date >= date('2026-12-01')",
            {"hearing_date": day("2026-12-01")},
            "hearing date December 1, 2026 is on or after December 1, 2026",
        ),
        (
            "notified_at < failed_at",
            {"notified_at": moment("2026-11-02T13:05"), "failed_at": moment("2026-11-02T00:00")},
            "notified at November 2, 2026, 1:05 pm is at or after failed at November 2, 2026, 12:00 am",
        ),
        (
            "length_of_stay > days(3)",
            {"length_of_stay": answer("days(2)")},
            "length of stay 2 days is not longer than 3 days",
        ),
        (
            "length_of_stay < days(1)",
            {"length_of_stay": answer("days(1)")},
            "length of stay 1 day is at least 1 day",
        ),
        (
            "impervious_area <= max(v.area, lot_area * v.share)",
            {"impervious_area": 6_200, "lot_area": 41_000},
            "impervious area 6,200 sq ft is more than 6,150 sq ft "
            "(the larger of 6,000 sq ft and 6,150 sq ft)",
        ),
        (
            "w.sign_area <= v.factor * sqrt(w.length)",
            {"w": Item({"length": 100, "sign_area": 151}, "walls/1")},
            "sign area 151 sq ft is more than 150 sq ft (15 × √(length 100 ft))",
        ),
        (
            "days_between(notice_date, hearing_date) >= 10",
            {"notice_date": day("2026-11-20"), "hearing_date": day("2026-11-27")},
            "7 days (from notice date November 20, 2026 to hearing date November 27, 2026) "
            "is less than 10 days",
        ),
        (
            "weekday(notice_date) in {'saturday', 'sunday'}",
            {"notice_date": day("2026-11-20")},
            "day of the week Friday (notice date November 20, 2026) is not one of Saturday or Sunday",
        ),
        ("count(walls) <= 2", {"walls": WALLS}, "number of walls 3 is more than 2"),
        (
            "count(x for x in walls if x.sign_area > 0) <= 2",
            {"walls": WALLS},
            "number of walls counted 2 is not more than 2",
        ),
        (
            "sum(x.sign_area for x in walls) <= 300",
            {"walls": WALLS},
            "total sign area 350 sq ft is more than 300 sq ft",
        ),
        ("min(x.length for x in walls) >= 30", {"walls": WALLS}, "smallest length 25 ft is less than 30 ft"),
        (
            "all(x.sign_area <= v.factor * sqrt(x.length) for x in walls)",
            {"walls": WALLS},
            "wall 2: sign area 200 sq ft is more than ≈ 106.066 sq ft (15 × √(length 50 ft))",
        ),
        ("any(x.lit for x in walls)", {"walls": WALLS}, "wall 1: lit: yes; wall 3: lit: yes"),
        ("any(x.lit for x in walls)", {"walls": ()}, "there are no walls"),
        ("all(x.lit for x in walls if x.length > 500)", {"walls": WALLS}, "none of the 3 walls is concerned"),
        ("any(answers)", {"answers": (False, False)}, "answer 1: no; answer 2: no"),
        (
            "all(x.length > 0 for x in walls)",
            {"walls": WALLS * 3},
            "; ".join(
                f"wall {n}: length {WALLS[(n - 1) % 3]['length']} ft is more than 0 ft" for n in range(1, 6)
            )
            + "; and 4 more",
        ),
        (
            "all(x.sign_area > 1 for x in walls)",
            {"walls": ({"length": 5},)},
            "wall 1: sign area is not stated",
        ),
        (
            "frontage >= t.setback",
            {"frontage": 10, "t.setback": 30},
            "frontage 10 ft is less than setback 30 ft",
        ),
    ],
)
def test_sentences(text: str, facts: dict[str, Any], expected: str) -> None:
    assert sentence(text, facts) == expected


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("lot_area_acres >= 40", {"lot_area_acres": 1}, ()),
        (
            "impervious_area <= max(v.area, lot_area * v.share)",
            {"impervious_area": 6_200, "lot_area": 41_000},
            (
                "lot area 41,000 sq ft × 0.15 = 6,150 sq ft",
                "the larger of 6,000 sq ft and 6,150 sq ft = 6,150 sq ft",
            ),
        ),
        ("cost * share", {"cost": F("1347.25"), "share": 65}, ("cost $1,347.25 × share 65 % = $875.7125",)),
        (
            "round(cost * share, 2)",
            {"cost": F("1347.25"), "share": 65},
            ("cost $1,347.25 × share 65 % rounded to 2 decimals = $875.71",),
        ),
        ("ceil(a / 60)", {"a": 121}, ("a 121 ÷ 60 rounded up = 3",)),
        ("floor(a / 60)", {"a": 121}, ("a 121 ÷ 60 rounded down = 2",)),
        ("round(a / 60)", {"a": 121}, ("a 121 ÷ 60 rounded to the whole = 2",)),
        ("abs(a - b)", {"a": 1, "b": 3}, ("(a 1 − b 3) without its sign = 2",)),
        ("(a + b) / 2", {"a": 1, "b": 3}, ("(a 1 + b 3) ÷ 2 = 2",)),
        ("a - (b - c)", {"a": 1, "b": 3, "c": 1}, ("a 1 − (b 3 − c 1) = -1",)),
        ("a - b - c", {"a": 1, "b": 3, "c": 1}, ("a 1 − b 3 − c 1 = -3",)),
        ("a / (b / c)", {"a": 1, "b": 3, "c": 1}, ("a 1 ÷ (b 3 ÷ c 1) = 1/3",)),
        ("-a + b", {"a": 1, "b": 3}, ("−a 1 + b 3 = 2",)),
        ("-(a + b)", {"a": 1, "b": 3}, ("−(a 1 + b 3) = -4",)),
        (
            "a + b + c + a * b",
            {"a": 1, "b": 2, "c": 3},
            ("a 1 + b 2 + c 3 = 6", "a 1 × b 2 = 2", "6 + 2 = 8"),
        ),
        ("sqrt(a * b)", {"a": 2, "b": 3}, ("√(a 2 × b 3) ≈ 2.4495",)),
        (
            "sum(x.sign_area for x in walls) / 2",
            {"walls": WALLS},
            ("150 sq ft + 200 sq ft + 0 sq ft = 350 sq ft", "total sign area 350 sq ft ÷ 2 = 175 sq ft"),
        ),
        (
            "sum(x.length * 2 for x in walls if x.lit)",
            {"walls": WALLS},
            (
                "wall 1: length 100 ft × 2 = 200 ft",
                "wall 3: length 25 ft × 2 = 50 ft",
                "200 ft + 50 ft = 250 ft",
            ),
        ),
        (
            "count(x for x in walls if x.lit) > 1",
            {"walls": WALLS},
            ("2 of 3 walls counted (wall 1, wall 3)",),
        ),
        ("count(x for x in walls if x.length > 999) > 1", {"walls": WALLS}, ("0 of 3 walls counted",)),
        ("min(setbacks)", {"setbacks": (3, 2)}, ("the smallest of 3 ft and 2 ft = 2 ft",)),
        (
            "lot_area <= (100 if p else 200)",
            {"lot_area": 150, "p": True},
            ("100 sq ft applies because work begun: yes",),
        ),
        ("to_unit(lot_area_acres, 'sqft')", {"lot_area_acres": 2}, ("lot area 2 acres = 87,120 sq ft",)),
        (
            "notice_date + days(10)",
            {"notice_date": day("2026-11-20")},
            ("notice date November 20, 2026 + 10 days = November 30, 2026",),
        ),
        (
            "notice_date + months(1)",
            {"notice_date": day("2026-11-20")},
            ("notice date November 20, 2026 + 1 month = December 20, 2026",),
        ),
        (
            "min(notice_date, hearing_date)",
            {"notice_date": day("2026-11-20"), "hearing_date": day("2026-11-21")},
            (
                "the earlier of notice date November 20, 2026 and hearing date November 21, 2026 "
                "= November 20, 2026",
            ),
        ),
        ("max(a, b, c)", {"a": 1, "b": 2, "c": 3}, ("the largest of a 1, b 2 and c 3 = 3",)),
        (
            "day_of(notified_at) == notice_date",
            {"notified_at": moment("2026-11-20T23:59"), "notice_date": day("2026-11-20")},
            ("notified at November 20, 2026, 11:59 pm = November 20, 2026",),
        ),
    ],
)
def test_steps(text: str, facts: dict[str, Any], expected: tuple[str, ...]) -> None:
    assert steps(text, facts) == expected


def test_the_working_on_one_line() -> None:
    rule = compiled("w.sign_area <= v.factor * sqrt(w.length)")
    trace = rule.trace({"w": Item({"length": 100, "sign_area": 151}, "walls/1")})

    line = render(trace, LABELS, subject=fact_label("walls/1", LABELS))

    assert line == "wall 2: 15 × √(length 100 ft) = 150 sq ft; sign area 151 sq ft is more than 150 sq ft"
    assert render(compiled("a / 2").trace({"a": 3}), LABELS) == "a 3 ÷ 2 = 1.5; 1.5"


def test_a_definition_shows_its_working_under_its_label() -> None:
    scope = SCOPE.with_definitions(
        {
            "m.sign_area": compiled("sum(x.sign_area for x in walls) / 2"),
            "limit": compiled("v.factor * sqrt(frontage)"),
        }
    )
    trace = compiled("m.sign_area <= limit", scope).trace({"walls": WALLS, "frontage": 100})

    wording = explain(trace, {**LABELS, "limit": "the limit"})

    assert wording.sentence == "sign area 175 sq ft is more than the limit 150 sq ft"
    assert wording.steps == (
        "150 sq ft + 200 sq ft + 0 sq ft = 350 sq ft",
        "sign area: total sign area 350 sq ft ÷ 2 = 175 sq ft",
        "the limit: 15 × √(frontage 100 ft) = 150 sq ft",
    )


def test_a_yes_or_no_definition_shows_what_it_rests_on() -> None:
    scope = SCOPE.with_definitions({"m.large": compiled("lot_area_acres > 5")})

    assert sentence("m.large", {"lot_area_acres": 6}, scope) == "lot area 6 acres is more than 5 acres"


def test_a_difference_too_small_for_the_figures_is_told() -> None:
    facts = {"a": Fraction("1.41421"), "b": 2}

    assert sentence("a < sqrt(b)", facts) == "a 1.41421 is less than ≈ 1.4142 (√(b 2))"
    assert (
        sentence("a < sqrt(b)", {"a": Fraction("1.4142"), "b": 2})
        == "a 1.4142 is less than ≈ 1.4142 (√(b 2)) by less than the figures show"
    )


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (41_000, "sqft", "41,000 sq ft"),
        (F(399, 10), "acre", "39.9 acres"),
        (1, "acre", "1 acre"),
        (F(1, 2), "acre", "0.5 acres"),
        (F(1, 3), "count", "1/3"),
        (F(4, 3), "count", "≈ 1.3333"),
        (F(5, 13), "count", "≈ 0.3846"),
        (F(1, 10**6), "count", "0.000001"),
        (F(1, 10**7), "count", "≈ 0"),
        (F("12345678.5"), "count", "12,345,678.5"),
        (F(-5, 2), "ft", "-2.5 ft"),
        (5_000, "usd", "$5,000.00"),
        (F("1347.25"), "usd", "$1,347.25"),
        (F("0.5"), "usd", "$0.50"),
        (F("875.7125"), "usd", "$875.7125"),
        (F(-1, 2), "usd", "-$0.50"),
        (F(10, 3), "usd", "≈ $3.3333"),
        (15, "percent", "15 %"),
        (F(1, 2), "cuyd/acre", "0.5 cu yd per acre"),
        (0, "day", "0 days"),
    ],
)
def test_numbers_in_words(value: Fraction, unit: str, expected: str) -> None:
    assert value_words(value, number(unit)) == expected


def test_other_values_in_words() -> None:
    assert value_words(True, compiled("p").type) == "yes"
    assert value_words(datetime.date(2026, 7, 4), compiled("notice_date").type) == "July 4, 2026"
    assert (
        value_words(answer("months(1) + days(10)"), compiled("months(1) + days(10)").type)
        == "1 month and 10 days"
    )
    assert value_words(answer("days(0)"), compiled("days(1)").type) == "no time"
    assert value_words(("deck", "pool"), compiled("works").type) == "deck and pool"
    assert value_words(tuple(range(9)), compiled("setbacks").type).endswith("5 ft and 3 more")
    assert value_words(WALLS, compiled("walls").type) == "3 listed"
    assert value_words("a\nb", compiled("owner").type) == "a\nb"
    assert value_words(answer("sqrt(2)"), number("usd")) == "≈ $1.4142"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lot_area", "lot area"),
        ("nearest_wind_generator_ft", "nearest wind generator"),
        ("t.lot_area_sqft", "lot area"),
        ("walls/1/sign_area", "wall 2: sign area"),
        ("walls/1", "wall 2"),
        ("lot_lines/0/marks/2", "lot line 1: mark 3"),
        ("register.permit_holder.revoked_on", "revoked on"),
        ("on_time(fr-bp-refund)", "refund request"),
        ("on_time(other)", "whether it was in time"),
        ("applicant/age", "age"),
        ("usd", "usd"),
    ],
)
def test_labels_of_facts(name: str, expected: str) -> None:
    assert fact_label(name, LABELS) == expected


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("walls", "wall"),
        ("faces", "face"),
        ("properties", "property"),
        ("boxes", "box"),
        ("glass", "glass"),
        ("deer", "deer"),
    ],
)
def test_one_of_several(plural: str, expected: str) -> None:
    assert singular(plural) == expected


def test_lists_of_words() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert in_words("front_setback_ft") == "front setback"
