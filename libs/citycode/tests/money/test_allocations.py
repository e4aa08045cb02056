"""Shares by an index, under a ceiling and in fixed parts, in the made-up city."""

from datetime import date

import pytest
from citycode import AllocationsResult, parse_facts

from libs.citycode.tests.lawbooks import TODAY, stone_bridge
from libs.citycode.tests.money.ordinances import usd


def allocated(on: date = TODAY, **stated: object) -> AllocationsResult:
    program = stone_bridge().program("paving")
    return program.allocations(parse_facts(program.facts, stated), on)


def home(cost: str, sections: int = 1) -> dict[str, object]:
    return {"cost_usd": cost, "sections": sections}


@pytest.mark.parametrize(
    ("on", "sections", "cap"),
    [
        (date(1991, 1, 1), 1, "3500.00"),
        (date(1991, 12, 31), 1, "3500.00"),
        (date(1992, 1, 1), 1, "3588.74"),
        (date(1992, 12, 31), 2, "5126.77"),
        (date(2026, 1, 1), 1, "8096.20"),
        (date(2026, 12, 31), 2, "11566.00"),
    ],
)
def test_a_cap_moves_with_the_index_each_january(on: date, sections: int, cap: str) -> None:
    answer = allocated(on, homes=[home("99999.00", sections)], park_value_usd=1_000_000).allocations[0]

    assert [each.usd for each in answer.shares] == [usd(cap)]
    assert answer.rests_on == ("sb-pave-single" if sections == 1 else "sb-pave-double-section",)


def test_the_index_is_shown_with_both_of_its_days() -> None:
    answer = allocated(date(1992, 6, 1), homes=[home("99999.00")], park_value_usd=1_000_000).allocations[0]

    assert answer.shares[0].steps == (
        "$3,500.00 × 137.5 ÷ 134.1 (price index, January 1, 1992 to January 1, 1991) = ≈ $3,588.7397",
        "the lesser of cost of moving $99,999.00 and ≈ $3,588.7397 is ≈ $3,588.7397",
        "≈ $3,588.7397 rounded to the cent, half up: $3,588.74",
    )


def test_a_year_the_index_lacks_is_asked_for() -> None:
    result = allocated(date(1993, 6, 1), homes=[home("99999.00")], park_value_usd=1_000_000)

    answer = result.allocations[0]
    assert (answer.outcome, answer.total_usd, answer.missing) == (
        "needs_information",
        None,
        ("series.prices.1993-01-01",),
    )
    assert [each.label for each in result.missing_facts] == [
        "price index of 1993-01-01",
        "contractor's invoice",
    ]


def test_missing_fields_are_named_with_their_home() -> None:
    result = allocated(date(1991, 6, 1), homes=[{"cost_usd": "1.00"}, {"sections": 1}], park_value_usd=10)

    assert result.allocations[0].missing == ("homes/0/sections", "homes/1/cost_usd")
    assert result.missing_facts[0].label == "home 1: sections"


def test_nobody_moves_and_nothing_is_paid() -> None:
    answer = allocated(homes=[], park_value_usd=0).allocations[0]

    assert (answer.outcome, answer.total_usd, answer.shares, answer.cut) == ("known", usd("0.00"), (), False)


def test_what_is_cut_says_by_how_much() -> None:
    answer = allocated(
        date(1991, 6, 1), homes=[home("100.00"), home("200.00")], park_value_usd=500
    ).allocations[0]

    assert [each.usd for each in answer.shares] == [usd("33.33"), usd("66.67")]
    assert answer.sentence == "Moving costs: $300.00 is cut to $100.00, in 2 shares."
    assert answer.steps[-1] == "$300.00 exceeds $100.00: every share × $100.00 ÷ $300.00"


@pytest.mark.parametrize(("whole", "parts"), [("0.00", ["0.00", "0.00"]), ("0.01", ["0.01", "0.00"])])
def test_fixed_parts_lose_no_cent(whole: str, parts: list[str]) -> None:
    answer = allocated(invoice_usd=whole).allocations[1]

    assert [str(each.usd) for each in answer.shares] == parts


def test_the_parts_of_a_whole_that_is_not_known_are_no_dollars() -> None:
    answer = allocated().allocations[1]

    assert (answer.outcome, answer.missing) == ("needs_information", ("invoice_usd",))
    assert [(each.entitled_usd, each.usd) for each in answer.shares] == [(None, None), (None, None)]
