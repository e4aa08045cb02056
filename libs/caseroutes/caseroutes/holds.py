"""Holds and stop orders: what is barred to a parcel, a record or a person, until it is released."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from casework.desk import holding
from casework.desk.holding import Placing
from casework.holds import Hold, Subject
from casework.storage import holds
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field, StringConstraints
from servicekit.access import requires
from servicekit.answers import Answer
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import NotFound, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from caseroutes.problems import Unmet
from caseroutes.shape import Incoming, Line, Outgoing, Paragraph, Word
from caseroutes.wiring import CurrentDesk

router = APIRouter(prefix="/v1/{city}/holds", tags=["holds"])
"""Mounted by services that set `app.state.acts_that_holds_bar`."""

Holder = Annotated[Principal, requires("holds.manage")]
Act = Annotated[str, StringConstraints(max_length=100, pattern=r"^(\*|[a-z][a-z0-9_]*)$")]
SubjectKind = Literal["parcel", "record", "person"]


class PlaceHoldAsk(Incoming):
    """What is barred to whom: a parcel by its PIN, a record by its id, a person by their account.

    `blocks` are acts as the law names them (`issue_permit`, `inspect`, `apply`), or `*` for all.
    """

    subject_kind: SubjectKind
    subject: Annotated[Line, Field(examples=["11.029.21.24.0001"])]
    blocks: Annotated[list[Act], Field(min_length=1, max_length=20, examples=[["issue_permit", "inspect"]])]
    rule: Annotated[Word, Field(examples=["le-wind-lot-size"])]
    because: Annotated[Paragraph, Field(examples=["Stop work: the tower is not where it was approved."])]


class ReleaseHoldAsk(Incoming):
    """Why it binds no longer."""

    because: Annotated[Paragraph, Field(examples=["The tower was moved; seen on the site."])]


class PlacedHoldView(Outgoing):
    """A hold. It binds from `placed_on` until the day before `released_on`."""

    id: UUID
    subject_kind: SubjectKind
    subject: str
    blocks: list[str]
    rule: str
    cite: str
    because: str
    placed_on: date
    placed_by: str
    until: list[str]
    released_on: date | None
    released_because: str | None


class PlacedHoldPage(Outgoing):
    """Holds, the oldest first."""

    items: list[PlacedHoldView]
    next_cursor: str | None


@router.get(
    "",
    operation_id="list_holds",
    summary="What is barred to whom",
    response_model=PlacedHoldPage,
    responses=problems(NotFound),
    dependencies=[requires("holds.manage")],
)
def list_holds(
    city: str,
    page: PageAsked,
    connection: Reading,
    desk: CurrentDesk,
    standing: Annotated[bool, Query(description="Only what binds still.")] = True,
) -> Response:
    """List holds with the rule each rests on."""
    rows = holds.listed(
        connection,
        desk.law.city(city).slug,
        standing_only=standing,
        after=page.after_id,
        limit=page.limit + 1,
    )
    return page.answer(rows, key=lambda each: (str(each.id),), item=hold_view)


@router.post(
    "",
    operation_id="place_hold",
    summary="Bar acts to a parcel, a record or a person",
    status_code=201,
    response_model=PlacedHoldView,
    responses=problems(NotFound),
)
def place_hold(
    city: str, body: PlaceHoldAsk, request: Request, writes: Writes, desk: CurrentDesk, holder: Holder
) -> Response:
    """Place it from today on. What it bars is refused with its reason until it is released."""
    acting = desk.acting(city, holder)
    subject = Subject(body.subject_kind, body.subject)
    placing = Placing(subject, tuple(body.blocks), body.rule, body.because)
    acts: tuple[str, ...] = request.app.state.acts_that_holds_bar

    def effect(connection: Connection) -> Answer:
        return Answer(201, hold_view(holding.place(connection, acting, placing, acts)))

    return writes.once(effect)


@router.post(
    "/{hold_id}/release",
    operation_id="release_hold",
    summary="Let what was barred be done again",
    response_model=PlacedHoldView,
    responses=problems(NotFound, Unmet),
)
def release_hold(
    city: str, hold_id: WireUuid, body: ReleaseHoldAsk, writes: Writes, desk: CurrentDesk, holder: Holder
) -> Response:
    """Release it from today on. One that a case in enforcement placed is released there."""
    acting = desk.acting(city, holder)

    def effect(connection: Connection) -> Answer:
        return Answer(200, hold_view(holding.release(connection, acting, hold_id, body.because)))

    return writes.once(effect)


def hold_view(hold: Hold) -> PlacedHoldView:
    """Show a hold."""
    return PlacedHoldView(
        id=hold.id,
        subject_kind=hold.subject.kind,
        subject=hold.subject.id,
        blocks=list(hold.blocks),
        rule=hold.rule,
        cite=hold.cite,
        because=hold.because,
        placed_on=hold.placed_on,
        placed_by=hold.placed_by,
        until=list(hold.until),
        released_on=hold.released_on,
        released_because=hold.released_because,
    )
