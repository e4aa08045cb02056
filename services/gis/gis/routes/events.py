"""Events of other services: permits that enter structures in registers on the map, or end them."""

from fastapi import APIRouter, Response
from pydantic import ValidationError
from servicekit.access import service_only
from servicekit.answers import json_response
from servicekit.app import CurrentClock, CurrentEngine, CurrentPermissions
from servicekit.database import in_transaction
from servicekit.events import CloudEvent
from servicekit.problems import FieldError, Unprocessable, pointer

from gis import usecases
from gis.domain.register import RegisterEntry
from gis.schemas.register import PermitEvent, RegisterTaken

router = APIRouter(prefix="/v1", tags=["events"])


@router.post(
    "/events",
    operation_id="take_event",
    summary="Take an event of another service",
    response_model=RegisterTaken,
    dependencies=[service_only("permits")],
)
def take_event(
    event: CloudEvent, engine: CurrentEngine, clock: CurrentClock, permissions: CurrentPermissions
) -> Response:
    """Take an event once: permit events with a `register` hint keep the named layer true."""
    entry = None
    if event.type.startswith("permit."):
        permit = _read(event)
        if not permissions.knows(permit.city):
            raise _wrong(("data", "city"), f"{permit.city} is no city of this installation")
        entry = _entry(permit, event, clock)
    changed = in_transaction(
        engine, lambda connection: usecases.follow_permit.follow(connection, event.id, entry)
    )
    return json_response(RegisterTaken(changed=changed))


def _entry(permit: PermitEvent, event: CloudEvent, clock: CurrentClock) -> RegisterEntry | None:
    if permit.hint is None:
        return None
    return RegisterEntry(
        city=permit.city,
        layer=permit.hint.layer,
        permit_number=permit.permit_number,
        event_id=event.id,
        type=event.type,
        at=event.time,
        lon=permit.hint.lon,
        lat=permit.hint.lat,
        on=permit.effective_on or event.time.astimezone(clock.now(permit.city).tzinfo).date(),
        standing=permit.hint.standing,
    )


def _read(event: CloudEvent) -> PermitEvent:
    try:
        return PermitEvent.model_validate(event.data)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise _wrong(("data", *wrong["loc"]), wrong["msg"]) from error


def _wrong(steps: tuple[str | int, ...], message: str) -> Unprocessable:
    return Unprocessable("The event cannot be taken.", errors=[FieldError(pointer(*steps), message)])
