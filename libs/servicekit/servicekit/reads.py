"""Reading: one connection, one moment. `connection: Reading` on a route that only reads.

A route that is asked very often takes `reads: Reads` instead and asks all it has to ask in one go: the
connection is then opened, used and given back on the route's own thread; `Reading` takes two turns more.

@router.get("/v1/{city}/at", operation_id="get_place")
def get_place(city: str, reads: Reads) -> Response:
    return shown(reads.once(lambda connection: usecases.place_at(connection, city)))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from servicekit.current import CurrentEngine

Result = TypeVar("Result")


@dataclass(frozen=True)
class Read:
    """The read of one request."""

    engine: Engine

    def once(self, question: Callable[[Connection], Result]) -> Result:
        """Give what `question` finds; everything it reads is of one moment."""
        with _one_moment(self.engine) as connection:
            return question(connection)


def reading(engine: CurrentEngine) -> Iterator[Connection]:
    """Dependency: a connection for one read; everything read through it is of one moment."""
    with _one_moment(engine) as connection:
        yield connection


async def read(engine: CurrentEngine) -> Read:
    """Dependency: the read of this request (`reads: Reads`)."""
    return Read(engine)


Reading = Annotated[Connection, Depends(reading)]
Reads = Annotated[Read, Depends(read)]


@contextmanager
def _one_moment(engine: Engine) -> Iterator[Connection]:
    """End with a commit: after a rollback the driver forgets every statement the server has prepared."""
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        yield connection
        with suppress(DBAPIError):  # everything has been read
            connection.commit()
