"""Documents of a record: sent as they are, listed, given back. One router for every kind of record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from casework.desk import filing
from casework.desk.acting import Acting
from casework.desk.filing import Shelf
from casework.storage import documents
from fastapi import APIRouter, Request, Response
from servicekit.access import signed_in
from servicekit.answers import Answer, read_response
from servicekit.app import CurrentEngine
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import BodyTooLarge, NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import FileWrites
from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool

from caseroutes.documents import (
    FILE_ANSWER,
    FILE_BODY,
    CurrentStore,
    DocumentsView,
    DocumentView,
    KindAsked,
    NameAsked,
    document_view,
    give_file,
    take_file,
)
from caseroutes.problems import FileNotKept, NoRoom, Unmet
from caseroutes.wiring import CurrentDesk

SignedIn = Annotated[Principal, signed_in()]


@dataclass(frozen=True, slots=True)
class Filed:
    """Whose documents they are, at which path.

    `seen` raises NotFound where the caller may not see the record; `open_to` gives its shelf where they may
    add to it now, and raises as well Forbidden and NotAllowed. `operations` are ids in the contract: to add,
    to list, to get.
    """

    path: str
    operations: tuple[str, str, str]
    seen: Callable[[Connection, Acting, UUID], object]
    open_to: Callable[[Connection, Acting, UUID], Shelf]


def router(of: Filed) -> APIRouter:
    """The routes of the documents of a record."""
    made = APIRouter(prefix=f"/v1/{{city}}/{of.path}/{{record_id}}/documents", tags=["documents"])
    adding, listing, getting = of.operations

    @made.post(
        "",
        operation_id=adding,
        summary="Add a document",
        status_code=201,
        response_model=DocumentView,
        responses=problems(NotFound, StateConflict, Unmet, BodyTooLarge, FileNotKept, NoRoom),
        openapi_extra=FILE_BODY,
    )
    async def add_document(
        city: str,
        record_id: WireUuid,
        kind: KindAsked,
        name: NameAsked,
        request: Request,
        writes: FileWrites,
        desk: CurrentDesk,
        engine: CurrentEngine,
        store: CurrentStore,
        principal: SignedIn,
    ) -> Response:
        """Send the file itself as the body, at most 50 MiB. Its bytes say what it is, whatever its name."""
        acting = desk.acting(city, principal)

        def look() -> None:
            with engine.connect() as connection:
                filing.room(connection, acting, of.open_to(connection, acting, record_id), kind)

        await run_in_threadpool(look)
        stored = await take_file(request, store, city)
        document_id = uuid7()

        def effect(connection: Connection) -> Answer:
            shelf = of.open_to(connection, acting, record_id)
            added = filing.add(connection, acting, shelf, kind, name, stored, document_id)
            place = f"/v1/{city}/{of.path}/{record_id}/documents/{document_id}"
            return Answer(201, document_view(added, stored), {"Location": place})

        def may_see(connection: Connection) -> object:
            return of.seen(connection, acting, record_id)

        write = writes(bytes.fromhex(stored.sha256))
        return await run_in_threadpool(write.once, effect, visible=may_see)

    @made.get(
        "",
        operation_id=listing,
        summary="The documents of a record",
        response_model=DocumentsView,
        responses=problems(NotFound),
    )
    def list_documents(
        city: str,
        record_id: WireUuid,
        request: Request,
        connection: Reading,
        desk: CurrentDesk,
        principal: SignedIn,
    ) -> Response:
        """Give what was added, oldest first."""
        of.seen(connection, desk.acting(city, principal), record_id)
        kept = documents.of_record(connection, city, record_id)
        view = DocumentsView(documents=[document_view(*each) for each in kept])
        return read_response(request, view, cache_control="private, no-cache")

    @made.get(
        "/{document_id}",
        operation_id=getting,
        summary="One document, as it came",
        response_class=Response,
        responses={**problems(NotFound), **FILE_ANSWER},
    )
    def get_document(
        city: str,
        record_id: WireUuid,
        document_id: WireUuid,
        connection: Reading,
        desk: CurrentDesk,
        store: CurrentStore,
        principal: SignedIn,
    ) -> Response:
        """Give the file, to be saved."""
        of.seen(connection, desk.acting(city, principal), record_id)
        return give_file(store, *filing.document_of(connection, city, record_id, document_id))

    return made
