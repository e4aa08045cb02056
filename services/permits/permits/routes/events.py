"""Events of other services: land that changes hands or is divided, holds of cases."""

from __future__ import annotations

from collections.abc import Sequence

from caseroutes import case_holds, events
from caseroutes.events import Listening
from caseroutes.kept_events import DIVIDED, REVERSED, TRANSFERRED, told_of_land
from caseroutes.problems import PROBLEMS
from casework.desk.acting import Acting
from servicekit.events import CloudEvent
from sqlalchemy import Connection

from permits.domain.permit import Permit
from permits.usecases import follow_land


def _land(connection: Connection, acting: Acting, event: CloudEvent) -> Sequence[Permit]:
    """Permits end and come back as follows from all that is known."""
    pin, told = told_of_land(event)
    return follow_land.take(connection, acting, event.id, pin, told)


router = events.router(
    Listening(
        takes={**dict.fromkeys((TRANSFERRED, REVERSED, DIVIDED), _land), **case_holds.TAKES},
        senders=("gis", "enforcement"),
        retried_by="permits.issue",
        problems=PROBLEMS,
    )
)
