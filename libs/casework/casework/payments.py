"""Payments, refunds and invoices: the papers that move money or ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal
from uuid import UUID

from casework.money import positive_cents

PaymentMethod = Literal["cash", "check", "card", "ach", "money_order", "county_settlement"]


class ReferenceTaken(ValueError):
    """Another movement of money in the city bears this external reference; nothing was done."""

    def __init__(self, reference: str) -> None:
        self.reference = reference
        super().__init__(f"The reference {reference} belongs to another payment. Nothing was entered.")


class MoreThanOwed(ValueError):
    """More than is outstanding, paid, or held as credit; `most_usd` would do."""

    def __init__(self, what: str, amount_usd: Decimal, most_usd: Decimal) -> None:
        self.most_usd = most_usd
        super().__init__(f"{amount_usd} dollars is more than the {most_usd} that {what}.")


class UnknownCharge(ValueError):
    """The record has no such charge."""


class Irreversible(ValueError):
    """The payment was reversed before, or its money was paid back already."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Money received. `receipt_number` is given when it is entered (`FR-RCPT-2026-000001`).

    `credited_usd` is what no charge took. `transaction_id` is its place in the journal.
    """

    id: UUID
    city: str
    record_id: UUID
    receipt_number: str
    method: PaymentMethod
    paid_on: date
    amount_usd: Decimal
    credited_usd: Decimal
    transaction_id: UUID
    external_reference: str | None = None
    reversed_on: date | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "amount_usd", positive_cents(self.amount_usd))


@dataclass(frozen=True, slots=True)
class Refund:
    """Money paid back: of a charge, or of credit where `charge_id` is None."""

    id: UUID
    city: str
    record_id: UUID
    number: str
    charge_id: UUID | None
    method: PaymentMethod
    refunded_on: date
    amount_usd: Decimal
    because: str
    rules: tuple[str, ...]
    transaction_id: UUID
    external_reference: str | None = None


@dataclass(frozen=True, slots=True)
class InvoiceLine:
    """A charge as the invoice asked for it."""

    charge_id: UUID
    title: str
    cite: str
    amount_usd: Decimal


@dataclass(frozen=True, slots=True)
class Invoice:
    """A numbered paper that asks for charges of one record. A charge stands on one living invoice at most."""

    id: UUID
    city: str
    record_id: UUID
    number: str
    issued_on: date
    due_on: date
    lines: tuple[InvoiceLine, ...]
    canceled_on: date | None = None

    @property
    def total_usd(self) -> Decimal:
        """What it asks for."""
        return sum((each.amount_usd for each in self.lines), Decimal("0.00"))
