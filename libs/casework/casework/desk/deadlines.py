"""Deadlines: the clocks of the law become obligations, are met, are stopped, and come round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from uuid import UUID

from citycode.city import City
from citycode.facts import Facts
from citycode.program import Program
from citycode.results.clocks import Clock
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from casework.obligations import Obligation
from casework.storage import obligations
from casework.time_to_decide import DECIDE


def start(
    connection: Connection,
    city: City,
    program: Program,
    record_id: UUID,
    event: str,
    on: date,
    facts: Facts,
    law_date: date,
    wanted: Callable[[Clock], bool] | None = None,
) -> tuple[Obligation, ...]:
    """Open an obligation for every clock the event starts under the law of `law_date`; gives them.

    Only for those `wanted`, where not all of them start. What the law leaves to the city as a whole, to be
    decided, is for the office that decides.
    """
    opened = []
    for clock in program.clocks(event, on, facts, law_date).clocks:
        if clock.must is not None and (wanted is None or wanted(clock)):
            obligation = obligation_of(city, record_id, event, clock)
            if obligation.must == DECIDE:
                obligation = replace(obligation, who=program.decision("approve", law_date, facts).office)
            obligations.open_obligation(connection, obligation)
            opened.append(obligation)
    return tuple(opened)


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
        if each.repeats is None:
            continue
        for clock in program.clocks(each.started_by, each.started_on, facts, law_date).clocks:
            if clock.rule == each.rule and clock.raw_last_day is not None:
                day = min(clock.raw_last_day, on)
                start(
                    connection,
                    city,
                    program,
                    record_id,
                    each.started_by,
                    day,
                    facts,
                    law_date,
                    wanted=_of(each.rule),
                )
    return done


def _of(rule: str) -> Callable[[Clock], bool]:
    return lambda clock: clock.rule == rule


def obligation_of(city: City, record_id: UUID, event: str, clock: Clock) -> Obligation:
    """The row of a clock."""
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
