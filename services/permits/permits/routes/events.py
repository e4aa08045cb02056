"""Events of other services: land that changes hands or is divided. Those refused are kept and tried again."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from caseroutes.kept_events import (
    DIVIDED,
    REVERSED,
    TRANSFERRED,
    EventState,
    EventTaken,
    KeptEventPage,
    RetriedView,
    kept_event_view,
    told_of_land,
)
from caseroutes.problems import refusal_of
from casework.desk import receiving
from casework.desk.acting import Acting
from casework.desk.receiving import Received
from casework.storage import refused_events
from fastapi import APIRouter, Query, Response
from servicekit.access import requires, service_only
from servicekit.answers import Answer, json_response
from servicekit.app import CurrentEngine
from servicekit.database import in_transaction
from servicekit.events import CloudEvent
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import FieldError, NotFound, StateConflict, Unprocessable, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.domain.permit import Permit
from permits.routes.wiring import CurrentDesk
from permits.usecases import follow_land

router = APIRouter(prefix="/v1", tags=["events"])

Retrier = Annotated[Principal, requires("permits.issue")]
StateAsked = Annotated[EventState | None, Query(description="Only these.")]


@router.post(
    "/events",
    operation_id="take_event",
    summary="Take an event of another service",
    response_model=EventTaken,
    responses={202: {"model": EventTaken, "description": "Refused, and kept to be tried again"}},
    dependencies=[service_only("gis")],
)
def take_event(event: CloudEvent, engine: CurrentEngine, desk: CurrentDesk) -> Response:
    """Take an event once: permits end and come back as follows from all that is known, in any order."""
    if event.type not in {TRANSFERRED, REVERSED, DIVIDED}:
        return json_response(EventTaken(changed=[], refused=None))
    city = str(event.data.get("city"))
    if city not in desk.law.cities:
        message = f"{city} is no city of this installation"
        raise Unprocessable("The event cannot be taken.", errors=[FieldError("#/data/city", message)])
    acting = desk.acting(city, Principal(subject=event.source, kind="service"))
    received = in_transaction(engine, lambda connection: _received(connection, acting, event))
    refused = None if received.kept is None else received.kept.reason
    changed = [permit.number for permit in received.changed]
    return json_response(EventTaken(changed=changed, refused=refused), 200 if refused is None else 202)


@router.get(
    "/{city}/events",
    operation_id="list_events",
    summary="Events that could not be taken when they came",
    response_model=KeptEventPage,
    responses=problems(NotFound),
    dependencies=[requires("history.read")],
)
def list_events(
    city: str, page: PageAsked, connection: Reading, desk: CurrentDesk, state: StateAsked = None
) -> Response:
    """List them with the reason, the oldest first."""
    rows = refused_events.listed(
        connection,
        desk.law.city(city).slug,
        state=state,
        after=None if page.after is None else UUID(str(page.after[0])),
        limit=page.limit + 1,
    )
    return page.answer(rows, key=lambda each: (str(each.id),), item=kept_event_view)


@router.post(
    "/{city}/events/{event_id}/retry",
    operation_id="retry_event",
    summary="Try an event again",
    response_model=RetriedView,
    responses=problems(NotFound, StateConflict),
)
def retry_event(
    city: str, event_id: WireUuid, writes: Writes, desk: CurrentDesk, retrier: Retrier
) -> Response:
    """Try it again now; refused anew, it stays with the new reason."""
    acting = desk.acting(city, retrier)

    def effect(connection: Connection) -> Answer:
        event = receiving.to_retry(connection, acting, event_id)
        received = _received(connection, acting, event)
        kept = refused_events.find(connection, city, event_id)
        if kept is None:
            raise NotFound
        changed = [permit.number for permit in received.changed]
        return Answer(200, RetriedView(event=kept_event_view(kept), changed=changed))

    return writes.once(effect)


def _received(connection: Connection, acting: Acting, event: CloudEvent) -> Received[Permit]:
    def take() -> tuple[Permit, ...]:
        pin, told = told_of_land(event)
        return follow_land.take(connection, acting, event.id, pin, told)

    return receiving.receive(connection, acting, event, take, refusal_of)
