"""Write and read decisions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, insert, select

from casework.decisions import Decision
from casework.storage.tables import decisions_table

_DECISIONS = decisions_table(MetaData())


def record(connection: Connection, decision: Decision) -> None:
    """Write a decision."""
    connection.execute(
        insert(_DECISIONS).values(
            city=decision.city,
            id=decision.id,
            record_id=decision.record_id,
            kind=decision.kind,
            office=decision.office,
            decided_on=decision.decided_on,
            outcome=decision.outcome,
            votes=None if decision.votes is None else dict(decision.votes),
            reasons=list(decision.reasons),
            conditions=list(decision.conditions),
            check_carried=None if decision.check_carried is None else dict(decision.check_carried),
            receipt=decision.receipt,
            receipt_sha256=decision.receipt_sha256,
            law_date=decision.law_date,
            grounds=list(decision.grounds),
            remedies=dict(decision.remedies),
        )
    )


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[Decision, ...]:
    """The decisions of a record, oldest first."""
    rows = connection.execute(
        select(_DECISIONS)
        .where(_DECISIONS.c.city == city, _DECISIONS.c.record_id == record_id)
        .order_by(_DECISIONS.c.decided_on, _DECISIONS.c.id)
    )
    return tuple(_decision(row) for row in rows)


def _decision(row: Row[Any]) -> Decision:
    return Decision(
        id=row.id,
        city=row.city,
        record_id=row.record_id,
        kind=row.kind,
        office=row.office,
        decided_on=row.decided_on,
        outcome=row.outcome,
        votes=row.votes,
        reasons=tuple(row.reasons),
        conditions=tuple(row.conditions),
        check_carried=row.check_carried,
        receipt=None if row.receipt is None else bytes(row.receipt),
        receipt_sha256=row.receipt_sha256,
        law_date=row.law_date,
        grounds=tuple(row.grounds),
        remedies=row.remedies,
    )
