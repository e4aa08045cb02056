"""Stop orders of a case: what permits and licensing do not do until the case lets them."""

from __future__ import annotations

from uuid import UUID

from casework.desk import holding
from casework.desk.acting import Acting
from casework.desk.holding import Placing
from casework.holds import APPLY, INSPECT, ISSUE_LICENSE, ISSUE_PERMIT, Hold
from servicekit.problems import NotFound
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.storage import cases
from enforcement.usecases.announce import announce_hold
from enforcement.usecases.records import held

ACTS = (APPLY, ISSUE_PERMIT, INSPECT, ISSUE_LICENSE)
"""What the neighbors do not do while a hold bars it."""


def place(
    connection: Connection, acting: Acting, case_id: UUID, version: int, placing: Placing
) -> tuple[Case, Hold]:
    """Bar acts on behalf of a case, and say so. Raises UnknownItem for a rule or an act, and as `held`."""
    case = cases.save(connection, held(connection, acting, case_id, version, "place_hold"))
    hold = holding.place(connection, acting, placing, ACTS, of=case.id)
    announce_hold(connection, acting, "case.hold_placed", case, hold)
    return case, hold


def release(
    connection: Connection, acting: Acting, case_id: UUID, version: int, hold_id: UUID, because: str
) -> tuple[Case, Hold]:
    """Let what the case barred be done again, and say so.

    Raises NotFound for the hold of another case, and as `held`.
    """
    before = held(connection, acting, case_id, version, "release_hold")
    standing = {each.id for each in holding.placed_for(connection, before.city, before.id)}
    if hold_id not in standing:
        raise NotFound
    case = cases.save(connection, before)
    return case, _released(connection, acting, case, hold_id, because)


def release_all(connection: Connection, acting: Acting, case: Case, because: str) -> None:
    """Release every hold of a case that ends."""
    for each in holding.standing_for(connection, case.city, case.id):
        _released(connection, acting, case, each.id, because)


def _released(connection: Connection, acting: Acting, case: Case, hold_id: UUID, because: str) -> Hold:
    hold = holding.release(connection, acting, hold_id, because)
    announce_hold(connection, acting, "case.hold_released", case, hold)
    return hold
