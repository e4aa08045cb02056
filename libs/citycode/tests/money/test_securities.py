"""What a security says besides its amount, in the made-up city."""

from datetime import date
from decimal import Decimal

import pytest
from citycode import AmountError, Movement, SecurityAccount, UnknownElement, parse_facts
from citycode.results.securities import SecurityAnswer

from libs.citycode.tests.lawbooks import TODAY, stone_bridge

SECURITY = "sb-pave-security"


def security(account: SecurityAccount | None = None, **stated: object) -> SecurityAnswer:
    program = stone_bridge().program("paving")
    facts = parse_facts(program.facts, {"exposed_acres": "5.5"} | stated)
    accounts = {} if account is None else {SECURITY: account}
    (answer,) = program.securities(facts, TODAY, accounts).securities
    return answer


def put_in(usd: str) -> Movement:
    return Movement(date(2026, 5, 4), "deposit", Decimal(usd))


def drawn(usd: str) -> Movement:
    return Movement(date(2026, 5, 20), "draw", Decimal(usd))


def test_the_rest_is_shown_with_who_may_hold_it() -> None:
    rest = security().remainder

    assert rest is not None
    assert (rest.id, rest.usd, rest.holders, rest.choice) == (
        "sb-pave-rest",
        Decimal("6000.00"),
        ("trust company",),
        "clerk",
    )


@pytest.mark.parametrize(
    ("held", "short"), [("10999.99", "0.01"), ("11000.00", "0.00"), ("11000.01", "0.00")]
)
def test_what_is_short_of_the_requirement(held: str, short: str) -> None:
    answer = security(SecurityAccount([put_in(held)]))

    assert (answer.held_usd, answer.short_usd) == (Decimal(held), Decimal(short))


def test_what_follows_if_it_is_not_restored() -> None:
    restoration = security(SecurityAccount([put_in("11000.00"), drawn("5500.01")])).restoration

    assert restoration is not None
    assert (restoration.due, restoration.lapse) == (True, "sb-pave-revoke")
    assert restoration.lapse_says == "Else the permit is revoked."
    assert restoration.sentence == (
        "$5,499.99 is held, below $5,500.00 since May 20, 2026: $5,500.01 must be deposited."
    )


def test_a_security_never_given_has_not_fallen() -> None:
    restoration = security(SecurityAccount([put_in("100.00")])).restoration

    assert restoration is not None
    assert (restoration.due, restoration.last_day) == (False, None)
    assert restoration.sentence == "$100.00 is held, and never was as much as $5,500.00."


def test_without_an_account_nothing_is_said_of_it() -> None:
    answer = security(invoice_usd="100.00", staff_usd="0.00")

    assert (answer.held_usd, answer.short_usd) == (None, None)
    assert answer.restoration is not None
    assert answer.restoration.due is None
    assert answer.draw is not None
    assert (answer.draw.total_usd, answer.draw.drawn_usd) == (Decimal("110.00"), None)


@pytest.mark.parametrize(
    ("recommended", "outcome"),
    [(None, "needs_recommendation"), (False, "needs_recommendation"), (True, "may_be_reduced")],
)
def test_the_office_must_recommend_a_reduction(recommended: bool | None, outcome: str) -> None:
    answer = security(SecurityAccount(recommended=recommended), stabilized_share="0.4")

    assert [each.outcome for each in answer.reductions] == [outcome, "not_applicable"]
    assert answer.reductions[0].reduced_to_usd == Decimal("7333.33")


@pytest.mark.parametrize(("finished", "due"), [(True, True), (False, False), (None, None)])
def test_what_is_left_goes_back_once_all_is_finished(finished: bool | None, due: bool | None) -> None:
    release = security(SecurityAccount([put_in("11000.00")]), finished=finished).release

    assert release is not None
    assert release.due is due
    assert release.usd == (Decimal("11000.00") if due else None)


def test_what_cannot_be_of_a_security_is_refused() -> None:
    program = stone_bridge().program("paving")
    facts = parse_facts(program.facts, {})

    with pytest.raises(UnknownElement, match="sb-pave-bond"):
        program.securities(facts, TODAY, {"sb-pave-bond": SecurityAccount()})
    with pytest.raises(AmountError, match="by 2026-05-20 more was taken out than had been put in"):
        program.securities(facts, TODAY, {SECURITY: SecurityAccount([put_in("10.00"), drawn("10.01")])})
    with pytest.raises(AmountError, match="no amount of whole cents"):
        program.securities(facts, TODAY, {SECURITY: SecurityAccount(required_usd=Decimal("1.001"))})
