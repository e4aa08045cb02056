"""Documents: a file comes in piece by piece, is looked at, is kept by its content, goes out as it came."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import quote
from uuid import UUID

from casework.documents import Reference, StoredFile
from casework.files.sniffing import KEPT
from casework.files.store import FileStore
from fastapi import Depends, Query, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from caseroutes.shape import Line, Outgoing, Word, utc

PIECE_BYTES = 65_536

FILE_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {each: {"schema": {"type": "string", "format": "binary"}} for each in KEPT},
    }
}
"""How the contract describes a route that takes a file."""

FILE_ANSWER: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file", "content": {each: {} for each in KEPT}}
}
"""How the contract describes a route that gives a file."""

KindAsked = Annotated[Word, Query(description="What it is: a submittal of the law, `photo` or `other`.")]
NameAsked = Annotated[Line, Query(description="How it is called, to be shown to people.")]


class DocumentView(Outgoing):
    """A file as part of a record. `media_type` is what its bytes are, whatever the sender called it."""

    id: UUID
    kind: str
    name: str
    media_type: str
    size_bytes: int
    sha256: str
    added_at: datetime
    added_by: str


class DocumentsView(Outgoing):
    """The files of a record, oldest first."""

    documents: list[DocumentView]


def takes_file(path: str) -> bool:
    """Whether the path is a list of documents, to which a file is sent as it is."""
    return path.endswith("/documents")


def current_store(request: Request) -> FileStore:
    """Dependency: the app's files (`app.state.files`)."""
    store: FileStore = request.app.state.files
    return store


CurrentStore = Annotated[FileStore, Depends(current_store)]


async def take_file(request: Request, store: FileStore, city: str) -> StoredFile:
    """Keep the body as a file; nothing of one that is refused stays. Raises FileRefused, StoreFull."""
    with store.incoming(city) as arriving:
        async for piece in request.stream():
            await run_in_threadpool(arriving.write, piece)
        return await run_in_threadpool(arriving.keep, request.headers.get("content-type"))


def give_file(store: FileStore, reference: Reference, stored: StoredFile) -> StreamingResponse:
    """The file, to be saved and never shown as a page. Raises FileMissing."""
    opened = store.open(reference.city, reference.sha256)

    def pieces() -> Iterator[bytes]:
        with opened:
            while piece := opened.read(PIECE_BYTES):
                yield piece

    return StreamingResponse(
        pieces(),
        media_type=stored.media_type,
        headers={
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(reference.shown_name, safe='')}",
            "Content-Length": str(stored.size_bytes),
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "private, no-cache",
        },
    )


def document_view(reference: Reference, stored: StoredFile) -> DocumentView:
    """Show a document."""
    return DocumentView(
        id=reference.id,
        kind=reference.kind,
        name=reference.shown_name,
        media_type=stored.media_type,
        size_bytes=stored.size_bytes,
        sha256=reference.sha256,
        added_at=utc(reference.added_at),
        added_by=reference.added_by,
    )
