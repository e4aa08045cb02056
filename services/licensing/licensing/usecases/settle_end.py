"""Bringing a license to the end that follows from what is known of its land, and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.land import LandEvent, standing_since
from casework.storage import land_events
from citycode.facts import parse_facts
from citycode.results.ends import EndsResult
from servicekit.inbox import take_once
from sqlalchemy import Connection

from licensing.domain.license import ENDING, STANDING, TERM, License, as_of
from licensing.storage import licenses
from licensing.usecases.desk import facts_of_license
from licensing.usecases.end_license import end, restore

SETTLED = (*STANDING, "expired")
"""States that follow from what is known; a license revoked or given up stays so."""


@dataclass(frozen=True, slots=True)
class End:
    """`on` a day into state `to`, `because` of a reference, by `rules`."""

    on: date
    to: str
    because: str
    rules: tuple[str, ...]


def take(
    connection: Connection, acting: Acting, event_id: UUID, pin: str, told: LandEvent
) -> tuple[License, ...]:
    """Add what was told to what is known of the parcel, and bring each of its licenses where that leads.

    Gives those that changed. An event taken before does nothing.
    """
    if not take_once(connection, event_id):
        return ()
    known = land_events.learn(connection, acting.city.slug, pin, told)
    changed = []
    for license_ in licenses.on_parcel(connection, acting.city.slug, pin):
        after = settle(connection, acting, license_, known)
        if after is not None:
            changed.append(after)
        elif license_.state in SETTLED:
            _note(connection, acting, license_, told)
    return tuple(changed)


def settle(
    connection: Connection, acting: Acting, license_: License, known: Iterable[LandEvent]
) -> License | None:
    """Move the license to the earliest end that stands, or restore it; None when it is there already."""
    if license_.state not in SETTLED:
        return None
    wanted = _wanted(acting, license_, tuple(known))
    now = None
    if license_.ended_on is not None:
        now = End(license_.ended_on, license_.state, str(license_.ended_by), license_.ended_rules)
    if wanted == now:
        return None
    standing = license_ if now is None else restore(connection, acting, license_)
    if wanted is None:
        return standing
    return end(connection, acting, standing, wanted.to, wanted.on, wanted.because, wanted.rules)


def _wanted(acting: Acting, license_: License, known: tuple[LandEvent, ...]) -> End | None:
    ends = []
    for event in standing_since(known, license_.issued_on):
        result = _asked(acting, license_, event)
        ends += [
            End(event.happened_on, transition.to, event.reference, transition.rules)
            for transition in result.transitions[:1]
            if event.happened_on is not None and transition.to in ENDING
        ]
    if license_.ends_on is not None and acting.today > license_.ends_on:
        rules = () if license_.term_rule is None else (license_.term_rule,)
        ends.append(End(license_.ends_on, "expired", TERM, rules))
    return min(ends, key=lambda each: (each.on, each.because), default=None)


def _asked(acting: Acting, license_: License, event: LandEvent) -> EndsResult:
    program = acting.city.program(license_.program)
    own = dict(facts_of_license(program, license_).stated)
    told = {name: value for name, value in event.facts.items() if name in program.facts}
    on = event.happened_on or acting.today
    return program.ends(event.law_event or "", parse_facts(program.facts, {**own, **told}), on, on)


def _note(connection: Connection, acting: Acting, license_: License, told: LandEvent) -> None:
    """What happened to the land and ends nothing is remembered, with whether the right passes on."""
    if told.reversed or told.happened_on is None or told.happened_on < license_.issued_on:
        return
    if as_of(license_, acting.today).state == "expired":
        return
    result = _asked(acting, license_, told)
    details = {
        "on": str(told.happened_on),
        "because": told.reference,
        "passes_on": result.transfers,
        "options": {party: list(choices) for party, choices in result.options},
        "missing_facts": [each.name for each in result.missing_facts],
    }
    rules = tuple(dict.fromkeys(each.rule for each in result.findings if each.outcome == "met"))
    remember(connection, acting, license_.id, f"{told.law_event}.noted", details, rules)
