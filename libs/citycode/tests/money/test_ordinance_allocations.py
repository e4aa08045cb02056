"""What a closing park pays its residents."""

from datetime import date
from decimal import Decimal

import pytest
from citycode import AmountError, Program

from libs.citycode.tests.money.ordinances import facts_of, program_of, usd

BEFORE_THE_FIRST_CHANGE = date(1991, 6, 1)


@pytest.fixture
def park() -> Program:
    return program_of("lake-elmo", "mh-park-closing")


def homes(*costs: tuple[str, int]) -> list[dict[str, object]]:
    return [{"relocation_cost_usd": cost, "sections": sections} for cost, sections in costs]


@pytest.mark.parametrize(
    ("cost", "sections", "paid"),
    [
        ("4200.00", 1, "3500.00"),
        ("3500.00", 1, "3500.00"),
        ("3499.99", 1, "3499.99"),
        ("4750.00", 2, "4750.00"),
        ("5000.01", 2, "5000.00"),
    ],
)
def test_the_lesser_of_cost_and_cap(park: Program, cost: str, sections: int, paid: str) -> None:
    facts = facts_of(park, homes=homes((cost, sections)), park_market_value_usd=1_000_000)

    (answer, _) = park.allocations(facts, BEFORE_THE_FIRST_CHANGE).allocations

    assert [each.usd for each in answer.shares] == [usd(paid)]
    assert answer.cut is False


def test_all_are_cut_in_proportion_to_a_fifth_of_the_value(park: Program) -> None:
    claims = homes(("4200.00", 1), *[("5000.00", 2)] * 19, ("1500.00", 2))
    facts = facts_of(park, homes=claims, park_market_value_usd=400_000)

    (answer, _) = park.allocations(facts, BEFORE_THE_FIRST_CHANGE).allocations

    assert answer.entitled_usd == usd("100000.00")
    assert answer.ceiling_usd == usd("80000.00")
    assert answer.shares[0].usd == usd("2800.00")
    assert answer.total_usd == usd("80000.00")
    assert sum(each.usd for each in answer.shares if each.usd is not None) == usd("80000.00")
    assert answer.rests_on == ("le-close-single-cap", "le-close-cpi", "le-close-cap-20")


@pytest.mark.parametrize(("value", "cut"), [("17500.00", False), ("17499.99", True)])
def test_exactly_a_fifth_is_not_cut(park: Program, value: str, cut: bool) -> None:
    facts = facts_of(park, homes=homes(("9000.00", 1)), park_market_value_usd=value)

    (answer, _) = park.allocations(facts, BEFORE_THE_FIRST_CHANGE).allocations

    assert answer.cut is cut
    assert answer.total_usd == (usd("3499.99") if cut else usd("3500.00"))


def test_an_index_that_is_not_held_is_asked_for(park: Program) -> None:
    facts = facts_of(park, homes=homes(("9000.00", 1)), park_market_value_usd=1_000_000)

    result = park.allocations(facts, date(2027, 6, 30))

    assert result.allocations[0].outcome == "needs_information"
    assert [each.label for each in result.missing_facts] == [
        "CPI-U Minneapolis-St. Paul of 1991-01-01",
        "CPI-U Minneapolis-St. Paul of 2027-01-01",
        "cost of the appraisal",
    ]


@pytest.mark.parametrize(
    ("cost", "paid"), [("6999.99", "6999.99"), ("7000.00", "7000.00"), ("7000.01", "7000.00")]
)
def test_the_cap_moves_as_the_index_that_the_question_states(park: Program, cost: str, paid: str) -> None:
    facts = facts_of(park, homes=homes((cost, 1)), park_market_value_usd=1_000_000)
    index = {"series.cpi_u_msp.1991-01-01": Decimal("134.1"), "series.cpi_u_msp.2027-01-01": Decimal("268.2")}

    (answer, _) = park.allocations(facts, date(2027, 6, 30), index).allocations

    assert [each.usd for each in answer.shares] == [usd(paid)]
    assert [(each.name, each.by, each.stated) for each in answer.amounts] == [
        ("series.cpi_u_msp", None, True)
    ]


@pytest.mark.parametrize(
    ("name", "figure", "wrong"),
    [
        ("series.moon.2027-01-01", "1", "no index of this name"),
        ("series.cpi_u_msp.2027-01-01", "0", "no figure"),
    ],
)
def test_a_figure_of_no_index_is_refused(park: Program, name: str, figure: str, wrong: str) -> None:
    with pytest.raises(AmountError, match=wrong):
        park.allocations(facts_of(park), date(2027, 6, 30), {name: Decimal(figure)})


@pytest.mark.parametrize(
    ("cost", "halves"), [("800.00", ["400.00", "400.00"]), ("800.01", ["400.01", "400.00"])]
)
def test_purchaser_and_resident_share_the_appraisal(park: Program, cost: str, halves: list[str]) -> None:
    (_, answer) = park.allocations(
        facts_of(park, appraisal_cost_usd=cost), BEFORE_THE_FIRST_CHANGE
    ).allocations

    assert [str(each.usd) for each in answer.shares] == halves
    assert answer.total_usd == usd(cost)
