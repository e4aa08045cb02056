"""What routes take from the app: the desk, a connection to read with, who is acting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import Depends, Request
from servicekit.app import CurrentEngine
from sqlalchemy import Connection

from permits.usecases.desk import Desk


def current_desk(request: Request) -> Desk:
    """Dependency: the app's desk."""
    desk: Desk = request.app.state.desk
    return desk


CurrentDesk = Annotated[Desk, Depends(current_desk)]


def reading(engine: CurrentEngine) -> Iterator[Connection]:
    """Dependency: a connection for one read, in one snapshot; closed before an answer is written."""
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        yield connection


Reading = Annotated[Connection, Depends(reading)]
