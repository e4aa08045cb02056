"""Remembering what was done: one entry in the record's chain, the person only referred to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import Connection

from casework.desk.acting import Acting
from casework.history import Happening
from casework.storage import history, personal


def remember(
    connection: Connection,
    acting: Acting,
    record_id: UUID,
    event: str,
    details: Mapping[str, Any] | None = None,
    rules: tuple[str, ...] = (),
) -> None:
    """Append to the record's history. `details` hold no personal value."""
    actor = actor_of(connection, acting, record_id)
    happening = Happening(event, acting.now, actor, acting.any_office(), rules, dict(details or {}))
    history.append(connection, acting.city.slug, record_id, happening)


def remember_first(
    connection: Connection,
    acting: Acting,
    record_id: UUID,
    event: str,
    details: Mapping[str, Any],
    contact: Mapping[str, str],
) -> None:
    """Begin the history of a record that was just made, and keep how its person is reached.

    As `personal.keep` and `remember`, without looking for what cannot be there yet. The hashes of the contact
    stand under `contact`.
    """
    principal, city = acting.principal, acting.city.slug
    person = acting.actor if principal.kind == "person" else None
    hashes, reference = personal.keep_first(connection, city, record_id, contact, person)
    told = {**details, "contact": hashes}
    happening = Happening(event, acting.now, reference or acting.actor, acting.any_office(), (), told)
    history.begin(connection, city, record_id, happening)


def actor_of(connection: Connection, acting: Acting, record_id: UUID) -> str:
    """How a record names who acts: a person by reference, all others by their own name."""
    if acting.principal.kind != "person":
        return acting.actor
    return personal.reference_to(connection, acting.city.slug, record_id, acting.actor)
