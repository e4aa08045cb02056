"""What comes of a violation: revocation because time passed, or the decision after the hearing."""

from __future__ import annotations

from typing import Annotated

from caseroutes.problems import Unmet
from caseroutes.records import decision_view, votes_of
from fastapi import APIRouter, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from licensing.routes.violations import violation_shown, written
from licensing.routes.wiring import CurrentDesk
from licensing.schemas.violations import ViolationDecided, ViolationDecisionAsk, ViolationView
from licensing.usecases import decide_violation
from licensing.usecases.decide_violation import Deciding

router = APIRouter(prefix="/v1/{city}", tags=["violations"])

Recorder = Annotated[Principal, requires("decisions.record")]
Revoker = Annotated[Principal, requires("licenses.revoke")]


@router.post(
    "/license-violations/{violation_id}/revoke",
    operation_id="revoke_license_by_lapse",
    summary="Do what the law makes the office do when time has passed",
    response_model=ViolationView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def revoke_license_by_lapse(
    city: str,
    violation_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    revoker: Revoker,
) -> Response:
    """Revoke the license because time passed. Refused while it runs; nobody votes."""
    acting = desk.acting(city, revoker)
    return written(
        writes,
        acting,
        lambda connection: decide_violation.revoke_by_office(connection, acting, violation_id, version),
    )


@router.post(
    "/license-violations/{violation_id}/decide",
    operation_id="decide_license_violation",
    summary="Record the decision after the hearing",
    response_model=ViolationDecided,
    responses=problems(NotFound, StateConflict, Unmet),
)
def decide_license_violation(
    city: str,
    violation_id: WireUuid,
    body: ViolationDecisionAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    recorder: Recorder,
) -> Response:
    """Record it: revocation, another action, or no violation. Refused with all that the law misses."""
    acting = desk.acting(city, recorder)
    deciding = Deciding(
        body.outcome, body.decided_on, votes_of(body.votes), tuple(body.reasons), tuple(body.actions)
    )
    decision_id = uuid7()

    def effect(connection: Connection) -> Answer:
        violation, decision = decide_violation.decide(
            connection, acting, violation_id, version, deciding, decision_id
        )
        view = ViolationDecided(
            violation=violation_shown(connection, acting, violation), decision=decision_view(decision)
        )
        return Answer(200, view, version=violation.version)

    return writes.once(effect)
