"""Idempotency keys: claimed, answered and forgotten in the database, inside the transaction of the effect."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, Connection, MetaData, and_, delete, func, null, select, update
from sqlalchemy.dialects.postgresql import insert

from servicekit.problems import IdempotencyKeyReused, Unavailable
from servicekit.tables import idempotency_table

KEPT_FOR = timedelta(hours=24)
CLAIM_ATTEMPTS = 3

_KEYS = idempotency_table(MetaData())


@dataclass(frozen=True)
class KeyedRequest:
    """A request with a key: keys are each caller's own."""

    caller: str
    key: str
    request_hash: bytes


@dataclass(frozen=True)
class StoredAnswer:
    """An answer as it went out: replayed byte for byte."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def claim(connection: Connection, keyed: KeyedRequest) -> StoredAnswer | None:
    """Take the key in the running transaction, or give the answer stored under it.

    A second caller at the same moment waits here until the first commits or rolls back. Raises
    IdempotencyKeyReused.
    """
    for _ in range(CLAIM_ATTEMPTS):
        if _inserted(connection, keyed):
            return None
        earlier = find(connection, keyed)
        if earlier is not None:
            return earlier
        # It was forgotten between the two statements: take it again.
    raise Unavailable


def _inserted(connection: Connection, keyed: KeyedRequest) -> bool:
    first = insert(_KEYS).values(
        caller=keyed.caller, key=keyed.key, request_hash=keyed.request_hash, created=func.now()
    )
    claimed = connection.execute(
        first.on_conflict_do_update(
            index_elements=[_KEYS.c.caller, _KEYS.c.key],
            set_={
                "request_hash": first.excluded.request_hash,
                "created": first.excluded.created,
                "status": null(),
                "headers": null(),
                "body": null(),
            },
            where=_KEYS.c.created <= func.now() - KEPT_FOR,
        ).returning(_KEYS.c.key)
    ).one_or_none()
    return claimed is not None


def find(connection: Connection, keyed: KeyedRequest) -> StoredAnswer | None:
    """Give the answer stored under the key. Raises IdempotencyKeyReused when it was given to another
    request.
    """
    row = connection.execute(
        select(_KEYS).where(_is(keyed), _KEYS.c.created > func.now() - KEPT_FOR)
    ).one_or_none()
    if row is None:
        return None
    if not hmac.compare_digest(row.request_hash, keyed.request_hash):
        raise IdempotencyKeyReused
    return StoredAnswer(row.status, row.headers, row.body)


def store(connection: Connection, keyed: KeyedRequest, answer: StoredAnswer) -> None:
    """Keep the answer under the claimed key."""
    connection.execute(
        update(_KEYS)
        .where(_is(keyed))
        .values(status=answer.status, headers=dict(answer.headers), body=answer.body)
    )


def forget_expired(connection: Connection) -> int:
    """Delete keys past their 24 hours; give how many."""
    return connection.execute(delete(_KEYS).where(_KEYS.c.created <= func.now() - KEPT_FOR)).rowcount


def _is(keyed: KeyedRequest) -> ColumnElement[bool]:
    return and_(_KEYS.c.caller == keyed.caller, _KEYS.c.key == keyed.key)
