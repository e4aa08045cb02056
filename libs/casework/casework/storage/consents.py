"""Consents: a person lets a machine act for them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, MetaData, select, update
from sqlalchemy.dialects.postgresql import insert

from casework.storage.neighbor_tables import consents_table

_CONSENTS = consents_table(MetaData())


@dataclass(frozen=True, slots=True)
class Consent:
    """Given to `machine` by a person, until withdrawn."""

    machine: str
    granted_at: datetime
    withdrawn_at: datetime | None


def grant(connection: Connection, city: str, person: str, machine: str, at: datetime) -> Consent:
    """Let `machine` act for `person`; a consent that stands is left as it is."""
    row = insert(_CONSENTS).values(city=city, person=person, machine=machine, granted_at=at)
    connection.execute(
        row.on_conflict_do_update(
            index_elements=[_CONSENTS.c.city, _CONSENTS.c.person, _CONSENTS.c.machine],
            set_={"granted_at": at, "withdrawn_at": None},
            where=_CONSENTS.c.withdrawn_at.is_not(None),
        )
    )
    return next(each for each in of_person(connection, city, person) if each.machine == machine)


def withdraw(connection: Connection, city: str, person: str, machine: str, at: datetime) -> bool:
    """End a consent; False when none stands."""
    ended = connection.execute(
        update(_CONSENTS)
        .where(
            _CONSENTS.c.city == city,
            _CONSENTS.c.person == person,
            _CONSENTS.c.machine == machine,
            _CONSENTS.c.withdrawn_at.is_(None),
        )
        .values(withdrawn_at=at)
    )
    return ended.rowcount == 1


def of_person(connection: Connection, city: str, person: str) -> list[Consent]:
    """All consents a person gave, standing or withdrawn."""
    rows = connection.execute(
        select(_CONSENTS.c.machine, _CONSENTS.c.granted_at, _CONSENTS.c.withdrawn_at)
        .where(_CONSENTS.c.city == city, _CONSENTS.c.person == person)
        .order_by(_CONSENTS.c.machine)
    )
    return [Consent(row.machine, row.granted_at, row.withdrawn_at) for row in rows]


def persons_of(connection: Connection, city: str, machine: str) -> list[str]:
    """Everybody `machine` may act for now."""
    return list(
        connection.execute(
            select(_CONSENTS.c.person)
            .where(
                _CONSENTS.c.city == city, _CONSENTS.c.machine == machine, _CONSENTS.c.withdrawn_at.is_(None)
            )
            .order_by(_CONSENTS.c.person)
        ).scalars()
    )
