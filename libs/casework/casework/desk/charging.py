"""Fees of a record: charged as the law reckons them, asked for, paid before what they gate, paid back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from uuid import UUID

from citycode.facts import Facts
from citycode.program import Program
from citycode.results.fees import FeeLine
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from casework.charges import Charge, ChargeStanding, charge_of
from casework.desk.acting import Acting
from casework.desk.docket import A, Docket
from casework.desk.gates import Gate, require_past
from casework.desk.memory import actor_of, remember
from casework.journal import Voucher
from casework.payments import Payment, PaymentMethod, Refund
from casework.storage import charges, invoices, payments

UNKNOWN = ("needs_information", "not_computable", "law_silent")
"""Outcomes of a fee that nobody can say yet."""


@dataclass(frozen=True, slots=True)
class Billed:
    """Whose fees these are: a record of a program, known by these facts, under the law of a day."""

    program: Program
    record_id: UUID
    facts: Facts
    law_date: date

    def due(self) -> Iterable[FeeLine]:
        """The fees that are due."""
        lines = self.program.fees(self.facts, self.law_date).lines
        return (each for each in lines if each.outcome == "due" and each.amount_usd)


@dataclass(frozen=True, slots=True)
class Paying:
    """Money that came in. `reference` is the sender's own: the same one is never entered twice."""

    amount_usd: Decimal
    method: PaymentMethod
    paid_on: date
    reference: str | None


def assess(
    connection: Connection,
    acting: Acting,
    billed: Billed,
    occasion: str,
    wanted: Callable[[FeeLine], bool] | None = None,
) -> None:
    """Charge every fee that is due; one that is another than before takes the place of the former."""
    city = acting.city.slug
    standing = {each.charge.fee: each for each in _living(connection, city, billed.record_id)}
    for line in billed.due():
        before = standing.get(line.id)
        if wanted is not None and not wanted(line):
            continue
        if before is not None and before.charge.amount_usd == line.amount_usd:
            continue
        if before is not None:
            undoing = voucher(
                connection, acting, billed.record_id, "The fee is another one now.", (line.rule,)
            )
            charges.cancel(connection, city, before.charge.id, undoing)
        charge_line(connection, acting, billed, line, occasion)
    used = voucher(connection, acting, billed.record_id, "Credit of this record.")
    payments.apply_credit(connection, city, billed.record_id, used)


def charge_line(
    connection: Connection, acting: Acting, billed: Billed, line: FeeLine, occasion: str
) -> Charge:
    """Charge one fee for one occasion; asked again, the one that stands is given."""
    rules = (line.rule, *line.rests_on)
    made = charge_of(
        line,
        charge_id=uuid7(),
        city=acting.city.slug,
        record_id=billed.record_id,
        program=billed.program.id,
        assessed_on=acting.today,
        occasion=occasion,
    )
    entered = voucher(connection, acting, billed.record_id, line.title, rules)
    charges.charge(connection, made, entered)
    details = {"charge": str(made.id), "fee": line.id, "amount_usd": str(line.amount_usd)}
    remember(connection, acting, billed.record_id, "fee.assessed", details, rules)
    return made


def ask_for(connection: Connection, acting: Acting, record_id: UUID) -> None:
    """Issue an invoice for all that is owed and was not asked for, to be paid on receipt.

    An invoice that asks for a charge which was canceled since is taken back first.
    """
    city, standings = acting.city.slug, charges.standings_of(connection, acting.city.slug, record_id)
    canceled = {each.charge.id for each in standings if each.canceled_usd}
    for invoice in invoices.of_record(connection, city, record_id):
        if invoice.canceled_on is None and canceled & {line.charge_id for line in invoice.lines}:
            invoices.cancel(connection, city, invoice.id, acting.today)
            remember(connection, acting, record_id, "invoice.canceled", {"invoice": invoice.number})
    try:
        made = invoices.issue(
            connection,
            city=city,
            record_id=record_id,
            prefix=acting.city.prefix,
            issued_on=acting.today,
            due_on=acting.today,
            standings=standings,
        )
    except invoices.NothingToInvoice:
        return
    details = {"invoice": made.number, "total_usd": str(made.total_usd), "due_on": str(made.due_on)}
    remember(connection, acting, record_id, "invoice.issued", details)


