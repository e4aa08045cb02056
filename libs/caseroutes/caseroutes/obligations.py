"""Deadlines of the city's records."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from casework.obligations import Obligation
from casework.storage import obligations
from fastapi import APIRouter, Query, Response
from servicekit.access import requires
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import NotFound, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid

from caseroutes.shape import Outgoing
from caseroutes.wiring import CurrentDesk

router = APIRouter(prefix="/v1/{city}/obligations", tags=["obligations"])

Reader = Annotated[Principal, requires("obligations.read")]


class ObligationView(Outgoing):
    """One deadline: who must do what by when, by which rule, and how it stands today.

    `consequence` is what the law says of missing it, where it says that in words; `lapses_to` the state the
    record then takes, `lapse_lets` what an office may then do.
    """

    id: UUID
    record_id: UUID
    rule: str
    cite: str
    must: str
    who: str
    started_by: str
    started_on: date
    due_on: date | None
    standing: Literal["open", "fulfilled", "lapsed", "canceled"]
    fulfilled_on: date | None
    repeats: str | None
    options: list[str]
    steps: list[str]
    consequence: str | None
    lapses_to: str | None
    lapse_lets: list[str]


class ObligationPage(Outgoing):
    """Deadlines by due day, those without a day last."""

    items: list[ObligationView]
    next_cursor: str | None


@router.get(
    "",
    operation_id="list_obligations",
    summary="Who must do what by when",
    response_model=ObligationPage,
    responses=problems(NotFound),
)
def list_obligations(
    city: str,
    page: PageAsked,
    connection: Reading,
    desk: CurrentDesk,
    reader: Reader,
    undone: Annotated[bool, Query(description="Only what is neither fulfilled nor canceled.")] = True,
    record: Annotated[WireUuid | None, Query(description="Only those of this record.")] = None,
) -> Response:
    """List deadlines; one whose day has passed reads `lapsed`, whether or not a job ran."""
    today = desk.acting(city, reader).today
    after = page.after
    rows = obligations.listed(
        connection,
        city,
        undone_only=undone,
        record_id=record,
        after=None if after is None else (date.fromisoformat(str(after[0])), UUID(str(after[1]))),
        limit=page.limit + 1,
    )
    return page.answer(
        rows,
        key=lambda each: ((each.due_on or date.max).isoformat(), str(each.id)),
        item=lambda each: obligation_view(each, today),
    )


def obligation_view(obligation: Obligation, today: date) -> ObligationView:
    """Show a deadline as it stands today."""
    lapse = obligation.lapse or {}
    return ObligationView(
        id=obligation.id,
        record_id=obligation.record_id,
        rule=obligation.rule,
        cite=obligation.cite,
        must=obligation.must,
        who=obligation.who,
        started_by=obligation.started_by,
        started_on=obligation.started_on,
        due_on=obligation.due_on,
        standing=obligation.standing(today),
        fulfilled_on=obligation.fulfilled_on,
        repeats=obligation.repeats,
        options=list(obligation.options),
        steps=list(obligation.steps),
        consequence=lapse.get("says"),
        lapses_to=lapse.get("to"),
        lapse_lets=list(lapse.get("may") or ()),
    )
