"""Documents of a record: added as what, remembered without their names, found again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from servicekit.problems import NotFound
from sqlalchemy import Connection

from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require
from casework.desk.memory import actor_of, remember
from casework.documents import Reference, StoredFile, shown_name
from casework.storage import documents

ADD = "add_document"
ALSO = ("photo", "other")
"""Kinds beside those of the law."""
MOST = 200


@dataclass(frozen=True, slots=True)
class Shelf:
    """The record that documents are kept with, and the kinds of the law that its documents may be."""

    record_id: UUID
    kinds: tuple[str, ...] = ()


def room(connection: Connection, acting: Acting, shelf: Shelf, kind: str) -> None:
    """Whether such a document has room. Asked before any of it is taken.

    Raises UnknownItem for a kind, GatesUnmet when there are too many.
    """
    known = (*shelf.kinds, *ALSO)
    if kind not in known:
        raise UnknownItem("#/kind", kind, known)
    if len(documents.of_record(connection, acting.city.slug, shelf.record_id)) >= MOST:
        require([Gate("too_many_documents", f"A record holds at most {MOST} documents.")])


def add(
    connection: Connection,
    acting: Acting,
    shelf: Shelf,
    kind: str,
    name: str,
    stored: StoredFile,
    document_id: UUID,
) -> Reference:
    """Make a file that was taken part of the record. Raises as `room`."""
    room(connection, acting, shelf, kind)
    reference = Reference(
        id=document_id,
        city=acting.city.slug,
        record_id=shelf.record_id,
        kind=kind,
        sha256=stored.sha256,
        shown_name=shown_name(name),
        data_class="private",
        added_at=acting.now,
        added_by=actor_of(connection, acting, shelf.record_id),
    )
    documents.refer(connection, stored, reference)
    details = {
        "document": str(document_id),
        "kind": kind,
        "sha256": stored.sha256,
        "media_type": stored.media_type,
        "size_bytes": stored.size_bytes,
    }
    rules = () if kind in ALSO else (kind.partition(".")[0],)
    remember(connection, acting, shelf.record_id, "document.added", details, rules)
    return reference


def document_of(
    connection: Connection, city: str, record_id: UUID, document_id: UUID
) -> tuple[Reference, StoredFile]:
    """A document of a record. Raises NotFound."""
    found = documents.find(connection, city, document_id)
    if found is None or found[0].record_id != record_id:
        raise NotFound
    return found


def handed_in(connection: Connection, acting: Acting, record_id: UUID) -> dict[str, dict[str, Any]]:
    """Submittals that came in as documents, by kind, as an application keeps them: the first of each kind.

    What came outside office hours was received on the next business day.
    """
    papers: dict[str, dict[str, Any]] = {}
    for reference, _ in documents.of_record(connection, acting.city.slug, record_id):
        if reference.kind not in ALSO and reference.kind not in papers:
            local = reference.added_at.astimezone(acting.city.timezone)
            on: date = acting.city.calendar.received_on(local).on
            papers[reference.kind] = {
                "document": f"document {reference.id}",
                "received_on": on.isoformat(),
                "by": reference.added_by,
            }
    return papers
