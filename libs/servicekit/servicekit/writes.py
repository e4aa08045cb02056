"""One write, once: the transaction of a changing request, its idempotency key and its answer.

@router.post("/v1/{city}/applications", operation_id="create_application", status_code=201)
def create_application(city: str, body: ApplicationIn, writes: Writes, principal: …) -> Response:
    return writes.once(lambda connection: usecases.create(connection, city, body, principal))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request, Response
from sqlalchemy import Connection

from servicekit.answers import Answer
from servicekit.database import Isolation


class Write:
    """The write of one request. Its effect, its outbox rows and its stored answer commit together or not at all."""

    def stored(self) -> Response | None:
        """Give the stored answer of this key, if any: look before asking a neighbor, so that a replay needs none."""
        raise NotImplementedError

    def once(
        self, effect: Callable[[Connection], Answer], *, isolation: Isolation = "SERIALIZABLE"
    ) -> Response:
        """Run `effect` in one transaction and answer; with an `Idempotency-Key` seen before, replay its answer.

        A replay carries `Idempotent-Replayed: true`. Same key with another request: 422. Only 2xx answers are stored;
        a raised Problem rolls everything back and the key stays free. `effect` may run more than once (serialization
        retries) and must touch nothing but the connection.
        """
        raise NotImplementedError


async def write(request: Request) -> Write:
    """Dependency: the write of this request (`writes: Writes`)."""
    raise NotImplementedError


Writes = Annotated[Write, Depends(write)]
