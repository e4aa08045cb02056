"""Consents: a person lets a portal act for them, and may take it back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from casework.storage import consents
from casework.storage.consents import Consent
from fastapi import APIRouter, Path, Request, Response
from pydantic import Field, StringConstraints
from servicekit.access import signed_in
from servicekit.answers import Answer, read_response
from servicekit.identity import Principal
from servicekit.problems import Forbidden, NotFound, problems
from servicekit.reads import Reading
from servicekit.writes import Writes
from sqlalchemy import Connection

from caseroutes.shape import Incoming, Outgoing
from caseroutes.wiring import CurrentDesk

router = APIRouter(prefix="/v1/{city}/consents", tags=["consents"])

Machine = Annotated[
    str, StringConstraints(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]*$")
]


class ConsentAsk(Incoming):
    """The machine (a portal's subject) that may act for the person who asks."""

    machine: Annotated[Machine, Field(examples=["portal-1"])]


class ConsentView(Outgoing):
    """A consent, standing until withdrawn."""

    machine: str
    granted_at: datetime
    withdrawn_at: datetime | None


class ConsentsView(Outgoing):
    """All consents of the caller."""

    consents: list[ConsentView]


SignedIn = Annotated[Principal, signed_in()]
MachineInPath = Annotated[str, Path(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]*$")]


@router.get(
    "",
    operation_id="list_consents",
    summary="Whom one lets act for oneself",
    response_model=ConsentsView,
    responses=problems(NotFound),
)
def list_consents(
    city: str, request: Request, connection: Reading, desk: CurrentDesk, principal: SignedIn
) -> Response:
    """List one's own consents, standing or withdrawn."""
    person = _person(desk.acting(city, principal).principal)
    given = consents.of_person(connection, city, person)
    view = ConsentsView(consents=[_view(each) for each in given])
    return read_response(request, view, cache_control="private, no-cache")


@router.post(
    "",
    operation_id="grant_consent",
    summary="Let a portal act for oneself",
    response_model=ConsentView,
    responses=problems(NotFound),
)
def grant_consent(
    city: str, body: ConsentAsk, writes: Writes, desk: CurrentDesk, principal: SignedIn
) -> Response:
    """Let a machine open and move one's own applications in this city."""
    acting = desk.acting(city, principal)
    person = _person(principal)

    def effect(connection: Connection) -> Answer:
        return Answer(200, _view(consents.grant(connection, city, person, body.machine, acting.now)))

    return writes.once(effect)


@router.delete(
    "/{machine}",
    operation_id="withdraw_consent",
    summary="Let a portal act no longer",
    status_code=204,
    responses=problems(NotFound),
)
def withdraw_consent(
    city: str, machine: MachineInPath, writes: Writes, desk: CurrentDesk, principal: SignedIn
) -> Response:
    """Withdraw a consent; the portal loses sight of one's records at once."""
    acting = desk.acting(city, principal)
    person = _person(principal)

    def effect(connection: Connection) -> Answer:
        if not consents.withdraw(connection, city, person, machine, acting.now):
            raise NotFound
        return Answer(204)

    return writes.once(effect)


def _person(principal: Principal) -> str:
    if principal.kind != "person":
        raise Forbidden("Only a person consents.")
    return principal.subject


def _view(consent: Consent) -> ConsentView:
    return ConsentView(
        machine=consent.machine,
        granted_at=consent.granted_at.astimezone(UTC),
        withdrawn_at=None if consent.withdrawn_at is None else consent.withdrawn_at.astimezone(UTC),
    )
