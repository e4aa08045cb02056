"""Events of neighbors: taken once, in any order; those refused are kept, listed and tried again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

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
from servicekit.problems import FieldError, NotFound, ProblemTable, StateConflict, Unprocessable, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from caseroutes.kept_events import EventState, EventTaken, KeptEventPage, RetriedView, kept_event_view
from caseroutes.problems import refusal_by
from caseroutes.wiring import Caller, CurrentDesk

StateAsked = Annotated[EventState | None, Query(description="Only these.")]


class Numbered(Protocol):
    """A record that is known by a number."""

    @property
    def number(self) -> str: ...


Take = Callable[[Connection, Acting, CloudEvent], Sequence[Numbered]]
"""Does what follows of an event, and gives the records that changed."""


@dataclass(frozen=True, slots=True)
class Listening:
    """What a service listens to: by event type, what follows; `senders` are the services that may send.

    `retried_by` is the permission that trying again takes, `problems` the table of what is refused.
    """

    takes: Mapping[str, Take]
    senders: tuple[str, ...]
    retried_by: str
    problems: ProblemTable


def router(of: Listening) -> APIRouter:
    """The routes by which events of neighbors are taken, listed and tried again."""
    made = APIRouter(prefix="/v1", tags=["events"])
    refusal_of = refusal_by(of.problems)

    def received(connection: Connection, acting: Acting, event: CloudEvent) -> Received[Numbered]:
        take = of.takes[event.type]
        return receiving.receive(
            connection, acting, event, lambda: tuple(take(connection, acting, event)), refusal_of
        )

    @made.post(
        "/events",
        operation_id="take_event",
        summary="Take an event of another service",
        response_model=EventTaken,
        responses={202: {"model": EventTaken, "description": "Refused, and kept to be tried again"}},
        dependencies=[service_only(*of.senders)],
    )
    def take_event(event: CloudEvent, engine: CurrentEngine, desk: CurrentDesk) -> Response:
        """Take an event once: records change as follows from all that is known, in any order."""
        if event.type not in of.takes:
            return json_response(EventTaken(changed=[], refused=None))
        city = str(event.data.get("city"))
        if city not in desk.law.cities:
            message = f"{city} is no city of this installation"
            raise Unprocessable("The event cannot be taken.", errors=[FieldError("#/data/city", message)])
        acting = desk.acting(city, Principal(subject=event.source, kind="service"))
        done = in_transaction(engine, lambda connection: received(connection, acting, event))
        refused = None if done.kept is None else done.kept.reason
        taken = EventTaken(changed=[each.number for each in done.changed], refused=refused)
        return json_response(taken, 200 if refused is None else 202)

    @made.get(
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
            after=page.after_id,
            limit=page.limit + 1,
        )
        return page.answer(rows, key=lambda each: (str(each.id),), item=kept_event_view)

    @made.post(
        "/{city}/events/{event_id}/retry",
        operation_id="retry_event",
        summary="Try an event again",
        response_model=RetriedView,
        responses=problems(NotFound, StateConflict),
        dependencies=[requires(of.retried_by)],
    )
    def retry_event(
        city: str,
        event_id: WireUuid,
        writes: Writes,
        desk: CurrentDesk,
        retrier: Caller,
    ) -> Response:
        """Try it again now; refused anew, it stays with the new reason."""
        acting = desk.acting(city, retrier)

        def effect(connection: Connection) -> Answer:
            event = receiving.to_retry(connection, acting, event_id)
            done = received(connection, acting, event)
            kept = refused_events.find(connection, city, event_id)
            if kept is None:
                raise NotFound
            changed = [each.number for each in done.changed]
            return Answer(200, RetriedView(event=kept_event_view(kept), changed=changed))

        return writes.once(effect)

    return made
