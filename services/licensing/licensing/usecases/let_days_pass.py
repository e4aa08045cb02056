"""What follows when a day has passed: missed obligations lapse, terms run out. Safe to run twice."""

from __future__ import annotations

from dataclasses import replace

from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.lifecycle import NotAllowed
from casework.obligations import Obligation
from casework.storage import land_events, obligations
from sqlalchemy import Connection

from licensing.domain.application import APPLICATION
from licensing.domain.license import ENDING, STANDING, License
from licensing.domain.violation import Violation
from licensing.storage import applications, licenses, violations
from licensing.usecases.announce import announce_lapse
from licensing.usecases.decide_violation import lapse
from licensing.usecases.end_license import end
from licensing.usecases.records import license_of
from licensing.usecases.settle_end import settle


def lapse_missed(connection: Connection, acting: Acting, limit: int) -> int:
    """Mark obligations whose day has passed as missed and do what the law attaches; gives how many."""
    taken = obligations.take_lapsed(connection, acting.city.slug, acting.today, limit)
    for each in taken:
        announce_lapse(connection, acting, each, _applied(connection, acting, each))
    return len(taken)


def end_terms(connection: Connection, acting: Acting, limit: int) -> int:
    """Expire licenses whose term is over; gives how many."""
    over = licenses.take_over(connection, acting.city.slug, acting.today, limit)
    for each in over:
        known = () if each.pin is None else land_events.of_parcel(connection, each.city, each.pin)
        settle(connection, acting, each, known)
    return len(over)


def _applied(connection: Connection, acting: Acting, missed: Obligation) -> str:
    """What the law leaves to nobody's discretion is done; the kind of the record is given."""
    violation = violations.find(connection, missed.city, missed.record_id)
    if violation is not None:
        license_ = license_of(connection, missed.city, violation.license_id)
        _lapse_violation(connection, acting, violation, license_, missed)
        return "violation"
    license_found = licenses.find(connection, missed.city, missed.record_id)
    if license_found is not None:
        _lapse_license(connection, acting, license_found, missed)
        return "license"
    _lapse_application(connection, acting, missed)
    return "application"


def _lapse_violation(
    connection: Connection, acting: Acting, violation: Violation, license_: License, missed: Obligation
) -> None:
    _remember_lapse(connection, acting, license_, missed)
    if violation.state == "noticed":
        lapse(connection, acting, violation, license_, missed)


def _lapse_license(connection: Connection, acting: Acting, license_: License, missed: Obligation) -> None:
    _remember_lapse(connection, acting, license_, missed)
    to = str((missed.lapse or {}).get("to"))
    if (missed.lapse or {}).get("mandatory") and to in ENDING and license_.state in STANDING:
        because = f"obligation {missed.id}"
        end(connection, acting, license_, to, acting.today, because, (missed.rule,))


def _lapse_application(connection: Connection, acting: Acting, missed: Obligation) -> None:
    application = applications.find(connection, missed.city, missed.record_id)
    if application is None:
        return
    details = {"obligation": str(missed.id), "must": missed.must, "due_on": str(missed.due_on)}
    remember(connection, acting, application.id, "obligation.lapsed", details, (missed.rule,))
    lapse_ = missed.lapse or {}
    if not lapse_.get("mandatory") or lapse_.get("to") != "expired":
        return
    try:
        state = APPLICATION.after(application.state, "lapse")
    except NotAllowed:
        return  # it was decided or withdrawn meanwhile
    saved = applications.save(connection, replace(application, state=state))
    obligations.cancel_undone(connection, saved.city, saved.id, acting.today, f"obligation {missed.id}")
    remember(connection, acting, saved.id, "application.expired", {}, (missed.rule,))


def _remember_lapse(connection: Connection, acting: Acting, license_: License, missed: Obligation) -> None:
    details = {
        "obligation": str(missed.id),
        "must": missed.must,
        "who": missed.who,
        "due_on": str(missed.due_on),
    }
    remember(connection, acting, license_.id, "obligation.lapsed", details, (missed.rule,))
