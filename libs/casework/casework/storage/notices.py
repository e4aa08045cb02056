"""Draft, change and read notices; enter attempts, proofs and publications; erase names and addresses."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, Table, insert, select, update

from casework.notices import Addressee, Attempt, Notice, Outcome, Printing
from casework.storage.notice_tables import notice_tables
from casework.storage.rows import row_of

_NOTICES, _RECIPIENTS, _ATTEMPTS, _PRINTINGS = notice_tables(MetaData())

NOTICES = "NTC"
"""The series of notice numbers (`servicekit.identifiers.next_record_number`)."""


def draft(connection: Connection, notice: Notice, recipients: Iterable[Addressee]) -> None:
    """Write a notice and to whom it goes."""
    connection.execute(insert(_NOTICES).values(_row(notice)))
    address(connection, notice.city, notice.id, recipients)


def address(connection: Connection, city: str, notice_id: UUID, recipients: Iterable[Addressee]) -> None:
    """Add recipients."""
    rows = [
        {
            "city": city,
            "notice_id": notice_id,
            "recipient": each.id,
            "kinds": sorted(each.kinds),
            "name": each.name,
            "address": each.address,
            "address_source": each.address_source,
            "address_vintage": each.address_vintage,
            "pins": list(each.pins),
        }
        for each in recipients
    ]
    if rows:
        connection.execute(insert(_RECIPIENTS), rows)


def change(connection: Connection, notice: Notice) -> bool:
    """Write the changed notice if nobody wrote since `notice.version`; its version goes up by one."""
    changed = connection.execute(
        update(_NOTICES)
        .where(
            _NOTICES.c.city == notice.city,
            _NOTICES.c.id == notice.id,
            _NOTICES.c.version == notice.version,
        )
        .values(_row(notice) | {"version": notice.version + 1})
    )
    return changed.rowcount == 1


def find(connection: Connection, city: str, notice_id: UUID) -> Notice | None:
    """One notice."""
    row = connection.execute(
        select(_NOTICES).where(_NOTICES.c.city == city, _NOTICES.c.id == notice_id)
    ).first()
    return None if row is None else _notice(row)


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[Notice, ...]:
    """The notices of a record, oldest first."""
    rows = connection.execute(
        select(_NOTICES)
        .where(_NOTICES.c.city == city, _NOTICES.c.record_id == record_id)
        .order_by(_NOTICES.c.id)
    )
    return tuple(_notice(row) for row in rows)


def recipients_of(connection: Connection, city: str, notice_id: UUID) -> tuple[Addressee, ...]:
    """To whom it goes, in the order they were entered as far as their ids tell."""
    rows = connection.execute(
        select(_RECIPIENTS)
        .where(_RECIPIENTS.c.city == city, _RECIPIENTS.c.notice_id == notice_id)
        .order_by(_RECIPIENTS.c.recipient)
    )
    return tuple(
        Addressee(
            row.recipient,
            frozenset(row.kinds),
            row.name,
            row.address,
            row.address_source,
            row.address_vintage,
            tuple(row.pins),
        )
        for row in rows
    )


def record_attempt(connection: Connection, city: str, attempt: Attempt) -> None:
    """Write one attempt at service."""
    _insert(connection, _ATTEMPTS, city, attempt)


def record_outcome(
    connection: Connection, city: str, attempt_id: UUID, outcome: Outcome, received_on: date | None
) -> bool:
    """Write what came of it; False when it is not there or was known before."""
    return (
        connection.execute(
            update(_ATTEMPTS)
            .where(_ATTEMPTS.c.city == city, _ATTEMPTS.c.id == attempt_id, _ATTEMPTS.c.outcome == "sent")
            .values(outcome=outcome, received_on=received_on)
        ).rowcount
        == 1
    )


def record_proof(
    connection: Connection,
    city: str,
    attempt_id: UUID,
    *,
    proof: str,
    sworn_on: date | None,
    sworn_by: str | None,
    document_sha256: str | None = None,
) -> bool:
    """Write what proves an attempt; False when it has a proof already or is not there."""
    return (
        connection.execute(
            update(_ATTEMPTS)
            .where(_ATTEMPTS.c.city == city, _ATTEMPTS.c.id == attempt_id, _ATTEMPTS.c.proof.is_(None))
            .values(proof=proof, sworn_on=sworn_on, sworn_by=sworn_by, document_sha256=document_sha256)
        ).rowcount
        == 1
    )


def attempts_of(connection: Connection, city: str, notice_id: UUID) -> tuple[Attempt, ...]:
    """Every attempt, oldest first."""
    rows = connection.execute(
        select(_ATTEMPTS)
        .where(_ATTEMPTS.c.city == city, _ATTEMPTS.c.notice_id == notice_id)
        .order_by(_ATTEMPTS.c.made_on, _ATTEMPTS.c.id)
    )
    return tuple(Attempt(**_without_city(row)) for row in rows)


def record_printing(connection: Connection, city: str, printing: Printing) -> None:
    """Write one publication."""
    _insert(connection, _PRINTINGS, city, printing)


def printings_of(connection: Connection, city: str, notice_id: UUID) -> tuple[Printing, ...]:
    """Every publication, oldest first."""
    rows = connection.execute(
        select(_PRINTINGS)
        .where(_PRINTINGS.c.city == city, _PRINTINGS.c.notice_id == notice_id)
        .order_by(_PRINTINGS.c.printed_on, _PRINTINGS.c.id)
    )
    return tuple(Printing(**_without_city(row)) for row in rows)


def erase(connection: Connection, city: str, notice_id: UUID, at: datetime) -> int:
    """Drop the names and addresses of a notice; gives how many. That it was served stays."""
    return connection.execute(
        update(_RECIPIENTS)
        .where(
            _RECIPIENTS.c.city == city,
            _RECIPIENTS.c.notice_id == notice_id,
            _RECIPIENTS.c.erased_at.is_(None),
        )
        .values(name=None, address=None, erased_at=at)
    ).rowcount


def _insert(connection: Connection, table: Table, city: str, thing: Attempt | Printing) -> None:
    connection.execute(insert(table).values(row_of(table, thing, city=city)))


def _without_city(row: Row[Any]) -> dict[str, Any]:
    return {name: value for name, value in row._mapping.items() if name != "city"}


def _row(notice: Notice) -> dict[str, Any]:
    return row_of(_NOTICES, notice, contents=dict(notice.contents), signed_by=sorted(notice.signed_by))


def _notice(row: Row[Any]) -> Notice:
    return Notice(**dict(row._mapping) | {"signed_by": frozenset(row.signed_by)})
