"""Facts from JSON and back, exactly."""

import datetime
import json
import math
import time
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from citycode.language import (
    Boolean,
    Date,
    Duration,
    Enum,
    FactError,
    Instant,
    Item,
    ListOf,
    Missing,
    Number,
    Record,
    Text,
    TimeSpan,
    Type,
    TypeSpecError,
    type_from_spec,
    unit_named,
    value_from_json,
    value_to_json,
)
from hypothesis import given
from hypothesis import strategies as st

from .scopes import LINE, WALL, answer, number

ENUM = Enum(("AG", "RR"))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (40, 40),
        (39.9, Fraction(399, 10)),
        (0.1, Fraction(1, 10)),
        (1e5, 100_000),
        (1e-7, Fraction(1, 10**7)),
        (2.5e-10, Fraction(25, 10**11)),
        (-0.5, Fraction(-1, 2)),
        (-0.0, 0),
        (5.0, 5),
        ("39.9", Fraction(399, 10)),
        ("39.90", Fraction(399, 10)),
        ("-3", -3),
        ("1/3", Fraction(1, 3)),
        ("-2/4", Fraction(-1, 2)),
        (Decimal("12.50"), Fraction(25, 2)),
        (Fraction(7, 3), Fraction(7, 3)),
        (999_999_999_999_999, 999_999_999_999_999),
        ("0.000000000001", Fraction(1, 10**12)),
        ("1.5000000000000000000", Fraction(3, 2)),
        (0e-30, 0),
    ],
)
def test_numbers_are_read_exactly(raw: object, expected: Fraction) -> None:
    found = value_from_json(raw, Number())

    assert found == expected
    assert isinstance(found, int) or found.denominator != 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("raw", "type_", "message"),
    [
        (True, Number(), "a number is needed, not true"),
        (None, Number(), "a number is needed, not null"),
        ([1], Number(), "a number is needed, not a list"),
        ({"a": 1}, Number(), "a number is needed, not an object"),
        ("", Number(), "a number like 39.9 or 1/3 is needed, not “”"),
        ("1e5", Number(), "a number like 39.9 or 1/3 is needed, not “1e5”"),
        ("1,000", Number(), "a number like 39.9 or 1/3 is needed, not “1,000”"),
        (" 1", Number(), "a number like 39.9 or 1/3 is needed, not “ 1”"),
        ("٣", Number(), "a number like 39.9 or 1/3 is needed, not “٣”"),
        ("1/0", Number(), "a fraction is divided by 1 to 1,000,000"),
        ("1/1000001", Number(), "a fraction is divided by 1 to 1,000,000"),
        (math.nan, Number(), "a finite number is needed, not nan"),
        (math.inf, Number(), "a finite number is needed, not inf"),
        (Decimal("sNaN"), Number(), "a finite number is needed, not sNaN"),
        (10**15, Number(), "the number has more than 15 digits before the decimal point"),
        (-(10**15), Number(), "the number has more than 15 digits before the decimal point"),
        (1e300, Number(), "the number has more than 15 digits before the decimal point"),
        (Decimal("1e999999999"), Number(), "the number has more than 15 digits before the decimal point"),
        (Decimal("1e-999999999"), Number(), "the number has more than 12 decimal places"),
        (1e-13, Number(), "the number has more than 12 decimal places"),
        ("0.0000000000001", Number(), "the number has more than 12 decimal places"),
        ("9" * 81, Number(), "the number is too long"),
        (1, Boolean(), "true or false is needed, not 1"),
        ("true", Boolean(), "true or false is needed, not “true”"),
        (1, Text(), "text is needed, not 1"),
        ("a\x00b", Text(), "the text holds control characters"),
        ("\ud800", Text(), "the text holds half a character"),
        ("a" * 10_001, Text(), "the text is longer than 10,000 characters"),
        ("R1", ENUM, "one of AG, RR is needed, not “R1”"),
        (1, ENUM, "one of AG, RR is needed, not 1"),
        ("x" * 100, ENUM, "one of AG, RR is needed, not “" + "x" * 40 + "…”"),
        ("2026-02-30", Date(), "a date like 2026-04-01 is needed, not “2026-02-30”"),
        ("20260401", Date(), "a date like 2026-04-01 is needed, not “20260401”"),
        ("2026-04-01T00:00", Date(), "a date like 2026-04-01 is needed, not “2026-04-01T00:00”"),
        ("1066-01-01", Date(), "a date like 2026-04-01 is needed, not “1066-01-01”"),
        ("9999-01-01", Date(), "a date like 2026-04-01 is needed, not “9999-01-01”"),
        (20260401, Date(), "a date like 2026-04-01 is needed, not 20260401"),
        (datetime.datetime(2026, 4, 1, tzinfo=datetime.UTC), Date(), "a date like 2026-04-01 is needed"),
        ("2026-04-01T08:00:00", Instant(), "a time with its offset like 2026-04-01T08:00:00-05:00 is needed"),
        ("2026-04-01", Instant(), "a time with its offset like 2026-04-01T08:00:00-05:00 is needed"),
        (
            "2026-04-01T25:00:00Z",
            Instant(),
            "a time with its offset like 2026-04-01T08:00:00-05:00 is needed",
        ),
        ("2026-04-01T08:00:00+99:00", Instant(), "a time with its offset"),
        ("P", Duration(), "a length of time like P10D, P12M or PT48H is needed, not “P”"),
        ("10 days", Duration(), "a length of time like P10D, P12M or PT48H is needed, not “10 days”"),
        ("P1M", Duration("days"), "a length in days is needed, not in months"),
        ("P1D", Duration("months"), "a length in months is needed, not in days"),
        ("PT1H", Duration("calendar"), "a length in calendar is needed, not in hours"),
        ("P99999999D", Duration(), "the length of time is too large"),
        ("x", ListOf(Text()), "a list is needed, not “x”"),
        ([1], Record({"a": Number()}), "an object with a is needed, not a list"),
        ([0] * 2_001, ListOf(Number()), "the list holds more than 2,000 items"),
    ],
)
def test_a_fact_of_the_wrong_form_says_what_is_needed(raw: object, type_: Type, message: str) -> None:
    started = time.process_time()

    with pytest.raises(FactError) as refused:
        value_from_json(raw, type_)

    assert refused.value.message.startswith(message)
    assert refused.value.pointer == ""
    assert time.process_time() - started < 0.5


