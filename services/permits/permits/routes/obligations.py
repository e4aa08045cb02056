"""Deadlines of the city's records."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from uuid import UUID

from casework.storage import obligations
from fastapi import APIRouter, Query, Response
from servicekit.access import requires
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import NotFound, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid

from permits.routes.wiring import CurrentDesk
from permits.schemas.permits import ObligationPage
from permits.schemas.views import obligation_view

router = APIRouter(prefix="/v1/{city}/obligations", tags=["obligations"])

Reader = Annotated[Principal, requires("obligations.read")]
UndoneAsked = Annotated[bool, Query(description="Only what is neither fulfilled nor canceled.")]
RecordAsked = Annotated[WireUuid | None, Query(description="Only of this application or permit.")]


@router.get(
    "",
    operation_id="list_obligations",
    summary="Deadlines by due day",
    response_model=ObligationPage,
    responses=problems(NotFound),
)
def list_obligations(
    city: str,
    page: PageAsked,
    connection: Reading,
    desk: CurrentDesk,
    reader: Reader,
    undone: UndoneAsked = True,
    record: RecordAsked = None,
) -> Response:
    """List deadlines; one whose day has passed reads `lapsed` on that very day, whether or not a job ran."""
    today = desk.acting(city, reader).today
    after = None
    if page.after is not None:
        after = (date.fromisoformat(str(page.after[0])), UUID(str(page.after[1])))
    rows = obligations.listed(
        connection, city, undone_only=undone, record_id=record, after=after, limit=page.limit + 1
    )
    return page.answer(
        rows,
        key=lambda each: ((each.due_on or date.max).isoformat(), str(each.id)),
        item=lambda each: obligation_view(each, today),
    )
