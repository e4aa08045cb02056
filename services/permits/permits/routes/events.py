"""Events of other services: land that changes hands or is divided."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter, Response
from pydantic import ValidationError
from servicekit.access import service_only
from servicekit.answers import json_response
from servicekit.app import CurrentEngine
from servicekit.database import in_transaction
from servicekit.events import CloudEvent
from servicekit.identity import Principal
from servicekit.problems import FieldError, Unprocessable, pointer

from permits.domain.permit import Permit
from permits.routes.wiring import CurrentDesk
from permits.schemas.consents import EventTaken
from permits.schemas.events import LandEvent
from permits.usecases import follow_land

router = APIRouter(prefix="/v1", tags=["events"])

TRANSFERRED, REVERSED, DIVIDED = (
    "ownership.transferred",
    "ownership.transfer_reversed",
    "parcel.subdivided",
)


@router.post(
    "/events",
    operation_id="take_event",
    summary="Take an event of another service",
    response_model=EventTaken,
    dependencies=[service_only("gis")],
)
def take_event(event: CloudEvent, engine: CurrentEngine, desk: CurrentDesk) -> Response:
    """Take an event once: a sale or a division ends what the law says; a reversal restores it."""
    if event.type not in {TRANSFERRED, REVERSED, DIVIDED}:
        return json_response(EventTaken(changed=[]))
    told = _read(event)
    if told.city not in desk.law.cities:
        raise _wrong(("data", "city"), f"{told.city} is no city of this installation")
    acting = desk.acting(told.city, Principal(subject=event.source, kind="service"))
    reference = told.candidate_id or str(event.id)
    changed: tuple[Permit, ...]
    if event.type == REVERSED:
        changed = in_transaction(
            engine,
            lambda connection: follow_land.take_back(connection, acting, event.id, told.pin, reference),
        )
    else:
        on = _day(event, told)
        changed = in_transaction(
            engine,
            lambda connection: follow_land.apply(
                connection, acting, event.id, event.type, told.pin, on, reference, told.facts
            ),
        )
    return json_response(EventTaken(changed=[permit.number for permit in changed]))


def _day(event: CloudEvent, told: LandEvent) -> date:
    name, day = (
        ("conveyed_on", told.conveyed_on) if event.type == TRANSFERRED else ("divided_on", told.divided_on)
    )
    if day is None:
        raise _wrong(("data", name), "say on which day it happened")
    return day


def _read(event: CloudEvent) -> LandEvent:
    try:
        return LandEvent.model_validate(event.data)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise _wrong(("data", *wrong["loc"]), wrong["msg"]) from error


def _wrong(steps: tuple[str | int, ...], message: str) -> Unprocessable:
    return Unprocessable("The event cannot be taken.", errors=[FieldError(pointer(*steps), message)])
