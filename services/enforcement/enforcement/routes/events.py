"""Events of other services: licenses that end, land that changes hands. Refused ones are kept and retried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from caseroutes.kept_events import (
    REVERSED,
    TRANSFERRED,
    EventState,
    EventTaken,
    KeptEventPage,
    RetriedView,
    kept_event_view,
    told_of_land,
)
from casework.desk import receiving
from casework.desk.acting import Acting
from casework.desk.receiving import Received
from casework.storage import refused_events
from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, ValidationError
from servicekit.access import requires, service_only
from servicekit.answers import Answer, json_response
from servicekit.app import CurrentEngine
from servicekit.database import in_transaction
from servicekit.events import CloudEvent
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import (
    FieldError,
    NotFound,
    Problem,
    StateConflict,
    Unprocessable,
    pointer,
    problems,
)
from servicekit.reads import Reading
from servicekit.wire import WireDate, WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.routes.problems import PROBLEMS
from enforcement.routes.wiring import CurrentDesk
from enforcement.usecases import follow_neighbors
from enforcement.usecases.follow_neighbors import Ended

router = APIRouter(prefix="/v1", tags=["events"])

Retrier = Annotated[Principal, requires("cases.manage")]
REVOKED, RESTORED = "license.revoked", "license.restored"
KNOWN = frozenset({REVOKED, RESTORED, TRANSFERRED, REVERSED})


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


@router.post(
    "/events",
    operation_id="take_event",
    summary="Take an event of another service",
    response_model=EventTaken,
    responses={202: {"model": EventTaken, "description": "Refused, and kept to be tried again"}},
    dependencies=[service_only("gis", "licensing")],
)
def take_event(event: CloudEvent, engine: CurrentEngine, desk: CurrentDesk) -> Response:
    """Take an event once: a case is opened for what a revoked license leaves, owners are looked up anew."""
    if event.type not in KNOWN:
        return json_response(EventTaken(changed=[], refused=None))
    city = str(event.data.get("city"))
    if city not in desk.law.cities:
        message = f"{city} is no city of this installation"
        raise Unprocessable("The event cannot be taken.", errors=[FieldError("#/data/city", message)])
    acting = desk.acting(city, Principal(subject=event.source, kind="service"))
    received = in_transaction(engine, lambda connection: _received(connection, acting, event))
    refused = None if received.kept is None else received.kept.reason
    taken = EventTaken(changed=[each.number for each in received.changed], refused=refused)
    return json_response(taken, 200 if refused is None else 202)


@router.get(
    "/{city}/events",
    operation_id="list_events",
    summary="Events that could not be taken when they came",
    response_model=KeptEventPage,
    responses=problems(NotFound),
    dependencies=[requires("history.read")],
)
def list_events(
    city: str,
    page: PageAsked,
    connection: Reading,
    desk: CurrentDesk,
    state: Annotated[EventState | None, Query(description="Only these.")] = None,
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
        changed = [each.number for each in received.changed]
        return Answer(200, RetriedView(event=kept_event_view(kept), changed=changed))

    return writes.once(effect)


def _received(connection: Connection, acting: Acting, event: CloudEvent) -> Received[Case]:
    def take() -> tuple[Case, ...]:
        return tuple(_taken(connection, acting, event))

    return receiving.receive(connection, acting, event, take, _refusal_of)


def _taken(connection: Connection, acting: Acting, event: CloudEvent) -> Sequence[Case]:
    if event.type in (TRANSFERRED, REVERSED):
        pin, told = told_of_land(event)
        return follow_neighbors.changed_hands(connection, acting, event.id, pin, told)
    try:
        read = OfLicense.model_validate(event.data)
    except ValidationError as error:
        wrong = error.errors()[0]
        at = FieldError(pointer("data", *wrong["loc"]), wrong["msg"])
        raise Unprocessable("The event cannot be taken.", errors=[at]) from error
    if event.type == RESTORED:
        return follow_neighbors.right_restored(connection, acting, event.id, REVOKED, read.license_id)
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


def _refusal_of(error: Exception) -> str | None:
    """Why an event is refused, in one sentence; None for a failure of ours or of a neighbor."""
    problem = error if isinstance(error, Problem) else PROBLEMS.problem_of(error)
    if problem is None or problem.status >= 500:
        return None
    at = "; ".join(f"{each.pointer}: {each.message}" for each in problem.errors)
    return f"{problem.detail} {at}".strip()
