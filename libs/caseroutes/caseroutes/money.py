"""Charges, payments and refunds of a record on the wire."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from casework.charges import ChargeStanding
from casework.payments import Invoice, Payment, Refund
from pydantic import Field
from servicekit.wire import WireDate

from caseroutes.shape import Dollars, Incoming, Line, Outgoing, Paragraph, Usd, Word

Method = Literal["cash", "check", "card", "ach", "money_order"]


class PaymentAsk(Incoming):
    """Money that came in. It goes to what is due first, the rest stays as credit.

    `reference` is the sender's own: the same one is never entered twice.
    """

    amount_usd: Annotated[Usd, Field(examples=["120.00"])]
    method: Annotated[Method, Field(examples=["check"])]
    paid_on: Annotated[WireDate, Field(examples=["2026-05-11"])]
    reference: Annotated[Line | None, Field(default=None, examples=["check 1042"])]

    @property
    def amount(self) -> Decimal:
        """The dollars, exact."""
        return Decimal(self.amount_usd)


class RefundAsk(Incoming):
    """Money that goes back: by the law's `refund`, or of credit where none is named."""

    refund: Annotated[Word | None, Field(default=None)]
    amount_usd: Annotated[Usd, Field(examples=["96.00"])]
    method: Annotated[Method, Field(default="check")]
    reason: Annotated[Paragraph, Field(examples=["Paid twice."])]

    @property
    def amount(self) -> Decimal:
        """The dollars, exact."""
        return Decimal(self.amount_usd)


class ChargeView(Outgoing):
    """A charge as the law reckoned it and what became of it. `before` is the act it must be paid before.

    `example` says that it rests on an amount the city has not set.
    """

    id: UUID
    fee: str
    rule: str
    rests_on: list[str]
    title: str
    cite: str
    amount_usd: Dollars
    outstanding_usd: Dollars
    paid_usd: Dollars
    refunded_usd: Dollars
    canceled_usd: Dollars
    settled: bool
    before: str | None
    payer: str | None
    steps: list[str]
    example: bool
    assessed_on: date
    law_date: date
    code_version: str


class PaymentView(Outgoing):
    """A payment with its receipt; `credited_usd` is what no charge took."""

    id: UUID
    receipt_number: str
    method: str
    paid_on: date
    amount_usd: Dollars
    credited_usd: Dollars
    reversed_on: date | None


class RefundView(Outgoing):
    """What was paid back, and by which rules."""

    id: UUID
    number: str
    charge_id: UUID | None
    method: str
    refunded_on: date
    amount_usd: Dollars
    because: str
    rules: list[str]


class InvoiceView(Outgoing):
    """A paper that asks for charges."""

    id: UUID
    number: str
    issued_on: date
    due_on: date
    total_usd: Dollars
    canceled_on: date | None


class AccountView(Outgoing):
    """Everything that is owed, asked for, paid and paid back on a record."""

    outstanding_usd: Dollars
    charges: list[ChargeView]
    payments: list[PaymentView]
    refunds: list[RefundView]
    invoices: list[InvoiceView]


def charge_view(standing: ChargeStanding) -> ChargeView:
    """Show a charge."""
    charge = standing.charge
    return ChargeView(
        id=charge.id,
        fee=charge.fee,
        rule=charge.rule,
        rests_on=list(charge.rests_on),
        title=charge.title,
        cite=charge.cite,
        amount_usd=charge.amount_usd,
        outstanding_usd=standing.outstanding_usd,
        paid_usd=standing.paid_usd,
        refunded_usd=standing.refunded_usd,
        canceled_usd=standing.canceled_usd,
        settled=standing.settled,
        before=charge.before,
        payer=charge.payer,
        steps=list(charge.steps),
        example=charge.example,
        assessed_on=charge.assessed_on,
        law_date=charge.law_date,
        code_version=charge.code_version,
    )


def payment_view(payment: Payment) -> PaymentView:
    """Show a payment."""
    return PaymentView(
        id=payment.id,
        receipt_number=payment.receipt_number,
        method=payment.method,
        paid_on=payment.paid_on,
        amount_usd=payment.amount_usd,
        credited_usd=payment.credited_usd,
        reversed_on=payment.reversed_on,
    )


def refund_view(refund: Refund) -> RefundView:
    """Show a refund."""
    return RefundView(
        id=refund.id,
        number=refund.number,
        charge_id=refund.charge_id,
        method=refund.method,
        refunded_on=refund.refunded_on,
        amount_usd=refund.amount_usd,
        because=refund.because,
        rules=list(refund.rules),
    )


def invoice_view(invoice: Invoice) -> InvoiceView:
    """Show an invoice."""
    return InvoiceView(
        id=invoice.id,
        number=invoice.number,
        issued_on=invoice.issued_on,
        due_on=invoice.due_on,
        total_usd=invoice.total_usd,
        canceled_on=invoice.canceled_on,
    )


def account_view(
    standings: Iterable[ChargeStanding],
    payments: Iterable[Payment],
    refunds: Iterable[Refund],
    invoices: Iterable[Invoice],
) -> AccountView:
    """Show the account of a record."""
    charges = [charge_view(each) for each in standings]
    return AccountView(
        outstanding_usd=sum((each.outstanding_usd for each in charges), Decimal("0.00")),
        charges=charges,
        payments=[payment_view(each) for each in payments],
        refunds=[refund_view(each) for each in refunds],
        invoices=[invoice_view(each) for each in invoices],
    )
