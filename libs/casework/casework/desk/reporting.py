"""Events outside a record, told by an office: they start the clocks of the law, answer and stop them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from citycode.facts import Facts, parse_facts
from citycode.happenings import Happening
from citycode.program import Program
from citycode.results.clocks import Clock
from sqlalchemy import Connection

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require, require_past
from casework.desk.memory import remember
from casework.history import Entry
from casework.obligations import Obligation
from casework.storage import history, obligations
from casework.time_to_decide import DECIDE

AT, FACTS, FORM = "at", "facts", "form"
"""What the history keeps of an event beside its day."""


TELL_EVENT = "tell_event"

PRODUCED = frozenset(
    {
        "hearing.scheduled",
        "hearing.held",
        "decision.made",
        "fee.assessed",
        "fee.paid",
        "ownership.transferred",
    }
)
"""Events that acts of every service, or neighbors, bring about: nobody tells of them."""


@dataclass(frozen=True, slots=True)
class Told:
    """What happened: an event of the law, on a day or at an instant, in which form, with facts of its own."""

    event: str
    at: date | datetime
    form: frozenset[str]
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OnRecord:
    """The record an event is told of: its law and facts, and the day before which nothing is told of it."""

    record_id: UUID
    version: int
    program: Program
    facts: Facts
    law_date: date
    since: date


@dataclass(frozen=True, slots=True)
class Followed:
    """What followed of an event: obligations it started, answered and stopped."""

    started: tuple[Obligation, ...]
    answered: tuple[Obligation, ...]
    stopped: tuple[Obligation, ...]


def told_before(connection: Connection, acting: Acting, of: OnRecord, told: Told) -> Followed | None:
    """What followed when the same event of the same moment was told before; None where it was not."""
    for entry in _entries(connection, acting, of):
        happening = entry.happening
        if happening.event == told.event and happening.details[AT] == told.at.isoformat():
            kept = obligations.of_record(connection, acting.city.slug, of.record_id)
            return Followed(
                started=tuple(each for each in kept if str(each.id) in happening.details["started"]),
                answered=tuple(each for each in kept if str(each.id) in happening.details["answered"]),
                stopped=tuple(each for each in kept if str(each.id) in happening.details["stopped"]),
            )
    return None


def tell(
    connection: Connection, acting: Acting, of: OnRecord, told: Told, produced: Collection[str]
) -> Followed:
    """Write it into the history of the record and do what the clocks of the law make of it.

    `produced` are events that acts of the service itself bring about, which nobody tells. A request that is
    to be decided anew is decided in the new time, not in the former.

    Raises UnknownItem for an event no clock of the program heeds, ImpossibleDate, FactErrors, and GatesUnmet
    where what follows cannot be told without a fact or the hour.
    """
    on = _day(acting, told.at)
    require_past("#/happened_on", on, acting.today, of.since)
    heeded = of.program.clock_events(of.law_date) - frozenset(produced)
    if told.event not in heeded:
        raise UnknownItem("#/event", told.event, tuple(sorted(heeded)))
    facts = _laid_over(of, told.facts)
    clocks = of.program.clocks(told.event, told.at, facts, of.law_date).clocks
    require(_untold(of.program, clocks))
    answered, stopped = _heeded(connection, acting, of, told, clocks)
    if any(clock.must == DECIDE for clock in clocks):
        because = f"decided anew since {told.event} of {on}"
        city = acting.city.slug
        obligations.cancel_undone(connection, city, of.record_id, acting.today, because, must=DECIDE)
    started = deadlines.start(
        connection, acting.city, of.program, of.record_id, told.event, told.at, facts, of.law_date
    )
    details = {
        AT: told.at.isoformat(),
        FACTS: dict(told.facts),
        FORM: sorted(told.form),
        "started": [str(each.id) for each in started],
        "answered": [str(each.id) for each in answered],
        "stopped": [str(each.id) for each in stopped],
    }
    rules = tuple(dict.fromkeys(each.rule for each in (*started, *answered, *stopped)))
    remember(connection, acting, of.record_id, told.event, details, rules)
    return Followed(started, answered, stopped)


def _untold(program: Program, clocks: Iterable[Clock]) -> Iterable[Gate]:
    """A date of the law is not guessed: what it hangs on is told with the event."""
    for clock in clocks:
        if clock.missing:
            asked = dict.fromkeys(name.partition("/")[0] for name in clock.missing)
            named = ", ".join(f"{program.facts[name].label} ({name})" for name in asked)
            says = f"What follows cannot be told without: {named}. Send it in facts."
            yield Gate("facts_missing", says, (clock.rule,))
        elif clock.must is not None and clock.last_day is None and clock.sets is None:
            says = "The time runs in hours: send happened_at, the moment, in place of the day."
            yield Gate("hour_missing", says, (clock.rule,))


def _heeded(
    connection: Connection, acting: Acting, of: OnRecord, told: Told, clocks: tuple[Clock, ...]
) -> tuple[tuple[Obligation, ...], tuple[Obligation, ...]]:
    """What the event answers and what it stops, of all that is undone."""
    city, on = acting.city.slug, _day(acting, told.at)
    kept = obligations.of_record(connection, city, of.record_id)
    undone = [each for each in kept if each.fulfilled_on is None and each.canceled_on is None]
    comes_round = {clock.rule for clock in clocks if clock.kind == "review"}
    happened = Happening(told.event, told.at, form=told.form)
    before = {
        (entry.happening.event, entry.happening.details[AT]): entry.happening.details[FACTS]
        for entry in _entries(connection, acting, of)
    }
    answered, stopped = [], []
    for each in undone:
        if each.rule in comes_round and each.started_on <= on:
            answered.append(each)
            continue
        standing = _standing(of, each, happened, on, before)
        if standing in ("done", "done_late"):
            answered.append(each)
        elif standing == "stopped":
            stopped.append(each)
    for each in answered:
        obligations.fulfill_one(connection, each, on)
    for each in stopped:
        obligations.cancel_one(connection, each, acting.today, f"stopped by {told.event} of {on}")
    return tuple(answered), tuple(stopped)


def _standing(
    of: OnRecord,
    owed: Obligation,
    happened: Happening,
    on: date,
    before: Mapping[tuple[str, str], Mapping[str, Any]],
) -> str | None:
    """How the clock behind an obligation stands once this happened."""
    if owed.started_by not in of.program.events:
        return None
    moments = [(at, facts) for (event, at), facts in before.items() if event == owed.started_by]
    for at, facts in [*moments, (owed.started_on.isoformat(), {})]:
        if date.fromisoformat(at[:10]) != owed.started_on:
            continue
        start = datetime.fromisoformat(at) if "T" in at else date.fromisoformat(at)
        asked = _laid_over(of, facts)
        for clock in of.program.clocks(
            owed.started_by, start, asked, of.law_date, (happened,), max(on, owed.started_on)
        ).clocks:
            if (clock.rule, clock.must) == (owed.rule, owed.must):
                return clock.standing
    return None


def _laid_over(of: OnRecord, facts: Mapping[str, Any]) -> Facts:
    sources = {**dict(of.facts.sources), **dict.fromkeys(facts, "told with the event")}
    return parse_facts(of.program.facts, {**dict(of.facts.stated), **facts}, sources)


def _entries(connection: Connection, acting: Acting, of: OnRecord) -> list[Entry]:
    """Entries of events that were told of the record."""
    kept = history.of_record(connection, acting.city.slug, of.record_id)
    return [each for each in kept if {AT, FACTS, "answered"} <= each.happening.details.keys()]


def _day(acting: Acting, at: date | datetime) -> date:
    return acting.city.calendar.civil_date(at) if isinstance(at, datetime) else at
