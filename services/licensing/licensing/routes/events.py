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

from licensing.domain.license import License
from licensing.usecases import settle_end


def _land(connection: Connection, acting: Acting, event: CloudEvent) -> Sequence[License]:
    """Licenses end and come back as follows from all that is known."""
    pin, told = told_of_land(event)
    return settle_end.take(connection, acting, event.id, pin, told)


router = events.router(
    Listening(
        takes={**dict.fromkeys((TRANSFERRED, REVERSED, DIVIDED), _land), **case_holds.TAKES},
        senders=("gis", "enforcement"),
        retried_by="licenses.issue",
        problems=PROBLEMS,
    )
)