def fee_gates(connection: Connection, city: str, billed: Billed, act: str) -> Iterable[Gate]:
    """What must be paid before an act and is not, or is not even known."""
    for line in billed.program.fees(billed.facts, billed.law_date).lines:
        if line.before == act and line.outcome in UNKNOWN:
            yield Gate("fee_unknown", line.sentence, (line.rule,))
    yield from unpaid_gates(connection, city, billed.record_id, act)


def unpaid_gates(connection: Connection, city: str, record_id: UUID, act: str) -> Iterable[Gate]:
    """What was charged, must be paid before an act, and is not."""
    for each in charges.unpaid_before_act(connection, city, record_id, act):
        charge = each.charge
        says = f"{charge.title}: {each.outstanding_usd} dollars are not paid."
        yield Gate("fee_unpaid", says, (charge.rule, *charge.rests_on))


def receive(connection: Connection, acting: Acting, record_id: UUID, paying: Paying) -> Payment:
    """Enter a payment; it goes to what is due first, the rest stays as credit.

    Raises NotCents, ReferenceTaken, ImpossibleDate.
    """
    require_past("#/paid_on", paying.paid_on, acting.today)
    received = replace(
        voucher(connection, acting, record_id, "Payment received."),
        made_on=paying.paid_on,
        external_reference=paying.reference,
    )
    payment = payments.receive(
        connection,
        city=acting.city.slug,
        record_id=record_id,
        prefix=acting.city.prefix,
        method=paying.method,
        amount_usd=paying.amount_usd,
        voucher=received,
    )
    details = {
        "payment": str(payment.id),
        "receipt": payment.receipt_number,
        "amount_usd": str(payment.amount_usd),
        "paid_on": str(payment.paid_on),
    }
    remember(connection, acting, record_id, "payment.received", details)
    return payment


def pay(
    connection: Connection,
    acting: Acting,
    docket: Docket[A],
    application_id: UUID,
    version: int,
    paying: Paying,
) -> A:
    """Enter a payment on an application; it goes to what is due first, the rest stays as credit.

    Raises NotCents, ReferenceTaken, ImpossibleDate, and as `held`.
    """
    before = docket.held(connection, acting, application_id, version, "pay")
    receive(connection, acting, before.id, paying)
    return docket.save(connection, replace(before, state=docket.lifecycle.after(before.state, "pay")))


def give_back(
    connection: Connection, acting: Acting, billed: Billed, because: str, method: PaymentMethod
) -> tuple[Refund, ...]:
    """Pay back what the law says is due; nothing stays owed of that."""
    made: list[Refund] = []
    city = acting.city.slug
    for line in billed.program.fees(billed.facts, billed.law_date).refunds:
        if line.outcome != "due" or line.at_most_usd is None:
            continue
        rules = (line.rule, *line.rests_on)
        left = line.at_most_usd
        for each in _living(connection, city, billed.record_id):
            if each.outstanding_usd and not each.paid_usd:
                undoing = voucher(connection, acting, billed.record_id, line.title, rules)
                charges.cancel(connection, city, each.charge.id, undoing)
            share = min(left, each.refundable_usd)
            if share > 0:
                undone = voucher(connection, acting, billed.record_id, because, rules)
                made.append(pay_back(connection, acting, undone, billed.record_id, share, method, each))
                left -= share
    return tuple(made)


def pay_back(
    connection: Connection,
    acting: Acting,
    undone: Voucher,
    record_id: UUID,
    amount_usd: Decimal,
    method: PaymentMethod,
    of: ChargeStanding | None,
) -> Refund:
    """Pay back of one charge, or of credit where none is named. Raises MoreThanOwed, NotCents."""
    refund = payments.refund(
        connection,
        city=acting.city.slug,
        record_id=record_id,
        prefix=acting.city.prefix,
        method=method,
        amount_usd=amount_usd,
        voucher=undone,
        charge_id=None if of is None else of.charge.id,
    )
    details = {"refund": str(refund.id), "number": refund.number, "amount_usd": str(amount_usd)}
    remember(connection, acting, record_id, "fee.refunded", details, undone.rules)
    return refund


def voucher(
    connection: Connection, acting: Acting, record_id: UUID, because: str, rules: tuple[str, ...] = ()
) -> Voucher:
    """What stands behind a movement of money that is made today by who acts."""
    actor = actor_of(connection, acting, record_id)
    return Voucher(acting.today, acting.now, actor, acting.any_office(), because, rules)


def _living(connection: Connection, city: str, record_id: UUID) -> tuple[ChargeStanding, ...]:
    found = charges.standings_of(connection, city, record_id)
    return tuple(each for each in found if not each.canceled_usd)
