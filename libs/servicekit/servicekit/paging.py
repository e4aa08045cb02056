"""Keyset paging: `limit`, an opaque signed `cursor`, `Link: rel="next"`. Stable under inserts, no offsets.

def list_applications(page: PageAsked, …):
    rows = applications_after(page.after, page.limit + 1)     # one more than the limit
    return page.answer(rows, key=lambda row: (row.submitted_on.isoformat(), str(row.id)), item=shown)
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import urlencode
from uuid import UUID

import orjson
from fastapi import Depends, Query, Request, Response
from pydantic import BaseModel

from servicekit.answers import json_response
from servicekit.kit import kit_of
from servicekit.problems import BadRequest
from servicekit.wire import WholeNumber

Item = TypeVar("Item")
Row = TypeVar("Row")
CursorValue = str | int

DEFAULT_LIMIT = 50
HIGHEST_LIMIT = 500
_MAC_BYTES = 16


class Page(BaseModel, Generic[Item]):
    """The wire shape of a list: `response_model=Page[ApplicationOut]`. `next_cursor` is null on the last
    page.
    """

    items: list[Item]
    next_cursor: str | None


@dataclass(frozen=True)
class PageRequest:
    """What the caller asked: at most `limit` rows (1..500, default 50) after the row whose keys are
    `after`.
    """

    limit: int
    after: tuple[CursorValue, ...] | None
    request: Request

    @property
    def after_id(self) -> UUID | None:
        """The id after which rows are wanted, where lists go by ids alone."""
        return None if self.after is None else UUID(str(self.after[0]))

    def answer(
        self,
        rows: Sequence[Row],
        *,
        key: Callable[[Row], Sequence[CursorValue]],
        item: Callable[[Row], Any],
    ) -> Response:
        """Answer up to `limit` of `rows` (read `limit + 1`) as a `Page` with a `Link` to the next one."""
        shown = rows[: self.limit]
        cursor = None
        headers = {}
        if len(rows) > self.limit:
            secret = kit_of(self.request).settings.secret
            cursor = encode_cursor(secret, _list_asked(self.request), tuple(key(shown[-1])))
            headers["Link"] = f'<{_next_address(self.request, cursor)}>; rel="next"'
        return json_response({"items": [item(row) for row in shown], "next_cursor": cursor}, headers=headers)


async def page_request(
    request: Request,
    limit: Annotated[
        WholeNumber, Query(ge=1, le=HIGHEST_LIMIT, description="At most so many rows.")
    ] = DEFAULT_LIMIT,
    cursor: Annotated[
        str | None, Query(max_length=2000, description="The `next_cursor` of the page before.")
    ] = None,
) -> PageRequest:
    """Read `limit` and `cursor`; a cursor that was altered, or belongs to another list or filter, is 400."""
    after = None
    if cursor is not None:
        after = decode_cursor(kit_of(request).settings.secret, _list_asked(request), cursor)
    return PageRequest(limit=limit, after=after, request=request)


PageAsked = Annotated[PageRequest, Depends(page_request)]


def encode_cursor(secret: str, listed: str, keys: tuple[CursorValue, ...]) -> str:
    """Give the cursor after the row with `keys` in the list `listed` (its address and filters)."""
    payload = orjson.dumps(keys)
    return base64.urlsafe_b64encode(_mac(secret, listed, payload) + payload).rstrip(b"=").decode()


def decode_cursor(secret: str, listed: str, cursor: str) -> tuple[CursorValue, ...]:
    """Give the keys a cursor holds. Raises BadRequest when it was altered or belongs to another list."""
    try:
        sealed = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except ValueError:
        sealed = b""
    mac, payload = sealed[:_MAC_BYTES], sealed[_MAC_BYTES:]
    if not payload or not hmac.compare_digest(mac, _mac(secret, listed, payload)):
        raise BadRequest(
            "The cursor is not one this list gave with these filters. Start again without a cursor."
        )
    keys: tuple[CursorValue, ...] = tuple(orjson.loads(payload))
    return keys


def _mac(secret: str, listed: str, payload: bytes) -> bytes:
    return hmac.digest(secret.encode(), b"cursor\n" + listed.encode() + b"\n" + payload, hashlib.sha256)[
        :_MAC_BYTES
    ]


def _list_asked(request: Request) -> str:
    filters = [(name, value) for name, value in request.query_params.multi_items() if name not in _PAGING]
    return f"{request.url.path}?{urlencode(sorted(filters))}"


def _next_address(request: Request, cursor: str) -> str:
    # Relative, so that it holds behind any gateway prefix.
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    return "?" + urlencode([*kept, ("cursor", cursor)])


_PAGING = frozenset({"limit", "cursor"})
