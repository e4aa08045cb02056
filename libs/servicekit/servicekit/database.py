"""PostgreSQL: engines with timeouts, naming convention, transactions with bounded retry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

from sqlalchemy import Connection, Engine, MetaData

Result = TypeVar("Result")
Isolation = Literal["SERIALIZABLE", "REPEATABLE READ", "READ COMMITTED"]

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def new_metadata() -> MetaData:
    """Give an empty MetaData with the naming convention."""
    return MetaData(naming_convention=NAMING)


def open_engine(
    url: str,
    *,
    pool_size: int = 8,
    pool_overflow: int = 4,
    pool_timeout_s: float = 2.0,
    statement_timeout_s: float = 10.0,
    lock_timeout_s: float = 5.0,
    application_name: str = "citycode",
) -> Engine:
    """Open a psycopg 3 engine (any `postgresql://` URL). Connects lazily; dead connections are replaced."""
    raise NotImplementedError


def in_transaction(
    engine: Engine, effect: Callable[[Connection], Result], *, isolation: Isolation = "SERIALIZABLE"
) -> Result:
    """Run `effect` in one transaction; repeat it (bounded, with jitter) after a serialization failure or deadlock.

    `effect` must have no effect outside the connection. Raises Unavailable when the retries are used up, the pool is
    exhausted, or the database is away.
    """
    raise NotImplementedError
