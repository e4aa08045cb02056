"""Fees of an application: assessed as the law reckons them, paid before what they gate, paid back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from uuid import UUID

from casework.charges import ChargeStanding, charge_of
from casework.desk.acting import Acting
from casework.desk.gates import Gate, require_past
from casework.desk.memory import actor_of, remember
from casework.journal import Voucher
from casework.payments import Payment, PaymentMethod, Refund
from casework.storage import charges, payments
from citycode.facts import Facts
from citycode.program import Program
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from licensing.domain.application import APPLICATION, Application
from licensing.storage import applications
from licensing.usecases.records import held


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
    program: Program,
    application: Application,
    facts: Facts,
    law_date: date,
) -> None:
    """Charge every fee that is due; one that is another than before takes the place of the former."""
    standing = {each.charge.fee: each for each in _living(connection, application)}
    result = program.fees(facts, law_date)
    for line in result.lines:
        if line.outcome != "due" or not line.amount_usd:
            continue
        before = standing.get(line.id)
        if before is not None:
            if before.charge.amount_usd == line.amount_usd:
                continue
            undoing = _voucher(connection, acting, application, "The fee is another one now.", (line.rule,))
            charges.cancel(connection, application.city, before.charge.id, undoing)
        made = charge_of(
            line,
            charge_id=uuid7(),
            city=application.city,
            record_id=application.id,
            program=program.id,
            assessed_on=acting.today,
            occasion=f"submission {application.submission}",
        )
        voucher = _voucher(connection, acting, application, line.title, (line.rule, *line.rests_on))
        charges.charge(connection, made, voucher)
        details = {"charge": str(made.id), "fee": line.id, "amount_usd": str(line.amount_usd)}
        rules = (line.rule, *line.rests_on)
        remember(connection, acting, application.id, "fee.assessed", details, rules)
    used = _voucher(connection, acting, application, "Credit of this application.")
    payments.apply_credit(connection, application.city, application.id, used)


def fee_gates(
    connection: Connection, program: Program, application: Application, facts: Facts, law_date: date, act: str
) -> Iterable[Gate]:
    """What must be paid before an act and is not, or is not even known."""
    for line in program.fees(facts, law_date).lines:
        if line.before == act and line.outcome in ("needs_information", "not_computable", "law_silent"):
            yield Gate("fee_unknown", line.sentence, (line.rule,))
    for each in charges.unpaid_before_act(connection, application.city, application.id, act):
        charge = each.charge
        says = f"{charge.title}: {each.outstanding_usd} dollars are not paid."
        yield Gate("fee_unpaid", says, (charge.rule, *charge.rests_on))


def pay(
    connection: Connection, acting: Acting, application_id: UUID, version: int, paying: Paying
) -> tuple[Application, Payment]:
    """Enter a payment; it goes to what is due first, the rest stays as credit.

    Raises NotCents, ReferenceTaken, ImpossibleDate, and as `held`.
    """
    before = held(connection, acting, application_id, version, "pay")
    require_past("#/paid_on", paying.paid_on, acting.today)
    voucher = replace(
        _voucher(connection, acting, before, "Payment received."),
        made_on=paying.paid_on,
        external_reference=paying.reference,
    )
    payment = payments.receive(
        connection,
        city=before.city,
        record_id=before.id,
        prefix=acting.city.prefix,
        method=paying.method,
        amount_usd=paying.amount_usd,
        voucher=voucher,
    )
    saved = applications.save(connection, replace(before, state=APPLICATION.after(before.state, "pay")))
    details = {
        "payment": str(payment.id),
        "receipt": payment.receipt_number,
        "amount_usd": str(payment.amount_usd),
        "paid_on": str(payment.paid_on),
    }
    remember(connection, acting, saved.id, "payment.received", details)
    return saved, payment


def give_back(
    connection: Connection,
    acting: Acting,
    program: Program,
    application: Application,
    facts: Facts,
    law_date: date,
    method: PaymentMethod,
) -> tuple[Refund, ...]:
    """Pay back what the law says is due once the application is denied; nothing stays owed of that."""
    made: list[Refund] = []
    for line in program.fees(facts, law_date).refunds:
        if line.outcome != "due" or line.at_most_usd is None:
            continue
        rules = (line.rule, *line.rests_on)
        left = line.at_most_usd
        for each in _living(connection, application):
            if each.outstanding_usd and not each.paid_usd:
                undoing = _voucher(connection, acting, application, line.title, rules)
                charges.cancel(connection, application.city, each.charge.id, undoing)
            share = min(left, each.refundable_usd)
            if share > 0:
                made.append(_refund(connection, acting, application, share, method, rules, each.charge.id))
                left -= share
    return tuple(made)


def _refund(
    connection: Connection,
    acting: Acting,
    application: Application,
    amount_usd: Decimal,
    method: PaymentMethod,
    rules: tuple[str, ...],
    charge_id: UUID,
) -> Refund:
    voucher = _voucher(connection, acting, application, "The application was denied.", rules)
    refund = payments.refund(
        connection,
        city=application.city,
        record_id=application.id,
        prefix=acting.city.prefix,
        method=method,
        amount_usd=amount_usd,
        voucher=voucher,
        charge_id=charge_id,
    )
    details = {"refund": str(refund.id), "number": refund.number, "amount_usd": str(amount_usd)}
    remember(connection, acting, application.id, "fee.refunded", details, rules)
    return refund


def _living(connection: Connection, application: Application) -> tuple[ChargeStanding, ...]:
    found = charges.standings_of(connection, application.city, application.id)
    return tuple(each for each in found if not each.canceled_usd)


def _voucher(
    connection: Connection,
    acting: Acting,
    application: Application,
    because: str,
    rules: tuple[str, ...] = (),
) -> Voucher:
    actor = actor_of(connection, acting, application.id)
    return Voucher(acting.today, acting.now, actor, acting.any_office(), because, rules)
