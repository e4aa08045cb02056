"""Wire types take one spelling of a value and no other."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from pydantic import ValidationError
from servicekit.events import CloudEvent
from servicekit.wire import Incoming, WireDate, WireInstant, WireUuid

NAMED = "01a22ae2-9801-708e-84b2-c9b3fc1c9032"


class Sent(Incoming):
    day: WireDate = date(2026, 1, 1)
    at: WireInstant = datetime(2026, 1, 1, tzinfo=UTC)
    id: WireUuid = UUID(int=0)
    count: int = 0
    agreed: bool = False


def test_the_one_spelling_is_read() -> None:
    sent = Sent.model_validate(
        {"day": "2024-02-29", "at": "2026-11-01T01:30:00.5-06:00", "id": NAMED, "count": 3, "agreed": True}
    )

    assert sent.day == date(2024, 2, 29)
    assert sent.at.isoformat() == "2026-11-01T01:30:00.500000-06:00"
    assert str(sent.id) == NAMED


@pytest.mark.parametrize(
    "member",
    [
        {"day": 5},
        {"day": "2026-4-1"},
        {"day": "20260401"},
        {"day": "2026-02-29"},
        {"day": "2026-04-01T00:00:00"},
        {"day": "2026-W14-3"},
        {"day": "２０２６-04-01"},
        {"at": 1_790_000_000},
        {"at": "2026-04-01"},
        {"at": "2026-04-01T09:00:00"},
        {"at": "2026-04-01T09:00:00-0500"},
        {"at": "2026-04-01T25:00:00Z"},
        {"at": "0999-12-31T23:59:59Z"},
        {"at": "9999-01-01T00:00:00Z"},
        {"id": NAMED.replace("-", "")},
        {"id": "{" + NAMED + "}"},
        {"id": "urn:uuid:" + NAMED},
        {"id": 7},
        {"count": "3"},
        {"count": 3.0},
        {"count": True},
        {"agreed": "yes"},
        {"agreed": 1},
        {"agreed": None},
        {"more": 1},
    ],
)
def test_every_other_spelling_is_refused(member: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Sent.model_validate(member)


def test_an_event_is_read_back_from_its_own_json() -> None:
    event = CloudEvent(
        type="note.archived",
        source="sample",
        subject="notes/1",
        time=datetime(2026, 4, 1, tzinfo=UTC),
        data={"a": 1},
    )

    assert CloudEvent.model_validate_json(event.model_dump_json()) == event
    assert CloudEvent.model_validate(event.model_dump(mode="json")) == event
