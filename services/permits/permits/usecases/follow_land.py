"""What happens to the land: a sale or a division may end permits, and a mistake taken back restores them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.gates import UnknownItem
from casework.desk.memory import remember
from casework.land import LandEvent
from casework.obligations import Obligation
from casework.storage import land_events, obligations
from citycode.facts import parse_facts
from servicekit.identifiers import uuid7
from servicekit.inbox import take_once
from sqlalchemy import Connection

from permits.domain.permit import Permit
from permits.storage import permits
from permits.usecases.land_law import ends_by, telling
from permits.usecases.look_before_issue import look_before_issue, office_looking
from permits.usecases.records import application_of, permit_held
from permits.usecases.settle_end import SETTLED, missing_for, settle

SAY = "say_what_the_division_left"


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


def say_division(
    connection: Connection,
    acting: Acting,
    permit_id: UUID,
    version: int,
    divided_on: date,
    facts: Mapping[str, Any],
) -> Permit:
    """Supply what was not told of a division, which then ends permits of the parcel or not.

    Raises UnknownItem where none is known of that day, FactErrors, and as `permit_held`.
    """
    permit = permit_held(connection, acting, permit_id, version, "say_division")
    parse_facts(acting.city.program(permit.program).facts, facts)
    known = land_events.of_parcel(connection, permit.city, permit.pin, lock=True)
    told = [each for each in known if each.stands and each.happened_on == divided_on]
    lacking = [each for each in told if missing_for(connection, acting, permit, each)]
    if not lacking:
        raise UnknownItem("#/divided_on", str(divided_on), ())
    for event in lacking:
        known = land_events.learn(connection, permit.city, permit.pin, replace(event, facts=dict(facts)))
    after = permit
    for each in permits.on_parcel(connection, permit.city, permit.pin, lock=True):
        if each.state not in SETTLED:
            continue
        obligations.fulfill(connection, each.city, each.id, SAY, acting.today)
        details = {"on": str(divided_on), "facts": dict(facts)}
        remember(connection, acting, each.id, "division.told", details)
        settled = settle(connection, acting, each, known) or permits.save(connection, each)
        after = settled if settled.id == permit.id else after
    return after


def _note(connection: Connection, acting: Acting, permit: Permit, told: LandEvent) -> None:
    if told.reversed or told.happened_on is None or told.happened_on < permit.issued_on:
        return
    details = {
        "on": str(told.happened_on),
        "because": told.reference,
        "missing_facts": list(missing_for(connection, acting, permit, told)),
    }
    remember(connection, acting, permit.id, f"{told.law_event}.noted", details)
    if not details["missing_facts"]:
        return
    application = application_of(connection, permit.city, permit.application_id)
    finding = telling(ends_by(acting.city, application, told, acting.today))
    obligations.open_obligation(
        connection,
        Obligation(
            id=uuid7(),
            city=permit.city,
            record_id=permit.id,
            rule=finding.rule,
            must=SAY,
            who=office_looking(acting, permit),
            started_by=told.law_event or "",
            started_on=told.happened_on,
            due_on=None,
            cite=finding.cite,
        ),
    )
