"""What the routes of hearings and of their notices answer with."""

from __future__ import annotations

from collections.abc import Callable

from casework.desk.acting import Acting
from casework.hearings import Hearing
from fastapi import Response
from servicekit.answers import Answer
from servicekit.writes import Write
from sqlalchemy import Connection

from permits.schemas.hearings import HearingView
from permits.schemas.views import hearing_view
from permits.usecases.serve_notice import file_of


def hearing_shown(connection: Connection, acting: Acting, hearing: Hearing) -> HearingView:
    """The hearing with its notices as they stand."""
    return hearing_view(file_of(connection, acting, hearing.id))


def hearing_written(writes: Write, acting: Acting, effect: Callable[[Connection], Hearing]) -> Response:
    """Run a change of one hearing and answer with it."""

    def run(connection: Connection) -> Answer:
        hearing = effect(connection)
        return Answer(200, hearing_shown(connection, acting, hearing), version=hearing.version)

    return writes.once(run)
