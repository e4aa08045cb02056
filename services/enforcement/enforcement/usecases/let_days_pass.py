"""What follows when a day has passed: the owner's time lapses, the office must report. Safe to run twice."""

from __future__ import annotations

from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.obligations import Obligation
from casework.storage import obligations
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from enforcement.storage import cases
from enforcement.usecases.announce import announce_lapse


def lapse_missed(connection: Connection, acting: Acting, limit: int) -> int:
    """Mark obligations whose day has passed as missed and open what the law then asks; gives how many."""
    taken = obligations.take_lapsed(connection, acting.city.slug, acting.today, limit)
    for each in taken:
        _follow(connection, acting, each)
        announce_lapse(connection, acting, each)
    return len(taken)


def _follow(connection: Connection, acting: Acting, missed: Obligation) -> None:
    if cases.find(connection, missed.city, missed.record_id) is None:
        return
    lapse = missed.lapse or {}
    rule = str(lapse.get("rule") or missed.rule)
    details = {"obligation": str(missed.id), "must": missed.must, "due_on": str(missed.due_on)}
    remember(connection, acting, missed.record_id, "obligation.lapsed", details, (missed.rule, rule))
    for act in lapse.get("may") or ():
        obligations.open_obligation(
            connection,
            Obligation(
                id=uuid7(),
                city=missed.city,
                record_id=missed.record_id,
                rule=rule,
                must=str(act),
                who=str(lapse.get("by") or "city"),
                started_by="obligation.lapsed",
                started_on=acting.today,
                due_on=None,
                cite=str(lapse.get("cite") or missed.cite),
            ),
        )
