"""What the city spent becomes what is owed: costs entered, charged by the law's recovery, invoiced, paid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from uuid import UUID

from casework.assessments import TO_ROLL
from casework.charges import Charge
from casework.cost_charges import charge_of_recovery
from casework.desk.acting import Acting
from casework.desk.gates import Gate, ImpossibleDate, UnknownItem, require, require_past
from casework.desk.memory import actor_of, remember
from casework.journal import Voucher
from casework.money import positive_cents
from casework.payments import Invoice, Payment, PaymentMethod
from casework.storage import charges, invoices, payments
from citycode.results.enforcement_costs import Recovery
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.domain.cost import Cost
from enforcement.storage import cases, costs
from enforcement.usecases.records import about, at_version
from enforcement.usecases.told import cost_facts


@dataclass(frozen=True, slots=True)
class Spending:
    """What was spent, when, on what, and where the bill is filed. `fact` is the law's name of the cost."""

    fact: str
    amount_usd: Decimal
    incurred_on: date
    what: str
    document: str


@dataclass(frozen=True, slots=True)
class Paying:
    """Money that came in. `reference` is the sender's own: the same one is never entered twice."""

    amount_usd: Decimal
    method: PaymentMethod
    paid_on: date
    reference: str | None


def enter_cost(
    connection: Connection, acting: Acting, case_id: UUID, version: int, spent: Spending, cost_id: UUID
) -> tuple[Case, Cost]:
    """Enter what the city spent. Raises UnknownItem, ImpossibleDate, NotCents, GatesUnmet once charged."""
    before = at_version(connection, acting, case_id, version)
    program = acting.city.program(before.program)
    known = cost_facts(program)
    if spent.fact not in known:
        raise UnknownItem("#/fact", spent.fact, known)
    require_past("#/incurred_on", spent.incurred_on, acting.today, before.opened_on)
    cost = Cost(
        id=cost_id,
        city=before.city,
        case_id=before.id,
        fact=spent.fact,
        amount_usd=positive_cents(spent.amount_usd),
        incurred_on=spent.incurred_on,
        what=spent.what,
        document=spent.document,
    )
    costs.record(connection, cost)
    saved = cases.save(connection, before)
    details = {"cost": str(cost_id), "fact": cost.fact, "amount_usd": str(cost.amount_usd)}
    remember(connection, acting, saved.id, "cost.entered", details)
    return saved, cost


def charge(
    connection: Connection,
    acting: Acting,
    case_id: UUID,
    version: int,
    recovery_id: str,
    lane_id: str,
    due_on: date,
) -> tuple[Case, Charge]:
    """Charge what the law lets the city recover, by the lane it opens to the tax roll or to court.

    Raises UnknownItem, GatesUnmet where the law gives no liability (yet), LaneClosed, AlreadyCharged.
    """
    before = at_version(connection, acting, case_id, version)
    if due_on < acting.today:
        raise ImpossibleDate("#/due_on", f"it cannot be earlier than {acting.today}")
    matter = about(connection, acting, before)
    answers = {
        each.id: each for each in matter.program.cost_recovery(matter.facts, before.law_date).recoveries
    }
    if recovery_id not in answers:
        raise UnknownItem("#/recovery", recovery_id, tuple(answers))
    recovery = answers[recovery_id]
    require(_before_charge(before, recovery))
    made = charge_of_recovery(
        recovery,
        lane_id,
        charge_id=uuid7(),
        city=before.city,
        record_id=before.id,
        program=matter.program.id,
        assessed_on=acting.today,
        due_on=due_on,
    )
    if made.lane is not None and made.lane.statute is None:
        # The law opens the lane by itself and names no other power.
        made = replace(made, lane=replace(made.lane, statute=recovery.cite))
    voucher = _voucher(connection, acting, before, recovery.title, acting.today, (recovery.rule,))
    made = charges.charge(connection, made, voucher)
    saved = cases.save(connection, before)
    details = {
        "charge": str(made.id),
        "recovery": recovery.id,
        "amount_usd": str(made.amount_usd),
        "lane": None if made.lane is None else made.lane.lane,
    }
    remember(connection, acting, saved.id, "cost.charged", details, (recovery.rule,))
    return saved, made


def invoice(
    connection: Connection, acting: Acting, case_id: UUID, version: int, due_on: date
) -> tuple[Case, Invoice]:
    """Ask for all that is owed and was not asked for. Raises NothingToInvoice, ImpossibleDate."""
    before = at_version(connection, acting, case_id, version)
    if due_on < acting.today:
        raise ImpossibleDate("#/due_on", f"it cannot be earlier than {acting.today}")
    made = invoices.issue(
        connection,
        city=before.city,
        record_id=before.id,
        prefix=acting.city.prefix,
        issued_on=acting.today,
        due_on=due_on,
        standings=charges.standings_of(connection, before.city, before.id),
    )
    saved = cases.save(connection, before)
    details = {"invoice": made.number, "total_usd": str(made.total_usd), "due_on": str(due_on)}
    remember(connection, acting, saved.id, "invoice.issued", details)
    return saved, made


def pay(
    connection: Connection, acting: Acting, case_id: UUID, version: int, paying: Paying
) -> tuple[Case, Payment]:
    """Enter money received. Raises ReferenceTaken, NotCents, ImpossibleDate, GatesUnmet, StaleVersion."""
    before = at_version(connection, acting, case_id, version)
    require_past("#/paid_on", paying.paid_on, acting.today, before.opened_on)
    voucher = replace(
        _voucher(connection, acting, before, "Payment", paying.paid_on),
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
    saved = cases.save(connection, before)
    details = {
        "payment": str(payment.id),
        "receipt": payment.receipt_number,
        "amount_usd": str(payment.amount_usd),
    }
    remember(connection, acting, saved.id, "payment.received", details)
    return saved, payment


def owed(connection: Connection, city: str, case_id: UUID) -> bool:
    """Whether anything is owed to the city that is not on the tax roll."""
    return any(not each.settled for each in charges.standings_of(connection, city, case_id))


def _before_charge(case: Case, recovery: Recovery) -> Iterable[Gate]:
    if recovery.outcome != "known":
        yield Gate("not_recoverable", recovery.sentence, (recovery.rule,))
    elif case.abated_on is None and any(each.lane in TO_ROLL for each in recovery.lanes):
        says = "The city has not done it yet: only then its cost may come upon the property."
        yield Gate("not_abated", says, (recovery.rule,))


def _voucher(
    connection: Connection,
    acting: Acting,
    case: Case,
    because: str,
    on: date,
    rules: tuple[str, ...] = (),
) -> Voucher:
    actor = actor_of(connection, acting, case.id)
    return Voucher(on, acting.now, actor, acting.any_office(), because, rules)