def test_all_problems_of_a_list_are_told_with_their_places() -> None:
    raw = [{"length": "x", "lit": 1}, {"length": 1, "hight": 2}, 5, {"a/b~c": 1}]

    with pytest.raises(FactError) as refused:
        value_from_json(raw, ListOf(WALL))

    assert [place for place, _ in refused.value.problems] == [
        "/0/length",
        "/0/lit",
        "/1/hight",
        "/2",
        "/3/a~1b~0c",
    ]
    assert refused.value.problems[2][1] == "there is no such field; the fields are length, sign_area, lit"
    assert str(refused.value).startswith("/0/length: a number")


def test_records_may_leave_fields_out_or_null() -> None:
    walls = value_from_json([{"length": 100, "sign_area": None}, {}], ListOf(WALL))

    assert walls == ({"length": 100}, {})
    assert answer("any(x.sign_area > 1 for x in walls)", walls=walls) == {
        "walls/0/sign_area",
        "walls/1/sign_area",
    }


@pytest.mark.parametrize(
    ("raw", "type_", "expected"),
    [
        (True, Boolean(), True),
        ("AG", ENUM, "AG"),
        ("Žižkov\n", Text(), "Žižkov\n"),
        ("2026-04-01", Date(), datetime.date(2026, 4, 1)),
        (datetime.date(2026, 4, 1), Date(), datetime.date(2026, 4, 1)),
        ("2026-04-01T08:00:00Z", Instant(), datetime.datetime(2026, 4, 1, 8, tzinfo=datetime.UTC)),
        ("2026-04-01t03:00-05:00", Instant(), datetime.datetime(2026, 4, 1, 8, tzinfo=datetime.UTC)),
        ("P10D", Duration("days"), TimeSpan(days=10)),
        ("P2W", Duration("days"), TimeSpan(days=14)),
        ("P1Y6M", Duration("months"), TimeSpan(months=18)),
        ("PT48H", Duration("hours"), TimeSpan(hours=Fraction(48))),
        ("PT90M", Duration("hours"), TimeSpan(hours=Fraction(3, 2))),
        ("P1M10D", Duration("calendar"), TimeSpan(months=1, days=10)),
        ("P1M10DT1H", Duration("mixed"), TimeSpan(1, 10, Fraction(1))),
        (["AG", "RR"], ListOf(ENUM), ("AG", "RR")),
        ({"side": "rear", "marks": [1, 2.5]}, LINE, {"side": "rear", "marks": (1, Fraction(5, 2))}),
    ],
)
def test_other_facts_are_read(raw: object, type_: Type, expected: object) -> None:
    assert value_from_json(raw, type_) == expected


@pytest.mark.parametrize(
    ("value", "type_", "expected"),
    [
        (40, Number(), 40),
        (Fraction(40), Number(), 40),
        (Fraction(399, 10), Number(), 39.9),
        (Fraction(1, 3), Number(), "1/3"),
        (Fraction("123456789012345678.1"), Number(), "123456789012345678.1"),
        (5_000, number("usd"), "5000.00"),
        (Fraction("875.7125"), number("usd"), "875.7125"),
        (Fraction(-1, 2), number("usd"), "-0.50"),
        (Fraction(1, 3), number("usd"), "1/3"),
        (True, Boolean(), True),
        ("AG", ENUM, "AG"),
        (datetime.date(2026, 4, 1), Date(), "2026-04-01"),
        (datetime.datetime(2026, 4, 1, 8, tzinfo=datetime.UTC), Instant(), "2026-04-01T08:00:00+00:00"),
        (TimeSpan(days=10), Duration("days"), "P10D"),
        (TimeSpan(1, 10, Fraction(3, 2)), Duration("mixed"), "P1M10DT1H30M"),
        (TimeSpan(), Duration("days"), "P0D"),
        ((1, Fraction(1, 2)), ListOf(Number()), [1, 0.5]),
        (Item({"length": 5, "lit": Missing(frozenset({"x"}))}, "walls/1"), WALL, {"length": 5}),
    ],
)
def test_values_are_written(value: Any, type_: Type, expected: object) -> None:
    assert value_to_json(value, type_) == expected


