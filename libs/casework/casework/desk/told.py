"""Facts that the records tell by themselves, whatever was stated: fees paid, a denial, the day of receipt."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from citycode.facts import Facts, parse_facts
from citycode.program import Program
from sqlalchemy import Connection

from casework.storage import charges

FEES_PAID, DENIED, RECEIVED = "fees_paid_usd", "application_denied", "application_received_on"
"""Names of the vocabulary (`codes/facts.yaml`) that every case service answers."""

SOURCES = {FEES_PAID: "ledger", DENIED: "application", RECEIVED: "application"}


def fees_paid(connection: Connection, city: str, record_id: UUID) -> str:
    """Dollars paid on a record and not paid back."""
    found = (each.refundable_usd for each in charges.standings_of(connection, city, record_id))
    return str(sum(found, Decimal("0.00")))


def laid_over(
    program: Program, base: Facts, told: Mapping[str, Any], sources: Mapping[str, str] = SOURCES
) -> Facts:
    """The facts with what was told laid over them, as far as the program asks it."""
    known = {name: value for name, value in told.items() if name in program.facts}
    named = {name: sources.get(name, "records") for name in known}
    return parse_facts(program.facts, dict(base.stated) | known, dict(base.sources) | named)
