"""Securities of the cities: cash shares, draws, restoring, reducing."""

from datetime import date

import pytest
from citycode import Movement, Program, SecurityAccount
from citycode.results.securities import SecurityAnswer

from libs.citycode.tests.money.ordinances import facts_of, program_of, usd

ON = date(2027, 6, 30)


@pytest.fixture
def land() -> Program:
    return program_of("fridley", "stormwater-security")


def required(
    program: Program, total: str, account: SecurityAccount | None = None, **facts: object
) -> SecurityAnswer:
    accounts = {} if account is None else {"fr-sec-required": account}
    amounts = {"land_alteration_security": usd(total)}
    (answer,) = program.securities(facts_of(program, **facts), ON, accounts, amounts).securities
    return answer


@pytest.mark.parametrize(
    ("acres", "cash", "rest"),
    [("4.99", "12600.00", "29400.00"), ("5.01", "5000.00", "37000.00"), ("5.5", "5000.00", "37000.00")],
)
def test_the_cash_share_goes_by_the_acres(land: Program, acres: str, cash: str, rest: str) -> None:
    answer = required(land, "42000.00", exposed_area_acres=acres)

    assert answer.cash is not None
    assert (answer.cash.cash_usd, answer.cash.remainder_usd) == (usd(cash), usd(rest))


def test_of_exactly_five_acres_the_law_is_silent(land: Program) -> None:
    answer = required(land, "42000.00", exposed_area_acres=5)

    assert answer.outcome == "known"
    assert answer.cash is not None
    assert (answer.cash.outcome, answer.cash.cash_usd, answer.cash.id) == ("law_silent", None, None)


@pytest.mark.parametrize(
    ("total", "cash"), [("50000.00", "5000.00"), ("50000.10", "5000.01"), ("3000.00", "3000.00")]
)
def test_the_greater_of_two_but_never_more_than_the_whole(land: Program, total: str, cash: str) -> None:
    answer = required(land, total, exposed_area_acres=6)

    assert answer.cash is not None
    assert answer.cash.cash_usd == usd(cash)


def movements(*drawn: str) -> SecurityAccount:
    put_in = Movement(date(2027, 5, 3), "deposit", usd("20000.00"))
    return SecurityAccount([put_in, *(Movement(date(2027, 6, 29), "draw", usd(each)) for each in drawn)])


@pytest.mark.parametrize(
    ("drawn", "due", "deposit", "last_day"),
    [
        ("10100.00", True, "10100.00", date(2027, 7, 6)),
        ("10000.01", True, "10000.01", date(2027, 7, 6)),
        ("10000.00", False, None, None),
    ],
)
def test_below_half_it_is_restored_in_five_days(
    land: Program, drawn: str, due: bool, deposit: str | None, last_day: date | None
) -> None:
    answer = required(land, "20000.00", movements(drawn))

    assert answer.restoration is not None
    assert answer.restoration.due is due
    assert answer.restoration.deposit_usd == (None if deposit is None else usd(deposit))
    assert answer.restoration.last_day == last_day
    assert answer.restoration.floor_usd == usd("10000.00")


def test_draws_of_one_day_count_together(land: Program) -> None:
    answer = required(land, "20000.00", movements("6000.00", "5000.00"))

    assert answer.held_usd == usd("9000.00")
    assert answer.restoration is not None
    assert answer.restoration.fell_on == date(2027, 6, 29)


@pytest.mark.parametrize(
    ("stabilized", "outcome", "to"),
    [("3.99", "not_applicable", None), ("4", "not_applicable", None), ("4.01", "may_be_reduced", "40000.00")],
)
def test_more_than_a_third_must_be_stabilized(
    land: Program, stabilized: str, outcome: str, to: str | None
) -> None:
    account = SecurityAccount(recommended=True)

    answer = required(land, "60000.00", account, stabilized_area_acres=stabilized, greatest_area_acres=12)

    third = answer.reductions[0]
    assert (third.outcome, third.reduced_to_usd) == (outcome, None if to is None else usd(to))


def test_a_later_reduction_takes_the_place_of_the_earlier(land: Program) -> None:
    account = SecurityAccount(required_usd=usd("40000.00"), recommended=True)

    answer = required(land, "60000.00", account, stabilized_area_acres="8.1", greatest_area_acres=12)

    assert answer.reductions[1].reduced_to_usd == usd("20000.00")


@pytest.mark.parametrize(
    ("invoice", "fee", "total"), [("12345.67", "1234.57", "14380.24"), ("2450.50", "245.05", "3495.55")]
)
def test_the_city_draws_its_costs_and_a_tenth_of_the_invoice(invoice: str, fee: str, total: str) -> None:
    program = program_of("lake-elmo", "stormwater-esc")
    facts = facts_of(program, contractor_invoice_usd=invoice, staff_cost_usd=800)
    amounts = {"stormwater_security": usd("20000.00")}

    (answer,) = program.securities(facts, ON, amounts=amounts).securities

    assert answer.draw is not None
    assert [str(each.amount_usd) for each in answer.draw.lines] == [invoice, "800.00", fee]
    assert answer.draw.total_usd == usd(total)


def test_any_draw_is_made_good_in_full() -> None:
    program = program_of("lake-elmo", "stormwater-esc")
    account = movements("0.01")
    amounts = {"stormwater_security": usd("20000.00")}

    (answer,) = program.securities(facts_of(program), ON, {"le-storm-security": account}, amounts).securities

    assert answer.restoration is not None
    assert answer.restoration.deposit_usd == usd("0.01")


def test_only_what_completing_costs_is_forfeited() -> None:
    program = program_of("fridley", "right-of-way-excavation")
    facts = facts_of(
        program,
        connects_to_watermain=True,
        work_in_right_of_way_usd="18750.00",
        completion_cost_usd="4310.40",
    )
    account = SecurityAccount([Movement(date(2027, 3, 1), "deposit", usd("18750.00"))])

    (answer,) = program.securities(facts, ON, {"fr-row-bond-amount": account}).securities

    assert answer.required_usd == usd("18750.00")
    assert answer.draw is not None
    assert (answer.draw.drawn_usd, answer.draw.left_usd) == (usd("4310.40"), usd("14439.60"))


@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        ({"connects_to_watermain": False, "cuts_curb": False}, "not_applicable"),
        ({"connects_to_watermain": False}, "needs_information"),
        ({"cuts_curb": True, "work_in_right_of_way_usd": "1.00"}, "known"),
    ],
)
def test_a_bond_is_asked_where_city_works_are_touched(facts: dict[str, object], outcome: str) -> None:
    program = program_of("fridley", "right-of-way-excavation")

    (answer,) = program.securities(facts_of(program, **facts), ON).securities

    assert answer.outcome == outcome
