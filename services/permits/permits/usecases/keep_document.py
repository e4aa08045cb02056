"""Documents of an application: who may add one, as what, and who may see it."""

from __future__ import annotations

from uuid import UUID

from casework.applications import law_date_of
from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require
from casework.desk.memory import actor_of, remember
from casework.documents import Reference, StoredFile, shown_name
from casework.lifecycle import NotAllowed
from casework.storage import documents
from servicekit.problems import Forbidden, NotFound
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, PERMISSIONS, Application
from permits.usecases.desk import facts_of, program_of
from permits.usecases.records import is_own, visible

ADD = "add_document"
OVER = ("denied", "withdrawn", "expired")
"""States in which nothing more is added."""
ALSO = ("photo", "other")
"""Kinds beside the submittals of the law."""
MOST = 200


def may_add(connection: Connection, acting: Acting, application_id: UUID, kind: str) -> Application:
    """The application, if the caller may add such a document now. Asked before any of it is taken.

    Raises NotFound, Forbidden, NotAllowed, UnknownItem for a kind, GatesUnmet when there are too many.
    """
    application = visible(connection, acting, application_id)
    if not is_own(connection, acting, application) and not acting.holds(PERMISSIONS["receive_submittal"]):
        raise Forbidden("Who applies adds documents, and who reviews.")
    if application.state in OVER:
        raise NotAllowed("application", application.state, ADD, APPLICATION.allowed(application.state))
    program = program_of(acting.city, application)
    law_date, facts = law_date_of(application, acting.today), facts_of(program, application)
    known = (*(each.id for each in program.submittals(law_date, facts)), *ALSO)
    if kind not in known:
        raise UnknownItem("#/kind", kind, known)
    if len(documents.of_record(connection, application.city, application.id)) >= MOST:
        require([Gate("too_many_documents", f"An application holds at most {MOST} documents.")])
    return application


def add(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    kind: str,
    name: str,
    stored: StoredFile,
    document_id: UUID,
) -> Reference:
    """Make a file that was taken part of the application. Raises as `may_add`."""
    application = may_add(connection, acting, application_id, kind)
    reference = Reference(
        id=document_id,
        city=application.city,
        record_id=application.id,
        kind=kind,
        sha256=stored.sha256,
        shown_name=shown_name(name),
        data_class="private",
        added_at=acting.now,
        added_by=actor_of(connection, acting, application.id),
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
    remember(connection, acting, application.id, "document.added", details, rules)
    return reference


def document_of(
    connection: Connection, acting: Acting, application_id: UUID, document_id: UUID
) -> tuple[Reference, StoredFile]:
    """A document of an application that the caller may see. Raises NotFound."""
    visible(connection, acting, application_id)
    found = documents.find(connection, acting.city.slug, document_id)
    if found is None or found[0].record_id != application_id:
        raise NotFound
    return found
