"""One write, once: the transaction of a changing request, its idempotency key and its answer.

@router.post("/v1/{city}/applications", operation_id="create_application", status_code=201)
def create_application(city: str, body: ApplicationIn, writes: Writes, principal: …) -> Response:
    return writes.once(lambda connection: usecases.create(connection, city, body, principal))
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from sqlalchemy import Connection, Engine

from servicekit import idempotency
from servicekit.answers import JSON_MEDIA_TYPE, Answer, encode_json, etag
from servicekit.authentication import current_principal
from servicekit.database import Isolation, in_transaction
from servicekit.idempotency import KeyedRequest, StoredAnswer
from servicekit.identity import Principal
from servicekit.kit import kit_of
from servicekit.problems import BadRequest, IdempotencyKeyRequired
from servicekit.waking import work_left

REPLAYED_HEADER = "Idempotent-Replayed"
KEY_HEADER = "idempotency-key"
KEY_FORM = r"^[\x21-\x7e]{1,255}$"

Visibility = Callable[[Connection], object]
"""Asks, in the running transaction, whether the caller may still see what a stored answer tells; refuses by
raising a Problem or an exception of the service's table. What it gives is not looked at.
"""


@dataclass(frozen=True)
class Write:
    """The write of one request. Its effect, its outbox rows and its stored answer commit together or not at
    all.

    A stored answer tells what the caller could see when it was given. Where that can end within the 24 hours
    of a key (a consent is withdrawn, an office ends), the route says how to ask again:

        def may_see(connection: Connection) -> None:
            visible(connection, acting, application_id)  # raises NotFound

        if (replay := writes.stored(may_see)) is not None:
            return replay
        …
        return writes.once(effect, visible=may_see)

    Whoever creates something asks instead what creating it took: that the caller may act for this person.
    """

    engine: Engine
    keyed: KeyedRequest | None = None
    after_commit: Sequence[Callable[[], None]] = ()

    def stored(self, visible: Visibility | None = None) -> Response | None:
        """Give the stored answer of this key, if any: look before asking a neighbor, so that a replay needs
        none. Raises what `visible` raises, which is asked only when there is one.
        """
        if self.keyed is None:
            return None
        keyed = self.keyed

        def look(connection: Connection) -> StoredAnswer | None:
            earlier = idempotency.find(connection, keyed)
            if earlier is not None and visible is not None:
                visible(connection)
            return earlier

        answer = in_transaction(self.engine, look, isolation="READ COMMITTED")
        return None if answer is None else _replayed(answer)

    def once(
        self,
        effect: Callable[[Connection], Answer],
        *,
        isolation: Isolation = "SERIALIZABLE",
        visible: Visibility | None = None,
    ) -> Response:
        """Run `effect` in one transaction and answer; with an `Idempotency-Key` seen before, replay its
        answer.

        A replay carries `Idempotent-Replayed: true`. Same key with another request: 422. Only 2xx answers
        are stored; a raised Problem rolls everything back and the key stays free. `effect` may run more
        than once (serialization retries) and must touch nothing but the connection. `visible` is asked
        before a replay, and only then.
        """

        def write(connection: Connection) -> tuple[StoredAnswer, bool, bool]:
            work_left(connection)
            if self.keyed is not None:
                earlier = idempotency.claim(connection, self.keyed)
                if earlier is not None:
                    if visible is not None:
                        visible(connection)
                    return earlier, True, False
            answer = _rendered(effect(connection))
            if self.keyed is not None:
                idempotency.store(connection, self.keyed, answer)
            return answer, False, work_left(connection)

        answer, replayed, leaves_work = in_transaction(self.engine, write, isolation=isolation)
        if replayed:
            return _replayed(answer)
        for notify in self.after_commit if leaves_work else ():
            notify()
        return Response(answer.body, answer.status, dict(answer.headers))


IdempotencyKey = Annotated[
    str | None,
    Header(
        pattern=KEY_FORM,
        description="Makes the request safe to repeat for 24 hours: same key and body, same answer.",
    ),
]


async def write(
    request: Request,
    principal: Annotated[Principal, Depends(current_principal)],
    idempotency_key: IdempotencyKey = None,
) -> Write:
    """Dependency: the write of this request (`writes: Writes`). Machines must send a key with every POST."""
    _check_key(request, principal, idempotency_key)
    body = b"" if idempotency_key is None else await request.body()
    return _write_of(request, principal, idempotency_key, body)


async def file_write(
    request: Request,
    principal: Annotated[Principal, Depends(current_principal)],
    idempotency_key: IdempotencyKey = None,
) -> Callable[[bytes], Write]:
    """Dependency: gives the write of a request whose body the route read in pieces, by the body's hash."""
    _check_key(request, principal, idempotency_key)
    return lambda content_hash: _write_of(request, principal, idempotency_key, content_hash)


Writes = Annotated[Write, Depends(write)]
FileWrites = Annotated[Callable[[bytes], Write], Depends(file_write)]


def _check_key(request: Request, principal: Principal, key: str | None) -> None:
    if len(request.headers.getlist(KEY_HEADER)) > 1:
        raise BadRequest("Send one Idempotency-Key, not several.")
    if key is None and principal.kind == "machine" and request.method == "POST":
        raise IdempotencyKeyRequired


def _write_of(request: Request, principal: Principal, key: str | None, body: bytes) -> Write:
    kit = kit_of(request)
    if kit.engine is None:
        raise RuntimeError("create_app was given no engine")
    keyed = None
    if key is not None:
        asked = f"{request.method}\n{request.url.path}\n{request.url.query}\n".encode()
        keyed = KeyedRequest(principal.key, key, hashlib.sha256(asked + body).digest())
    return Write(kit.engine, keyed, kit.after_commit)


def _rendered(answer: Answer) -> StoredAnswer:
    if not 200 <= answer.status < 300:
        raise ValueError("an effect answers 2xx; to refuse, raise a Problem")
    headers = dict(answer.headers)
    if answer.version is not None:
        headers["etag"] = etag(answer.version)
    if answer.body is None:
        return StoredAnswer(answer.status, headers, b"")
    return StoredAnswer(answer.status, {**headers, "content-type": JSON_MEDIA_TYPE}, encode_json(answer.body))


def _replayed(answer: StoredAnswer) -> Response:
    return Response(answer.body, answer.status, {**answer.headers, REPLAYED_HEADER: "true"})
