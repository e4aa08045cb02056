"""Deadlines: the clocks of the law become obligations, are met, come round, and end with the record."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import UUID

from casework.obligations import Obligation
from casework.storage import obligations
from citycode.city import City
from citycode.facts import Facts
from citycode.program import Program
from citycode.results.clocks import Clock
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from permits.domain.time_to_decide import DECIDE


def start(
    connection: Connection,
    city: City,
    program: Program,
    record_id: UUID,
    event: str,
    on: date,
    facts: Facts,
    law_date: date,
    only_rule: str | None = None,
    *,
    only_must: str | None = None,
    without_must: str | None = None,
) -> None:
    """Open an obligation for every clock the event starts under the law of `law_date`.

    Whatever the law leaves to the city as a whole, to be decided, is for the office that decides.
    """
    for clock in program.clocks(event, on, facts, law_date).clocks:
        if clock.must is None or clock.must == without_must:
            continue
        if only_rule in (None, clock.rule) and only_must in (None, clock.must):
            opened = _obligation(city, record_id, event, clock)
            if opened.must == DECIDE:
                opened = replace(opened, who=program.decision("approve", law_date, facts).office)
            obligations.open_obligation(connection, opened)


def term(
    program: Program, event: str, on: date, facts: Facts, law_date: date
) -> tuple[date | None, str | None]:
    """The last day of the shortest term the event starts, and the rule that sets it; None without a term."""
    terms = [
        (clock.last_day, clock.rule)
        for clock in program.clocks(event, on, facts, law_date).clocks
        if clock.kind == "term" and clock.last_day is not None
    ]
    return min(terms, default=(None, None))


def meet(
    connection: Connection,
    city: City,
    program: Program,
    record_id: UUID,
    must: str,
    on: date,
    facts: Facts,
    law_date: date,
) -> tuple[Obligation, ...]:
    """Mark what had to be done as done; what comes round starts anew.

    The next round is counted from the day the last one fell on before weekends moved it, so that an annual
    day stays where it is; done before that day, it is counted from the day it was done. So an early one never
    lengthens the time to the next, and several on one day move nothing.
    """
    done = obligations.fulfill(connection, city.slug, record_id, must, on)
    for each in done:
        if each.repeats is not None:
            for clock in program.clocks(each.started_by, each.started_on, facts, law_date).clocks:
                if clock.rule == each.rule and clock.raw_last_day is not None:
                    event, day = each.started_by, min(clock.raw_last_day, on)
                    start(connection, city, program, record_id, event, day, facts, law_date, each.rule)
    return done


def _obligation(city: City, record_id: UUID, event: str, clock: Clock) -> Obligation:
    return Obligation(
        id=uuid7(),
        city=city.slug,
        record_id=record_id,
        rule=clock.rule,
        must=clock.must or "",
        who=clock.who or "",
        started_by=event,
        started_on=clock.starts_on,
        due_on=clock.last_day,
        repeats=clock.repeats,
        lapse=dict(clock.lapse.to_json()) if clock.lapse else None,
        steps=clock.steps,
        cite=clock.cite,
    )
