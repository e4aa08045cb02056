"""Telling of events that no act of a service brings about: work that rests, a rain that ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Self
from uuid import UUID

from casework.desk import reporting
from casework.desk.acting import Acting
from casework.desk.reporting import Followed, OnRecord, Told
from fastapi import APIRouter, Response
from pydantic import Field, model_validator
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.wire import WireDate, WireInstant, WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from caseroutes.obligations import ObligationView, obligation_view
from caseroutes.problems import Unmet
from caseroutes.shape import Facts, Incoming, Outgoing, Word
from caseroutes.wiring import Caller, CurrentDesk


class OutsideEventAsk(Incoming):
    """An event of the law, and when it happened: the day, or the moment where the law counts hours.

    `form` is how an act was done (`written`, `signed`), `facts` what the law asks about this event.
    """

    event: Annotated[Word, Field(examples=["work.inactive"])]
    happened_on: Annotated[WireDate | None, Field(default=None, examples=["2026-06-08"])]
    happened_at: Annotated[WireInstant | None, Field(default=None)]
    form: Annotated[list[Word], Field(max_length=10, default_factory=list)]
    facts: Annotated[Facts, Field(default_factory=dict)]

    @model_validator(mode="after")
    def _say_when(self) -> Self:
        if (self.happened_on is None) is (self.happened_at is None):
            raise ValueError("Send either happened_on or happened_at.")
        return self

    def told(self, acting: Acting) -> Told:
        """What was told, on the city's clock."""
        at: date | datetime | None = self.happened_on
        if self.happened_at is not None:
            at = self.happened_at.astimezone(acting.city.timezone)
        return Told(self.event, at or acting.today, frozenset(self.form), self.facts)


class OutsideEventView(Outgoing):
    """What followed: deadlines that the event started, answered and stopped; `told_before`: nothing new."""

    record_id: UUID
    event: str
    told_before: bool
    started: list[ObligationView]
    answered: list[ObligationView]
    stopped: list[ObligationView]


@dataclass(frozen=True, slots=True)
class Telling:
    """Of which records it is told, at which path, by whom, and which events their service brings about.

    `find` gives what the law knows of a record, `touch` holds it at the version the caller read, in a state
    in which events are told of it, and gives the next version.
    """

    path: str
    operation_id: str
    permission: str
    find: Callable[[Connection, Acting, UUID], OnRecord]
    touch: Callable[[Connection, Acting, UUID, int], int]
    produced: frozenset[str]


def router(of: Telling) -> APIRouter:
    """The route by which events outside a record are told."""
    made = APIRouter(prefix=f"/v1/{{city}}/{of.path}/{{record_id}}", tags=["events"])

    @made.post(
        "/events",
        operation_id=of.operation_id,
        summary="Tell of an event that starts, answers or stops a clock of the law",
        response_model=OutsideEventView,
        responses=problems(NotFound, StateConflict, Unmet),
        dependencies=[requires(of.permission)],
    )
    def tell_event(
        city: str,
        record_id: WireUuid,
        body: OutsideEventAsk,
        version: IfMatch,
        writes: Writes,
        desk: CurrentDesk,
        teller: Caller,
    ) -> Response:
        """Enter it. Each clock it starts becomes a deadline; told again, what followed is given again."""
        acting = desk.acting(city, teller)
        told = body.told(acting)

        def effect(connection: Connection) -> Answer:
            record = of.find(connection, acting, record_id)
            before = reporting.told_before(connection, acting, record, told)
            if before is not None:
                given = _view(record_id, told, before, acting, repeated=True)
                return Answer(200, given, version=record.version)
            after = of.touch(connection, acting, record_id, version)
            followed = reporting.tell(connection, acting, record, told, of.produced)
            return Answer(200, _view(record_id, told, followed, acting, repeated=False), version=after)

        return writes.once(effect)

    return made


def _view(
    record_id: UUID, told: Told, followed: Followed, acting: Acting, *, repeated: bool
) -> OutsideEventView:
    return OutsideEventView(
        record_id=record_id,
        event=told.event,
        told_before=repeated,
        started=[obligation_view(each, acting.today) for each in followed.started],
        answered=[obligation_view(each, acting.today) for each in followed.answered],
        stopped=[obligation_view(each, acting.today) for each in followed.stopped],
    )
