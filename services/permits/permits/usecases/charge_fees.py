"""Fees of an application and its permit: one account from the first submission to the last inspection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any
from uuid import UUID

from casework.applications import law_date_of
from casework.charges import ChargeStanding
from casework.desk import charging
from casework.desk.acting import Acting
from casework.desk.charging import Billed
from casework.desk.gates import Gate, GatesUnmet, UnknownItem, require
from casework.desk.told import DENIED, FEES_PAID, RECEIVED, fees_paid, laid_over
from casework.payments import PaymentMethod, Refund
from casework.storage import charges, payments
from citycode.results.fees import FeeLine, RefundLine
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application
from permits.domain.permit import Inspection
from permits.storage import applications
from permits.usecases.desk import facts_of, program_of
from permits.usecases.records import held

SCHEDULED = "inspection.scheduled"
"""What fees of an inspection must be paid before: the next one."""


@dataclass(frozen=True, slots=True)
class Returning:
    """Money to be paid back: by the law's `refund`, or of credit where none is named."""

    refund: str | None
    amount_usd: Decimal
    method: PaymentMethod
    reason: str


def billed(
    connection: Connection,
    acting: Acting,
    application: Application,
    more: Mapping[str, Any] | None = None,
) -> Billed:
    """The application as its fees are reckoned: with what the records tell, and `more`, laid over it."""
    program = program_of(acting.city, application)
    told = {
        FEES_PAID: fees_paid(connection, application.city, application.id),
        DENIED: application.state == "denied",
        RECEIVED: (application.received_on or acting.today).isoformat(),
        **(more or {}),
    }
    facts = laid_over(program, facts_of(program, application), told)
    return Billed(program, application.id, facts, law_date_of(application, acting.today))


def assess(connection: Connection, acting: Acting, application: Application, occasion: str) -> None:
    """Charge what is due of an application by now, and ask for it."""
    account = billed(connection, acting, application)
    charging.assess(connection, acting, account, occasion, _of_the_application)
    charging.ask_for(connection, acting, application.id)


def assess_inspection(
    connection: Connection, acting: Acting, application: Application, inspection: Inspection
) -> None:
    """Charge what the law attaches to what was found at an inspection, and ask for it."""
    account = billed(connection, acting, application, inspection.facts)
    for line in account.due():
        if not _of_the_application(line):
            charging.charge_line(connection, acting, account, line, f"inspection {inspection.id}")
    charging.ask_for(connection, acting, application.id)


def fee_gates(connection: Connection, acting: Acting, application: Application, act: str) -> Iterable[Gate]:
    """What must be paid before an act and is not, or is not even known."""
    account = billed(connection, acting, application)
    yield from charging.fee_gates(connection, application.city, account, act)


def before_inspection(connection: Connection, application: Application) -> Iterable[Gate]:
    """What must be paid before another inspection."""
    yield from charging.unpaid_gates(connection, application.city, application.id, SCHEDULED)


def refund(
    connection: Connection, acting: Acting, application_id: UUID, version: int, returning: Returning
) -> tuple[Application, tuple[Refund, ...]]:
    """Pay back what the law lets the city return, or credit that no charge took.

    Raises UnknownItem for a refund the law does not have, GatesUnmet where it is not open or so much is not,
    MoreThanOwed, NotCents, Forbidden for another office than the law names, and as `held`.
    """
    before = held(connection, acting, application_id, version, "refund")
    rules: tuple[str, ...] = ()
    shares: list[tuple[Decimal, ChargeStanding | None]] = [(returning.amount_usd, None)]
    if returning.refund is not None:
        line = _open(connection, acting, before, returning)
        rules = (line.rule, *line.rests_on)
        shares = list(_shares(connection, before, returning.amount_usd))
    made = tuple(
        charging.pay_back(
            connection,
            acting,
            charging.voucher(connection, acting, before.id, returning.reason, rules),
            before.id,
            amount_usd,
            returning.method,
            of,
        )
        for amount_usd, of in shares
    )
    saved = applications.save(connection, replace(before, state=APPLICATION.after(before.state, "refund")))
    return saved, made


def give_back(
    connection: Connection, acting: Acting, application: Application, method: PaymentMethod
) -> tuple[Refund, ...]:
    """Pay back what is due once the application is denied."""
    account = billed(connection, acting, application, {DENIED: True})
    return charging.give_back(connection, acting, account, "The application was denied.", method)


def _of_the_application(line: FeeLine) -> bool:
    return line.before != SCHEDULED


def _open(
    connection: Connection, acting: Acting, application: Application, returning: Returning
) -> RefundLine:
    lines = _refunds(billed(connection, acting, application))
    found = lines.get(returning.refund or "")
    if found is None:
        raise UnknownItem("#/refund", str(returning.refund), tuple(lines))
    made = payments.refunds_of(connection, application.city, application.id)
    before = sum((each.amount_usd for each in made if found.rule in each.rules), Decimal("0.00"))
    paid_once = Decimal(fees_paid(connection, application.city, application.id)) + before
    line = _refunds(billed(connection, acting, application, {FEES_PAID: str(paid_once)}))[found.id]
    if line.outcome not in ("due", "may_be_refunded") or line.at_most_usd is None:
        raise GatesUnmet((Gate("not_refundable", line.sentence, (line.rule,)),))
    if line.by is not None:
        acting.office_for(line.by)
    left = line.at_most_usd - before
    if returning.amount_usd > left:
        says = f"At most {left} dollars are still to be paid back. {line.sentence}"
        require([Gate("more_than_refundable", says, (line.rule,))])
    return line


def _refunds(account: Billed) -> dict[str, RefundLine]:
    lines = account.program.fees(account.facts, account.law_date).refunds
    return {each.id: each for each in lines}


def _shares(
    connection: Connection, application: Application, amount_usd: Decimal
) -> Iterable[tuple[Decimal, ChargeStanding | None]]:
    """Of which charges it goes back, the first charged first; what none of them holds is asked of credit."""
    left = amount_usd
    for each in charges.standings_of(connection, application.city, application.id):
        share = min(left, each.refundable_usd)
        if share > 0:
            yield share, each
            left -= share
    if left > 0:
        yield left, None
