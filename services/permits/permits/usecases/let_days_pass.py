"""What follows when a day has passed: missed obligations lapse, terms run out. Safe to run twice."""

from __future__ import annotations

from dataclasses import replace

from casework.desk import time_to_tell
from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.lifecycle import NotAllowed
from casework.obligations import Obligation
from casework.storage import land_events, obligations
from casework.time_to_decide import TELL
from sqlalchemy import Connection

from permits.domain.application import APPLICATION
from permits.domain.permit import ENDING, IN_EFFECT
from permits.storage import applications, permits
from permits.usecases.announce import announce_lapse
from permits.usecases.desk import facts_of, program_of
from permits.usecases.keep_permit import end
from permits.usecases.settle_end import ended_by_lapse, settle


def lapse_missed(connection: Connection, acting: Acting, limit: int) -> int:
    """Mark obligations whose day has passed as missed and do what the law attaches; gives how many."""
    taken = obligations.take_lapsed(connection, acting.city.slug, acting.today, limit)
    for each in taken:
        details = {
            "obligation": str(each.id),
            "must": each.must,
            "who": each.who,
            "due_on": str(each.due_on),
            "lapse": None if each.lapse is None else dict(each.lapse),
        }
        remember(connection, acting, each.record_id, "obligation.lapsed", details, (each.rule,))
        kind = _apply(connection, acting, each)
        announce_lapse(connection, each, kind, acting.now)
    return len(taken)


def end_terms(connection: Connection, acting: Acting, limit: int) -> int:
    """Expire permits whose term is over; gives how many."""
    over = permits.take_over(connection, acting.city.slug, acting.today, limit)
    for each in over:
        settle(connection, acting, each, land_events.of_parcel(connection, each.city, each.pin))
    return len(over)


def _apply(connection: Connection, acting: Acting, missed: Obligation) -> str:
    """What the law leaves to nobody's discretion is done; the kind of the record is given."""
    to = str(missed.lapse["to"]) if missed.lapse and missed.lapse.get("mandatory") else None
    permit = permits.find(connection, missed.city, missed.record_id)
    if permit is None:
        if to == "expired":
            _expire_application(connection, acting, missed)
        elif missed.must == TELL:
            application = applications.find(connection, missed.city, missed.record_id)
            if application is not None:
                facts = facts_of(program_of(acting.city, application), application)
                time_to_tell.begin_where_told_late(connection, acting, application, facts)
        return "application"
    if to == "expired":
        settle(connection, acting, permit, land_events.of_parcel(connection, permit.city, permit.pin))
    elif to in ENDING and permit.state in IN_EFFECT:
        wanted = ended_by_lapse(missed)
        end(connection, acting, permit, wanted.to, wanted.on, wanted.because, wanted.rules)
    return "permit"


def _expire_application(connection: Connection, acting: Acting, missed: Obligation) -> None:
    application = applications.find(connection, missed.city, missed.record_id)
    if application is None:
        return
    try:
        state = APPLICATION.after(application.state, "lapse")
    except NotAllowed:
        return  # it was decided or withdrawn meanwhile
    saved = applications.save(connection, replace(application, state=state))
    because = f"obligation {missed.id}"
    obligations.cancel_undone(connection, saved.city, saved.id, acting.today, because)
    remember(connection, acting, saved.id, "application.expired", {"because": because}, (missed.rule,))
