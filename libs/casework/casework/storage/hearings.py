"""Schedule, change and read hearings, their mailings and proofs."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, insert, select, update

from casework.hearings import Hearing
from casework.service import Mailing, Proof
from casework.storage.tables import hearings_table, mailings_table

_METADATA = MetaData()
_HEARINGS = hearings_table(_METADATA)
_MAILINGS = mailings_table(_METADATA)


def schedule(connection: Connection, hearing: Hearing) -> None:
    """Write a hearing."""
    connection.execute(
        insert(_HEARINGS).values(
            id=hearing.id,
            city=hearing.city,
            record_id=hearing.record_id,
            body=hearing.body,
            kind=hearing.kind,
            starts_at=hearing.starts_at,
            place=hearing.place,
            scheduled_on=hearing.scheduled_on,
            notice_lists=dict(hearing.notice_lists),
            version=hearing.version,
        )
    )


def change(connection: Connection, hearing: Hearing) -> bool:
    """Write the changed hearing if nobody wrote since `hearing.version`; its version goes up by one."""
    changed = connection.execute(
        update(_HEARINGS)
        .where(
            _HEARINGS.c.city == hearing.city,
            _HEARINGS.c.id == hearing.id,
            _HEARINGS.c.version == hearing.version,
        )
        .values(
            starts_at=hearing.starts_at,
            place=hearing.place,
            notice_lists=dict(hearing.notice_lists),
            held_on=hearing.held_on,
            canceled_on=hearing.canceled_on,
            canceled_because=hearing.canceled_because,
            moved_to=hearing.moved_to,
            version=hearing.version + 1,
        )
    )
    return changed.rowcount == 1


def find(connection: Connection, city: str, hearing_id: UUID) -> Hearing | None:
    """One hearing."""
    row = connection.execute(
        select(_HEARINGS).where(_HEARINGS.c.city == city, _HEARINGS.c.id == hearing_id)
    ).first()
    return None if row is None else _hearing(row)


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[Hearing, ...]:
    """The hearings of a record, in the order of their day."""
    rows = connection.execute(
        select(_HEARINGS)
        .where(_HEARINGS.c.city == city, _HEARINGS.c.record_id == record_id)
        .order_by(_HEARINGS.c.starts_at, _HEARINGS.c.id)
    )
    return tuple(_hearing(row) for row in rows)


def record_mailing(connection: Connection, city: str, mailing: Mailing) -> None:
    """Write a mailing."""
    connection.execute(
        insert(_MAILINGS).values(
            city=city,
            id=mailing.id,
            hearing_id=mailing.hearing_id,
            notice=mailing.notice,
            sent_on=mailing.sent_on,
            method=mailing.method,
            recipients=list(mailing.recipients),
        )
    )


def record_proof(connection: Connection, city: str, proof: Proof) -> bool:
    """Write what proves a mailing; False when it has a proof already or is not there."""
    written = connection.execute(
        update(_MAILINGS)
        .where(_MAILINGS.c.city == city, _MAILINGS.c.id == proof.mailing_id, _MAILINGS.c.proof.is_(None))
        .values(proof=proof.kind, proof_sworn_on=proof.sworn_on, proof_sworn_by=proof.sworn_by)
    )
    return written.rowcount == 1


def mailings_of(
    connection: Connection, city: str, hearing_id: UUID
) -> tuple[tuple[Mailing, ...], tuple[Proof, ...]]:
    """What was sent for a hearing, and what proves it."""
    rows = connection.execute(
        select(_MAILINGS)
        .where(_MAILINGS.c.city == city, _MAILINGS.c.hearing_id == hearing_id)
        .order_by(_MAILINGS.c.sent_on, _MAILINGS.c.id)
    ).all()
    mailings = tuple(
        Mailing(row.id, row.hearing_id, row.notice, row.sent_on, row.method, tuple(row.recipients))
        for row in rows
    )
    proofs = tuple(
        Proof(row.id, row.proof, row.proof_sworn_on, row.proof_sworn_by)
        for row in rows
        if row.proof is not None
    )
    return mailings, proofs


def _hearing(row: Row[Any]) -> Hearing:
    held_on: date | None = row.held_on
    return Hearing(
        id=row.id,
        city=row.city,
        record_id=row.record_id,
        body=row.body,
        kind=row.kind,
        starts_at=row.starts_at,
        place=row.place,
        scheduled_on=row.scheduled_on,
        notice_lists=row.notice_lists,
        held_on=held_on,
        canceled_on=row.canceled_on,
        version=row.version,
        canceled_because=row.canceled_because,
        moved_to=row.moved_to,
    )
