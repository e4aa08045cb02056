"""Bringing a permit to the end that follows from all that is known, and back when nothing ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.land import LandEvent, standing_since
from casework.obligations import Obligation
from casework.storage import obligations
from citycode.city import City
from citycode.results.ends import EndsResult
from citycode.results.findings import Finding
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from permits.domain.ending import TERM, End, by_term, earliest, present
from permits.domain.permit import ENDING, IN_EFFECT, PERMIT, Permit
from permits.storage import permits
from permits.usecases.announce import announce
from permits.usecases.keep_permit import end
from permits.usecases.land_law import ends_by
from permits.usecases.records import application_of

CHOOSE = "choose_what_becomes_of_the_permit"
SETTLED = (*IN_EFFECT, "expired")
"""States that follow from what is known; a permit revoked or closed stays so."""


def settle(
    connection: Connection, acting: Acting, permit: Permit, known: Iterable[LandEvent]
) -> Permit | None:
    """Move the permit to the earliest end that stands, or restore it; None when it is there already."""
    if permit.state not in SETTLED:
        return None
    known = tuple(known)
    asked = {each.reference: _asked(connection, acting, permit, each) for each in known if each.stands}
    wanted = _wanted(connection, acting, permit, known, asked)
    now = present(permit)
    if wanted == now:
        return None
    if now is not None:
        _undo(connection, acting, permit, now.because)
    if wanted is None:
        return _restore(connection, acting, permit)
    if now is None:
        PERMIT.after(permit.state, ENDING[wanted.to])
        after = end(connection, acting, permit, wanted.to, wanted.on, wanted.because, wanted.rules)
    else:
        after = _move(connection, acting, permit, now, wanted)
    if wanted.because in asked:
        _offer_options(connection, acting, after, _event_of(known, wanted), asked[wanted.because])
    return after


def missing_for(connection: Connection, acting: Acting, permit: Permit, event: LandEvent) -> tuple[str, ...]:
    """The facts without which the law cannot tell what the event does to the permit."""
    if not event.stands:
        return ()
    return tuple(each.name for each in _asked(connection, acting, permit, event).missing_facts)


def _wanted(
    connection: Connection,
    acting: Acting,
    permit: Permit,
    known: tuple[LandEvent, ...],
    asked: Mapping[str, EndsResult],
) -> End | None:
    ends = [
        End(event.happened_on, transition.to, event.reference, _rules(asked[event.reference]))
        for event in standing_since(known, permit.issued_on)
        for transition in asked[event.reference].transitions[:1]
        if event.happened_on is not None and transition.to in ENDING
    ]
    ends += [each for each in (by_term(permit, acting.today),) if each is not None]
    ends += _lapsed(connection, permit)
    now = present(permit)
    told = {each.reference for each in known} | {TERM} | {each.because for each in ends}
    if now is not None and now.because not in told:
        ends.append(now)  # it ended before events were kept as rows: that end stands until it is reversed
    return earliest(ends)


def _lapsed(connection: Connection, permit: Permit) -> list[End]:
    return [
        ended_by_lapse(each)
        for each in obligations.of_record(connection, permit.city, permit.id)
        if each.lapse_fired_on is not None and each.fulfilled_on is None
        if each.lapse and each.lapse.get("mandatory") and each.lapse.get("to") == "expired"
    ]


def ended_by_lapse(obligation: Obligation) -> End:
    """The end that a missed obligation brings: on its last day, as a term ends on its last day."""
    day = obligation.due_on or obligation.started_on
    to = str((obligation.lapse or {}).get("to"))
    return End(day, to, f"obligation {obligation.id}", (obligation.rule,))


def _rules(result: EndsResult) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for each in result.transitions for rule in each.rules))


def _asked(connection: Connection, acting: Acting, permit: Permit, event: LandEvent) -> EndsResult:
    application = application_of(connection, permit.city, permit.application_id)
    return ends_by(acting.city, application, event, acting.today)


def _event_of(known: Iterable[LandEvent], wanted: End) -> LandEvent:
    return next(each for each in known if each.reference == wanted.because)


def _undo(connection: Connection, acting: Acting, permit: Permit, because: str) -> None:
    undoing = f"no longer {because}"
    offered = [each for each in obligations.of_record(connection, permit.city, permit.id) if each.options]
    for must in {each.must for each in offered}:
        obligations.cancel_undone(connection, permit.city, permit.id, acting.today, undoing, must=must)
    obligations.reopen_canceled(connection, permit.city, permit.id, because)


def _restore(connection: Connection, acting: Acting, permit: Permit) -> Permit:
    to = PERMIT.after(permit.state, f"restore_{permit.state_before}")
    back = permits.save(
        connection,
        replace(permit, state=to, state_before=None, ended_on=None, ended_by=None, ended_rules=()),
    )
    remember(connection, acting, back.id, "permit.restored", {"because": permit.ended_by})
    program = acting.city.program(back.program)
    announce(connection, "permit.restored", back, program, acting.today, acting.now)
    return back


def _move(connection: Connection, acting: Acting, permit: Permit, former: End, wanted: End) -> Permit:
    moved = permits.save(
        connection,
        replace(
            permit,
            state=PERMIT.after(permit.state, "move_end"),
            ended_on=wanted.on,
            ended_by=wanted.because,
            ended_rules=wanted.rules,
        ),
    )
    obligations.cancel_undone(connection, moved.city, moved.id, acting.today, wanted.because)
    details: dict[str, Any] = {
        "on": str(wanted.on),
        "because": wanted.because,
        "former": {"on": str(former.on), "because": former.because},
    }
    remember(connection, acting, moved.id, "permit.end_moved", details, wanted.rules)
    program = acting.city.program(moved.program)
    announce(connection, f"permit.{wanted.to}", moved, program, wanted.on, acting.now, standing=True)
    return moved


def _offer_options(
    connection: Connection, acting: Acting, permit: Permit, event: LandEvent, result: EndsResult
) -> None:
    named = (*result.options, *(pair for each in result.transitions for pair in each.options))
    day: date = event.happened_on or result.on
    for party, choices in dict.fromkeys(named):
        by = _giving(acting.city, result, party, from_transfer=(party, choices) in result.options)
        obligations.open_obligation(
            connection,
            Obligation(
                id=uuid7(),
                city=permit.city,
                record_id=permit.id,
                rule=by.rule,
                must=choices[0] if len(choices) == 1 else CHOOSE,
                who=party,
                started_by=event.law_event or result.event,
                started_on=day,
                due_on=None,
                options=choices,
                cite=by.cite,
            ),
        )


def _giving(city: City, result: EndsResult, party: str, *, from_transfer: bool) -> Finding:
    """The rule that gives the party its options: one on transfers, or the one of those that end it."""
    applying = [each for each in result.findings if each.outcome == "met"]
    of_kind = [each for each in applying if (each.kind == "transfer") is from_transfer] or applying
    return next((each for each in of_kind if party in _options(city, each)), of_kind[0])


def _options(city: City, finding: Finding) -> frozenset[str]:
    """The parties to which the element of a finding gives options."""
    elements = (each for each in city.rule(finding.rule).elements if each.id == finding.id)
    stated = (dict(version.values).get("options") for each in elements for version in each.versions)
    return frozenset(party for options in stated if isinstance(options, dict) for party in options)
