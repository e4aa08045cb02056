"""Keyset paging: `limit`, an opaque signed `cursor`, `Link: rel="next"`. Stable under inserts, no offsets.

def list_applications(page: PageAsked, …):
    rows = applications_after(page.after, page.limit + 1)     # one more than the limit
    return page.answer(rows, key=lambda row: (row.submitted_on.isoformat(), str(row.id)), item=shown)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Request, Response
from pydantic import BaseModel

Item = TypeVar("Item")
Row = TypeVar("Row")
CursorValue = str | int


class Page(BaseModel, Generic[Item]):
    """The wire shape of a list: `response_model=Page[ApplicationOut]`. `next_cursor` is null on the last page."""

    items: list[Item]
    next_cursor: str | None


@dataclass(frozen=True)
class PageRequest:
    """What the caller asked: at most `limit` rows (1..500, default 50) after the row whose keys are `after`."""

    limit: int
    after: tuple[CursorValue, ...] | None
    request: Request

    def answer(
        self,
        rows: Sequence[Row],
        *,
        key: Callable[[Row], Sequence[CursorValue]],
        item: Callable[[Row], Any],
    ) -> Response:
        """Answer up to `limit` of `rows` (read `limit + 1`) as a `Page` with a `Link` to the next one."""
        raise NotImplementedError


async def page_request(request: Request, limit: int = 50, cursor: str | None = None) -> PageRequest:
    """Read `limit` and `cursor`; a cursor that was altered, or belongs to another list or filter, is 400."""
    raise NotImplementedError


PageAsked = Annotated[PageRequest, Depends(page_request)]
