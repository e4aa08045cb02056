"""Connections as the rest of the service sees them: something to hand on, never to write SQL on."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine

__all__ = ["Connection", "Engine", "snapshot"]


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a connection for one read: everything read through it is of one moment."""
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        yield connection
