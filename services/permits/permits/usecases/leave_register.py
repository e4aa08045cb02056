"""A structure that is gone, or stands under another permit: what it left to be done is done."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.storage import obligations
from sqlalchemy import Connection

from permits.domain.permit import IN_EFFECT, Permit
from permits.storage import permits
from permits.usecases.announce import announce
from permits.usecases.keep_permit import end, require_since_issue
from permits.usecases.records import permit_held

NEW_PERMIT, REMOVE, ENDED = "new_permit", "remove", "permit.ended"


def record_removal(
    connection: Connection, acting: Acting, permit_id: UUID, version: int, removed_on: date, note: str
) -> Permit:
    """Enter that the structure of a permit that ended was removed. Raises ImpossibleDate, `permit_held`."""
    before = permit_held(connection, acting, permit_id, version, "remove")
    require_since_issue("#/removed_on", removed_on, before, acting.today)
    saved = permits.save(connection, before)
    _done(connection, saved, REMOVE, removed_on)
    details = {"removed_on": str(removed_on), "note": note}
    remember(connection, acting, saved.id, "structure.removed", details)
    _leave(connection, acting, saved, removed_on)
    return saved


def succeed(connection: Connection, acting: Acting, number: str, by: Permit) -> None:
    """Let a newly issued permit stand in place of a former one, which ends if it had not."""
    former = permits.numbered(connection, by.city, number)
    if former is None or former.id == by.id:
        return
    _done(connection, former, NEW_PERMIT, acting.today)
    remember(connection, acting, former.id, "permit.succeeded", {"by": by.number})
    if former.state in IN_EFFECT:
        end(connection, acting, former, "closed", acting.today, f"succeeded by {by.number}", ())
    else:
        _leave(connection, acting, former, acting.today)


def _done(connection: Connection, permit: Permit, option: str, on: date) -> None:
    for each in obligations.of_record(connection, permit.city, permit.id):
        if option in each.options and each.fulfilled_on is None and each.canceled_on is None:
            obligations.fulfill(connection, permit.city, permit.id, each.must, on)


def _leave(connection: Connection, acting: Acting, permit: Permit, on: date) -> None:
    announce(connection, ENDED, permit, acting.city.program(permit.program), on, acting.now)
