"""Lawful defaults, so that a test states only what matters."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from casework.charges import Charge
from casework.journal import Voucher
from servicekit.identifiers import uuid7

CITY = "lake-elmo"
AT = datetime(2026, 6, 4, 14, 0, tzinfo=UTC)
DAY = date(2026, 6, 4)


def usd(amount: str | int) -> Decimal:
    """`usd("40.00")`."""
    return Decimal(amount)


def voucher(**given: Any) -> Voucher:
    """Entered by a clerk on the day."""
    return Voucher(**{"made_on": DAY, "at": AT, "actor": "clerk-1", **given})


def charge(record: UUID | None = None, amount: str = "100.00", **given: Any) -> Charge:
    """A fee with an application."""
    values: dict[str, Any] = {
        "id": uuid7(),
        "city": CITY,
        "record_id": record or uuid7(),
        "program": "wind-generator",
        "fee": "le-wind-fee",
        "rule": "le-wind-fee",
        "title": "Application fee",
        "cite": "LEC § 105.04",
        "amount_usd": Decimal(amount),
        "assessed_on": DAY,
        "law_date": DAY,
        "code_version": "2026-01-01",
        "before": "application.completed",
        "steps": ("100.00 for an application",),
        "amounts": ({"name": "wind_fee", "amount_usd": amount, "example": False},),
    }
    return Charge(**{**values, **given})
