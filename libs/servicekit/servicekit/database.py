"""PostgreSQL: engines with timeouts, naming convention, transactions with bounded retry."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Literal, TypeVar

from sqlalchemy import Connection, Engine, MetaData, create_engine, make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from servicekit.liveness import ask_seldom
from servicekit.problems import Problem, Unavailable, Unprocessable

Result = TypeVar("Result")
Isolation = Literal["SERIALIZABLE", "REPEATABLE READ", "READ COMMITTED"]

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

CONNECT_TIMEOUT_S = 2
RETRY_FOR_S = 6.0
MOST_ATTEMPTS = 60

# SQLSTATE classes and codes, PostgreSQL appendix A.
_REPEATABLE = frozenset({"40001", "40P01"})
_TIMED_OUT = frozenset({"57014", "55P03", "25P03"})
_AWAY = ("08", "53", "57P", "58", "25006")
_VALUE_OUT_OF_RANGE = frozenset({"22003", "22008", "22021", "22P05"})


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
    plan_once: bool = False,
) -> Engine:
    """Open a psycopg 3 engine (any `postgresql://` URL). Connects lazily; dead connections are replaced.

    `plan_once`: the server plans a prepared statement once and not for each value again. For questions that
    take the same way whatever is asked; planning one about places takes longer than answering it.
    """
    options = {
        "statement_timeout": int(statement_timeout_s * 1000),
        "lock_timeout": int(lock_timeout_s * 1000),
        "idle_in_transaction_session_timeout": int(statement_timeout_s * 2000),
        "timezone": "UTC",
        **({"plan_cache_mode": "force_generic_plan"} if plan_once else {}),
    }
    engine = create_engine(
        make_url(url).set(drivername="postgresql+psycopg"),
        pool_size=pool_size,
        max_overflow=pool_overflow,
        pool_timeout=pool_timeout_s,
        pool_pre_ping=True,
        pool_use_lifo=True,
        pool_recycle=1800,
        hide_parameters=True,
        connect_args={
            "connect_timeout": CONNECT_TIMEOUT_S,
            "application_name": application_name,
            "options": " ".join(f"-c {name}={value}" for name, value in options.items()),
        },
    )
    ask_seldom(engine)
    return engine


def in_transaction(
    engine: Engine, effect: Callable[[Connection], Result], *, isolation: Isolation = "SERIALIZABLE"
) -> Result:
    """Run `effect` in one transaction; repeat it (bounded, with jitter) after a serialization failure or
    deadlock.

    `effect` must have no effect outside the connection. Raises Unavailable when the retries are used up,
    the pool is exhausted, or the database is away; the caller's own exceptions roll back and pass through.
    """
    give_up_at = time.monotonic() + RETRY_FOR_S
    for attempt in range(1, MOST_ATTEMPTS + 1):
        try:
            with (
                engine.connect().execution_options(isolation_level=isolation) as connection,
                connection.begin(),
            ):
                return effect(connection)
        except (DBAPIError, PoolTimeout) as error:
            if not _may_be_repeated(error):
                problem = database_problem(error)
                if problem is None:
                    raise
                raise problem from error
            if time.monotonic() > give_up_at:
                break
        time.sleep(_pause_s(attempt))
    raise Unavailable("Too many changed the same thing at once. Nothing was changed. Try again shortly.")


def database_problem(error: Exception) -> Problem | None:
    """Give the problem of a database failure that is nobody's mistake (away, full, too slow) or a bad
    value; else None.
    """
    if isinstance(error, PoolTimeout):
        return Unavailable("All database connections are busy. Nothing was changed. Try again shortly.")
    if not isinstance(error, DBAPIError):
        return None
    state = sqlstate(error)
    if state in _VALUE_OUT_OF_RANGE:
        return Unprocessable("A number, date or text is outside what can be stored.")
    if state in _TIMED_OUT:
        return Unavailable("The database took too long. Nothing was changed. Try again shortly.")
    if state in _REPEATABLE:
        return Unavailable("Too many changed the same thing at once. Nothing was changed. Try again shortly.")
    lost = error.connection_invalidated or (state is None and isinstance(error, OperationalError))
    if lost or (state or "").startswith(_AWAY):
        return Unavailable("The database is not available. Try again shortly.")
    return None


def sqlstate(error: DBAPIError) -> str | None:
    """Give the five-letter SQLSTATE of an error; None when the server sent none."""
    state = getattr(error.orig, "sqlstate", None)
    return state if isinstance(state, str) else None


def _may_be_repeated(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and sqlstate(error) in _REPEATABLE


def _pause_s(attempt: int) -> float:
    longest_ms = min(4 * 2**attempt, 200)
    return (1 + secrets.randbelow(longest_ms)) / 1000
