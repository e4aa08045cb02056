"""Reading: one connection, one moment. `connection: Reading` on a route that only reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Connection

from servicekit.current import CurrentEngine


def reading(engine: CurrentEngine) -> Iterator[Connection]:
    """Dependency: a connection for one read; everything read through it is of one moment."""
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        yield connection


Reading = Annotated[Connection, Depends(reading)]
