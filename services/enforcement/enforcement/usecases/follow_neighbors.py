"""What neighbors tell: a license is gone and what stood under it must go; a parcel changed hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.land import LandEvent
from casework.obligations import Obligation
from casework.storage import land_events, obligations
from servicekit.identifiers import uuid7
from servicekit.inbox import take_once
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.storage import cases
from enforcement.usecases.announce import announce
from enforcement.usecases.open_case import number_of, write

FIND_OWNER = "find_owner"
WHO = "city"


@dataclass(frozen=True, slots=True)
class Ended:
    """A right that is gone: whose number, on which parcel, since when, by which rules; what enforcement
    does about it by which (`follow_up_rules`).
    """

    type: str
    id: str
    program: str
    pin: str | None
    effective_on: date
    rules: tuple[str, ...]
    follow_up_rules: tuple[str, ...]


def right_ended(connection: Connection, acting: Acting, event_id: UUID, ended: Ended) -> Sequence[Case]:
    """Open one case for what stood under a license, if the law gives enforcement something to do about it.

    Told twice, or by two events, it is one case. Raises UnknownProgram, UnknownItem.
    """
    if not take_once(connection, event_id):
        return ()
    if not ended.follow_up_rules:
        return ()
    if cases.by_source(connection, acting.city.slug, ended.type, ended.id) is not None:
        return ()
    case_id = uuid7()
    case = Case(
        id=case_id,
        city=acting.city.slug,
        number=number_of(connection, acting, ended.program),
        program=ended.program,
        state="opened",
        version=1,
        pin=ended.pin,
        opened_at=acting.now,
        opened_on=acting.today,
        opened_by=ended.type,
        law_date=max(ended.effective_on, acting.today),
        source=ended.id,
        grounds=tuple(dict.fromkeys((*ended.follow_up_rules, *ended.rules))),
    )
    write(connection, acting, case)
    return (case,)


def right_restored(
    connection: Connection, acting: Acting, event_id: UUID, type_: str, id_: str
) -> Sequence[Case]:
    """The license stands again: what its end gave ground to is remembered on the case, for staff to close."""
    if not take_once(connection, event_id):
        return ()
    case = cases.by_source(connection, acting.city.slug, type_, id_)
    if case is None or case.state == "closed":
        return ()
    remember(connection, acting, case.id, "license.restored", {"license": id_})
    _owe(connection, acting, case, "close_case", "license.restored")
    return (cases.save(connection, case),)


def changed_hands(
    connection: Connection, acting: Acting, event_id: UUID, pin: str, told: LandEvent
) -> Sequence[Case]:
    """The owner of open cases must be looked up anew; gives those cases. Taken before, it does nothing."""
    if not take_once(connection, event_id):
        return ()
    land_events.learn(connection, acting.city.slug, pin, told)
    changed = []
    for case in cases.standing_on(connection, acting.city.slug, pin):
        event = "ownership.transfer_reversed" if told.reversed else "ownership.transferred"
        details = {"reference": told.reference, "conveyed_on": str(told.happened_on)}
        remember(connection, acting, case.id, event, details)
        _owe(connection, acting, case, FIND_OWNER, event)
        saved = cases.save(connection, replace(case, owner_known=False))
        announce(connection, acting, "case.owner_changed", saved, told.happened_on or acting.today)
        changed.append(saved)
    return changed


def _owe(connection: Connection, acting: Acting, case: Case, must: str, started_by: str) -> None:
    obligations.open_obligation(
        connection,
        Obligation(
            id=uuid7(),
            city=case.city,
            record_id=case.id,
            rule=case.grounds[0] if case.grounds else case.program,
            must=must,
            who=WHO,
            started_by=started_by,
            started_on=acting.today,
            due_on=None,
        ),
    )
