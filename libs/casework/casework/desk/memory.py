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
    city, actor = acting.city.slug, acting.actor
    if acting.principal.kind == "person":
        actor = personal.reference_to(connection, city, record_id, actor)
    happening = Happening(event, acting.now, actor, acting.any_office(), rules, dict(details or {}))
    history.append(connection, city, record_id, happening)