def test_a_root_is_written_with_its_stated_precision() -> None:
    assert value_to_json(answer("sqrt(a)", a=2), Number()) == "1.414213562373"
    assert value_to_json(answer("sqrt(a)", a=2), number("usd")) == "1.414213562373"


fractions = st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**6)
decimals = st.decimals(min_value=-(10**9), max_value=10**9, places=6)


@given(st.one_of(fractions, decimals.map(Fraction)))
def test_numbers_survive_json(value: Fraction) -> None:
    written = json.loads(json.dumps(value_to_json(value, Number())))

    assert value_from_json(written, Number()) == value


@given(decimals.map(Fraction))
def test_money_survives_json(value: Fraction) -> None:
    written = value_to_json(value, number("usd"))

    assert isinstance(written, str)
    assert value_from_json(written, number("usd")) == value


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_any_float_is_read_as_its_shortest_decimal_or_refused(raw: float) -> None:
    try:
        value = value_from_json(raw, Number())
    except FactError:
        return

    assert value == Fraction(repr(raw))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_any_json_is_read_or_refused(raw: object) -> None:
    simple: tuple[Type, ...] = (Number(), Boolean(), Text(), ENUM, Date(), Instant(), Duration("mixed"))
    for type_ in (*simple, *map(ListOf, simple)):
        try:
            value = value_from_json(raw, type_)
        except FactError:
            continue

        assert value_from_json(value_to_json(value, type_), type_) == value


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"type": "number"}, Number()),
        ({"type": "number", "unit": "sqft"}, number("sqft")),
        ({"type": "number", "unit": "count"}, Number()),
        ({"type": "boolean"}, Boolean()),
        ({"type": "text"}, Text()),
        ({"type": "date"}, Date()),
        ({"type": "instant"}, Instant()),
        ({"type": "duration"}, Duration("days")),
        ({"type": "duration", "in": "months"}, Duration("months")),
        ({"type": "enum", "values": ["AG", "RR"]}, ENUM),
        ({"type": "list", "of": {"type": "text"}}, ListOf(Text())),
        (
            {"type": "list", "of": {"area": {"type": "number", "unit": "ft"}}},
            ListOf(Record({"area": number("ft")})),
        ),
        ({"type": "list", "of": {"type": {"type": "text"}}}, ListOf(Record({"type": Text()}))),
        ({"type": "record", "of": {"a": {"type": "date"}}}, Record({"a": Date()})),
    ],
)
def test_types_from_the_words_of_a_pack(spec: dict[str, object], expected: Type) -> None:
    assert type_from_spec(spec) == expected


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({}, "There is no type None"),
        ({"type": "float"}, "There is no type 'float'"),
        ({"type": "number", "unit": "sqt"}, "There is no unit 'sqt'"),
        ({"type": "number", "units": "ft"}, "A number has no 'units'"),
        ({"type": "date", "unit": "day"}, "A date has no 'unit'"),
        ({"type": "enum"}, "An enum lists its values as texts"),
        ({"type": "enum", "values": []}, "An enum lists its values as texts"),
        ({"type": "enum", "values": ["a", True]}, "An enum lists its values as texts"),
        ({"type": "enum", "values": ["a", "a"]}, "An enum lists a value twice"),
        ({"type": "list"}, "A list says what it holds"),
        ({"type": "list", "of": {"area": "ft"}}, "The field 'area' has no type"),
        ({"type": "record", "of": {"type": "text"}}, "A record has fields"),
        ({"type": "duration", "in": "fortnights"}, "A length of time is not counted in 'fortnights'"),
    ],
)
def test_a_type_without_meaning_is_refused(spec: dict[str, object], message: str) -> None:
    with pytest.raises(TypeSpecError) as refused:
        type_from_spec(spec)

    assert refused.value.message == message
    assert refused.value.mend


def test_types_are_not_nested_without_end() -> None:
    spec: dict[str, object] = {"type": "text"}
    for _ in range(10):
        spec = {"type": "list", "of": spec}

    with pytest.raises(TypeSpecError, match="nested too deeply"):
        type_from_spec(spec)


def test_a_fact_in_another_unit_must_say_so_by_its_name_only() -> None:
    assert number("sqft") == Number(unit_named("sqft"))
    assert number("sqft") != number("acre")
