"""Events of other services: licenses that end, land that changes hands."""

from __future__ import annotations

from collections.abc import Sequence

from caseroutes import events
from caseroutes.events import Listening
from caseroutes.kept_events import REVERSED, TRANSFERRED, told_of_land, unreadable
from casework.desk.acting import Acting
from pydantic import BaseModel, ConfigDict, ValidationError
from servicekit.events import CloudEvent
from servicekit.wire import WireDate
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.routes.problems import PROBLEMS
from enforcement.usecases import follow_neighbors
from enforcement.usecases.follow_neighbors import Ended

REVOKED, RESTORED = "license.revoked", "license.restored"


class OfLicense(BaseModel):
    """A license that ended or stands again; other keys are not read."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    city: str
    license_id: str
    program: str
    pin: str | None
    effective_on: WireDate
    rules: list[str]
    follow_up_rules: list[str]


def _land(connection: Connection, acting: Acting, event: CloudEvent) -> Sequence[Case]:
    """Owners of the places of open cases are looked up anew."""
    pin, told = told_of_land(event)
    return follow_neighbors.changed_hands(connection, acting, event.id, pin, told)


def _revoked(connection: Connection, acting: Acting, event: CloudEvent) -> Sequence[Case]:
    """A case is opened for what a revoked license leaves standing."""
    read = _of_license(event)
    ended = Ended(
        event.type,
        read.license_id,
        read.program,
        read.pin,
        read.effective_on,
        tuple(read.rules),
        tuple(read.follow_up_rules),
    )
    return follow_neighbors.right_ended(connection, acting, event.id, ended)


def _restored(connection: Connection, acting: Acting, event: CloudEvent) -> Sequence[Case]:
    """What was opened because a license had ended is closed."""
    read = _of_license(event)
    return follow_neighbors.right_restored(connection, acting, event.id, REVOKED, read.license_id)


def _of_license(event: CloudEvent) -> OfLicense:
    try:
        return OfLicense.model_validate(event.data)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise unreadable(("data", *wrong["loc"]), wrong["msg"]) from error


router = events.router(
    Listening(
        takes={TRANSFERRED: _land, REVERSED: _land, REVOKED: _revoked, RESTORED: _restored},
        senders=("gis", "licensing"),
        retried_by="cases.manage",
        problems=PROBLEMS,
    )
)
