"""Conveyances from the county, and what staff find about the owner candidates made of them."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.app import CurrentClock
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes

from gis.domain.owner_candidate import Decision, Document, OwnerCandidate, Status
from gis.domain.parties import Party
from gis.routes.problems import AmbiguousParcel, CandidateStateConflict, DocumentReceivedBefore
from gis.schemas.owner_candidates import (
    ConfirmAsk,
    ConveyanceAsk,
    OwnerCandidatePage,
    OwnerCandidateView,
    ReasonAsk,
)
from gis.schemas.views import candidate_view
from gis.storage.connections import Connection
from gis.usecases.decide_candidate import candidate_of, candidates_listed, confirm, reject, reverse
from gis.usecases.receive_conveyance import Received, receive

router = APIRouter(prefix="/v1/{city}", tags=["owner candidates"])

County = Annotated[Principal, requires("county.records")]
Clerk = Annotated[Principal, requires("owner_candidates.decide")]
StatusAsked = Annotated[Status | None, Query(description="Only these.")]
READS = [requires("owner_candidates.read", services={"permits"})]


@router.post(
    "/conveyances",
    operation_id="create_conveyance",
    summary="Receive a conveyance from the county",
    status_code=201,
    response_model=OwnerCandidateView,
    responses={
        200: {"model": OwnerCandidateView, "description": "Received before: the candidate it made then"},
        **problems(AmbiguousParcel, DocumentReceivedBefore),
    },
)
def create_conveyance(
    city: str, body: ConveyanceAsk, writes: Writes, clock: CurrentClock, county: County
) -> Response:
    """Keep a recorded conveyance as an owner candidate. Nothing else changes until a clerk confirms it."""
    received = Received(
        pin=body.pin,
        kind=body.kind,
        conveyed_on=body.conveyed_on,
        document=Document(body.document.number, body.document.title, body.document.recorded_on),
        grantor=body.grantor,
        grantee=Party(body.grantee.name, tuple(body.grantee.mailing.lines)),
    )
    candidate_id, at = uuid7(), clock.now(city)

    def effect(connection: Connection) -> Answer:
        candidate, is_new = receive(connection, city, received, candidate_id, at, county.subject)
        location = {"Location": f"/v1/{city}/owner-candidates/{candidate.id}"}
        status = 201 if is_new else 200
        return Answer(status, candidate_view(candidate), location, version=candidate.version)

    return writes.once(effect)


@router.get(
    "/owner-candidates",
    operation_id="list_owner_candidates",
    summary="Owner candidates, the oldest first",
    response_model=OwnerCandidatePage,
    dependencies=READS,
)
def list_owner_candidates(
    city: str, page: PageAsked, connection: Reading, status: StatusAsked = None
) -> Response:
    """List owner candidates."""
    after = page.after_id
    rows = candidates_listed(connection, city, status, after, page.limit + 1)
    return page.answer(rows, key=lambda each: (str(each.id),), item=candidate_view)


@router.get(
    "/owner-candidates/{candidate_id}",
    operation_id="get_owner_candidate",
    summary="One owner candidate",
    response_model=OwnerCandidateView,
    dependencies=READS,
)
def get_owner_candidate(city: str, candidate_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give one owner candidate; its `ETag` is what a decision must send as `If-Match`."""
    candidate = candidate_of(connection, city, candidate_id)
    return read_response(
        request, candidate_view(candidate), version=candidate.version, cache_control="private, no-cache"
    )


@router.post(
    "/owner-candidates/{candidate_id}/confirm",
    operation_id="confirm_owner_candidate",
    summary="Confirm: ownership passed",
    response_model=OwnerCandidateView,
    responses=problems(CandidateStateConflict),
)
def confirm_owner_candidate(
    city: str,
    candidate_id: WireUuid,
    body: ConfirmAsk,
    version: IfMatch,
    writes: Writes,
    clock: CurrentClock,
    clerk: Clerk,
) -> Response:
    """Find that the conveyance took place: the grantee owns the parcel from then on.

    A change of name or address, or into the owner's own trust, corrects the owner and announces nothing.
    """
    decision, change_id = Decision(clock.now(city), clerk.subject, body.note), uuid7()
    return _decided(
        writes,
        lambda connection: confirm(connection, city, candidate_id, version, body.kind, change_id, decision),
    )


@router.post(
    "/owner-candidates/{candidate_id}/reject",
    operation_id="reject_owner_candidate",
    summary="Reject: ownership did not pass",
    response_model=OwnerCandidateView,
    responses=problems(CandidateStateConflict),
)
def reject_owner_candidate(
    city: str,
    candidate_id: WireUuid,
    body: ReasonAsk,
    version: IfMatch,
    writes: Writes,
    clock: CurrentClock,
    clerk: Clerk,
) -> Response:
    """Find that nothing passed, or not here; nothing else changes."""
    decision = Decision(clock.now(city), clerk.subject, body.reason)
    return _decided(writes, lambda connection: reject(connection, city, candidate_id, version, decision))


@router.post(
    "/owner-candidates/{candidate_id}/reverse",
    operation_id="reverse_owner_candidate",
    summary="Take a mistaken confirmation back",
    response_model=OwnerCandidateView,
    responses=problems(CandidateStateConflict),
)
def reverse_owner_candidate(
    city: str,
    candidate_id: WireUuid,
    body: ReasonAsk,
    version: IfMatch,
    writes: Writes,
    clock: CurrentClock,
    clerk: Clerk,
) -> Response:
    """Take a confirmation back: who owned the parcel before owns it again, and the reversal is announced."""
    decision, change_id = Decision(clock.now(city), clerk.subject, body.reason), uuid7()
    return _decided(
        writes,
        lambda connection: reverse(connection, city, candidate_id, version, change_id, decision),
    )


def _decided(writes: Writes, decide: Callable[[Connection], OwnerCandidate]) -> Response:
    def effect(connection: Connection) -> Answer:
        candidate = decide(connection)
        return Answer(200, candidate_view(candidate), version=candidate.version)

    return writes.once(effect)
