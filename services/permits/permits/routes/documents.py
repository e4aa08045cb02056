"""Documents of an application: sent as they are, listed, given back."""

from __future__ import annotations

from typing import Annotated

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

from permits.routes.applications import PRIVATE, seeing
from permits.routes.wiring import CurrentDesk
from permits.usecases import keep_document
from permits.usecases.records import visible

router = APIRouter(prefix="/v1/{city}/applications/{application_id}/documents", tags=["documents"])

SignedIn = Annotated[Principal, signed_in()]


@router.post(
    "",
    operation_id="add_document",
    summary="Add a document",
    status_code=201,
    response_model=DocumentView,
    responses=problems(NotFound, StateConflict, Unmet, BodyTooLarge, FileNotKept, NoRoom),
    openapi_extra=FILE_BODY,
)
async def add_document(
    city: str,
    application_id: WireUuid,
    kind: KindAsked,
    name: NameAsked,
    request: Request,
    writes: FileWrites,
    desk: CurrentDesk,
    engine: CurrentEngine,
    store: CurrentStore,
    principal: SignedIn,
) -> Response:
    """Send the file itself as the body, at most 50 MiB. Its bytes say what it is, whatever it is called."""
    acting = desk.acting(city, principal)

    def look() -> None:
        with engine.connect() as connection:
            keep_document.may_add(connection, acting, application_id, kind)

    await run_in_threadpool(look)
    stored = await take_file(request, store, city)
    document_id = uuid7()

    def effect(connection: Connection) -> Answer:
        added = keep_document.add(connection, acting, application_id, kind, name, stored, document_id)
        place = f"/v1/{city}/applications/{application_id}/documents/{document_id}"
        return Answer(201, document_view(added, stored), {"Location": place})

    write = writes(bytes.fromhex(stored.sha256))
    return await run_in_threadpool(write.once, effect, visible=seeing(acting, application_id))


@router.get(
    "",
    operation_id="list_documents",
    summary="The documents of an application",
    response_model=DocumentsView,
    responses=problems(NotFound),
)
def list_documents(
    city: str,
    application_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give what was added, oldest first."""
    visible(connection, desk.acting(city, principal), application_id)
    kept = documents.of_record(connection, city, application_id)
    view = DocumentsView(documents=[document_view(*each) for each in kept])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{document_id}",
    operation_id="get_document",
    summary="One document, as it came",
    response_class=Response,
    responses={**problems(NotFound), **FILE_ANSWER},
)
def get_document(
    city: str,
    application_id: WireUuid,
    document_id: WireUuid,
    connection: Reading,
    desk: CurrentDesk,
    store: CurrentStore,
    principal: SignedIn,
) -> Response:
    """Give the file, to be saved."""
    acting = desk.acting(city, principal)
    found = keep_document.document_of(connection, acting, application_id, document_id)
    return give_file(store, *found)
