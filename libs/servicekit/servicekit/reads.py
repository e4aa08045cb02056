"""Reading: one connection, one moment. `connection: Reading` on a route that only reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from servicekit.current import CurrentEngine


def reading(engine: CurrentEngine) -> Iterator[Connection]:
    """Dependency: a connection for one read; everything read through it is of one moment.

    It ends with a commit: after a rollback the driver forgets every statement the server has prepared.
    """
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        yield connection
        with suppress(DBAPIError):  # everything has been read
            connection.commit()


Reading = Annotated[Connection, Depends(reading)]
