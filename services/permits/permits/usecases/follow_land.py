"""What happens to the land: a sale or a division may end permits, and a mistake taken back restores them."""

from __future__ import annotations

from uuid import UUID

from servicekit.inbox import take_once
from sqlalchemy import Connection

from permits.domain.ending import LandEvent
from permits.domain.permit import Permit
from permits.storage import land_events, permits
from permits.usecases.desk import Acting
from permits.usecases.look_before_issue import look_before_issue
from permits.usecases.records import remember
from permits.usecases.settle_end import SETTLED, missing_for, settle


def take(
    connection: Connection, acting: Acting, event_id: UUID, pin: str, told: LandEvent
) -> tuple[Permit, ...]:
    """Add what was told to what is known of the parcel, and bring each of its permits where that leads.

    Gives those that changed. An event taken before does nothing.
    """
    if not take_once(connection, event_id):
        return ()
    known = land_events.learn(connection, acting.city.slug, pin, told)
    changed = []
    for permit in permits.on_parcel(connection, acting.city.slug, pin, lock=True):
        look_before_issue(connection, acting, permit, known)
        after = settle(connection, acting, permit, known)
        if after is not None:
            changed.append(after)
        elif permit.state in SETTLED:
            _note(connection, acting, permit, told)
    return tuple(changed)


def _note(connection: Connection, acting: Acting, permit: Permit, told: LandEvent) -> None:
    if told.reversed or told.happened_on is None or told.happened_on < permit.issued_on:
        return
    details = {
        "on": str(told.happened_on),
        "because": told.reference,
        "missing_facts": list(missing_for(connection, acting, permit, told)),
    }
    remember(connection, acting, permit.id, f"{told.law_event}.noted", details)
