"""The state's tables and the surcharge, at every worked value and on both sides of every bracket."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from citycode.elements.schedules import CityMoney
from citycode.packs.errors import ErrorLog
from citycode.packs.schedules import read_schedules
from citycode.packs.tree import read_tree

from libs.citycode.tests.lawbooks import CODES, changed, refusal, text_of

ON = date(2026, 6, 1)


@pytest.fixture(scope="module")
def state() -> CityMoney:
    log = ErrorLog("minnesota/fees.yaml")
    node = read_tree(CODES / "minnesota" / "fees.yaml", log)
    money = read_schedules(node, {}, log) if node is not None else None
    assert money is not None
    assert log.errors == []
    return money


def fee(money: CityMoney, schedule: str, number: str) -> Fraction:
    brackets = money.schedules[schedule].on(ON)
    assert brackets is not None
    value = Fraction(number)
    return next(each for each in brackets.item if each.holds(value)).fee(value)


@pytest.mark.parametrize(
    ("valuation", "dollars"),
    [
        ("1", "23.50"),
        ("500", "23.50"),
        ("500.01", "26.55"),
        ("501", "26.55"),
        ("600", "26.55"),
        ("601", "29.60"),
        ("2000", "69.25"),
        ("2001", "83.25"),
        ("3000", "83.25"),
        ("3001", "97.25"),
        ("25000", "391.25"),
        ("25001", "401.35"),
        ("50000", "643.75"),
        ("50001", "650.75"),
        ("100001", "999.35"),
        ("185500", "1475.35"),
        ("500001", "3238.50"),
        ("1000001", "5611.90"),
        ("1250000", "6396.25"),
    ],
)
def test_table_1a_of_1997(state: CityMoney, valuation: str, dollars: str) -> None:
    assert fee(state, "ubc_1997_table_1a", valuation) == Fraction(dollars)


@pytest.mark.parametrize("table", ["ubc_1997_table_1a", "ubc_1994_table_1a", "state_building_permit"])
def test_a_table_has_no_jump_at_its_ends(state: CityMoney, table: str) -> None:
    brackets = state.schedules[table].on(ON)
    assert brackets is not None

    for lower, upper in zip(brackets.item, brackets.item[1:], strict=False):
        assert lower.high is not None
        assert lower.high == upper.low
        assert lower.fee(lower.high) == upper.usd


@pytest.mark.parametrize(
    ("valuation", "dollars"), [("500", "21"), ("2000", "62.25"), ("25001", "358.75"), ("1000001", "5015")]
)
def test_the_state_table_is_that_of_1994(state: CityMoney, valuation: str, dollars: str) -> None:
    assert fee(state, "state_building_permit", valuation) == Fraction(dollars)
    assert fee(state, "ubc_1994_table_1a", valuation) == Fraction(dollars)


@pytest.mark.parametrize(
    ("valuation", "dollars"),
    [
        ("0", "0"),
        ("12345", "6.1725"),
        ("185500", "92.75"),
        ("1000000", "500"),
        ("1000001", "500.0004"),
        ("1500000", "700"),
        ("2000000", "900"),
        ("2500000", "1050"),
        ("3000000", "1200"),
        ("4000000", "1400"),
        ("4500000", "1450"),
        ("5000000", "1500"),
        ("6000000", "1550"),
        ("10000000", "1750"),
    ],
)
def test_the_surcharge_by_valuation(state: CityMoney, valuation: str, dollars: str) -> None:
    assert fee(state, "state_surcharge", valuation) == Fraction(dollars)


def test_nothing_is_said_of_no_valuation_at_all(state: CityMoney) -> None:
    brackets = state.schedules["ubc_1997_table_1a"].on(ON)

    assert brackets is not None
    assert not any(each.holds(0) for each in brackets.item)


def test_doubtful_amounts_say_so(state: CityMoney) -> None:
    versions = state.schedules["ubc_1997_table_1a"].versions

    assert all(any(note.startswith("To verify:") for note in each.source.notes) for each in versions)


def test_without_a_rounding_nothing_is_charged(tmp_path: Path) -> None:
    fees = changed(text_of("fees"), "rounding: {to: 0.01, ties: up, resolution: Resolution 3}\n", "")

    errors = refusal(tmp_path, fees=fees)

    assert {(each.file, each.message) for each in errors} == {
        ("stone-bridge/paving.yaml", "Nothing says how money is rounded")
    }


def test_what_rests_on_a_schedule_that_was_refused_is_not_told_again(tmp_path: Path) -> None:
    errors = refusal(tmp_path, fees=changed(text_of("fees"), "fees:\n", "fee:\n"))

    assert [each.file for each in errors] == ["stone-bridge/fees.yaml"]
