"""What happens to the land: a sale or a division may end permits, and a mistake restores them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from casework.obligations import Obligation
from casework.storage import obligations
from citycode.facts import parse_facts
from citycode.results.ends import EndsResult
from citycode.results.findings import Finding
from servicekit.identifiers import uuid7
from servicekit.inbox import take_once
from sqlalchemy import Connection

from permits.domain.permit import ENDING, IN_EFFECT, PERMIT, Permit
from permits.storage import applications, permits
from permits.usecases.announce import announce
from permits.usecases.desk import Acting, facts_of
from permits.usecases.keep_permit import end
from permits.usecases.records import remember

CHOOSE = "choose_what_becomes_of_the_permit"


def apply(
    connection: Connection,
    acting: Acting,
    event_id: UUID,
    law_event: str,
    pin: str,
    on: date,
    reference: str,
    told: Mapping[str, Any],
) -> tuple[Permit, ...]:
    """Ask the law of each permit in effect on the parcel what the event does, and do it.

    Gives those that ended.

    `told` are facts the event brings. An event taken before does nothing.
    """
    if not take_once(connection, event_id):
        return ()
    ended = []
    for permit in permits.on_parcel(connection, acting.city.slug, pin, lock=True):
        if permit.state not in IN_EFFECT or permit.issued_on > on:
            continue
        result = _asked(connection, acting, permit, law_event, on, told)
        if not result.transitions:
            _note(connection, acting, permit, law_event, on, result)
            continue
        transition = result.transitions[0]
        PERMIT.after(permit.state, ENDING[transition.to])
        rules = tuple(dict.fromkeys(rule for each in result.transitions for rule in each.rules))
        gone = end(connection, acting, permit, transition.to, on, reference, rules)
        _offer_options(connection, gone, law_event, on, result)
        ended.append(gone)
    return tuple(ended)


def take_back(
    connection: Connection, acting: Acting, event_id: UUID, pin: str, reference: str
) -> tuple[Permit, ...]:
    """Restore the permits that ended because of `reference`: the transfer was a mistake."""
    if not take_once(connection, event_id):
        return ()
    restored = []
    for permit in permits.on_parcel(connection, acting.city.slug, pin, lock=True):
        if permit.ended_by != reference or permit.state_before is None or permit.state != "expired":
            continue
        to = PERMIT.after(permit.state, f"restore_{permit.state_before}")
        back = permits.save(
            connection,
            replace(permit, state=to, state_before=None, ended_on=None, ended_by=None, ended_rules=()),
        )
        undoing = f"reversed {reference}"
        obligations.cancel_undone(connection, back.city, back.id, acting.today, undoing, must=CHOOSE)
        obligations.reopen_canceled(connection, back.city, back.id, reference)
        remember(connection, acting, back.id, "permit.restored", {"because": reference})
        program = acting.city.program(back.program)
        announce(connection, "permit.restored", back, program, acting.today, acting.now)
        restored.append(back)
    return tuple(restored)


def _asked(
    connection: Connection,
    acting: Acting,
    permit: Permit,
    law_event: str,
    on: date,
    told: Mapping[str, Any],
) -> EndsResult:
    program = acting.city.program(permit.program)
    application = applications.find(connection, permit.city, permit.application_id)
    own = {} if application is None else dict(facts_of(program, application).stated)
    known = {name: value for name, value in told.items() if name in program.facts}
    return program.ends(law_event, parse_facts(program.facts, {**own, **known}), on, on)


def _note(
    connection: Connection, acting: Acting, permit: Permit, law_event: str, on: date, result: EndsResult
) -> None:
    details = {"on": str(on), "missing_facts": [each.name for each in result.missing_facts]}
    remember(connection, acting, permit.id, f"{law_event}.noted", details)


def _offer_options(
    connection: Connection, permit: Permit, law_event: str, on: date, result: EndsResult
) -> None:
    named = (*result.options, *(pair for each in result.transitions for pair in each.options))
    for party, choices in dict.fromkeys(named):
        by = _giving(result, from_transfer=(party, choices) in result.options)
        obligations.open_obligation(
            connection,
            Obligation(
                id=uuid7(),
                city=permit.city,
                record_id=permit.id,
                rule=by.rule,
                must=CHOOSE,
                who=party,
                started_by=law_event,
                started_on=on,
                due_on=None,
                options=choices,
                cite=by.cite,
            ),
        )


def _giving(result: EndsResult, *, from_transfer: bool) -> Finding:
    """The rule that applies and gives the options: one on transfers, or the first of those that end."""
    applying = [each for each in result.findings if each.outcome == "met"]
    return next((each for each in applying if (each.kind == "transfer") is from_transfer), applying[0])
