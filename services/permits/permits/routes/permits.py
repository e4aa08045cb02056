"""The public register of permits, and what staff do with a permit in effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Annotated

from caseroutes.problems import Unmet
from caseroutes.records import DecisionsView, HistoryView, decision_view, history_view, votes_of
from casework.desk.acting import Acting
from casework.storage import decisions, history, personal
from fastapi import APIRouter, Depends, Query, Request, Response
from servicekit.access import public, requires
from servicekit.answers import Answer, IfMatch, etag, json_response, read_response
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireDate, WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.domain.permit import Permit, Review
from permits.routes.wiring import CurrentDesk
from permits.schemas.permits import (
    CloseAsk,
    DivisionAsk,
    PermitPage,
    PublicPermit,
    RemovalAsk,
    ReviewAsk,
    ReviewsView,
    RevokeAsk,
    RevokedView,
    State,
)
from permits.schemas.views import permit_view, review_view
from permits.storage import permits
from permits.storage.permits import Wanted
from permits.usecases import follow_land, keep_permit, leave_register
from permits.usecases.records import permit_of
from permits.usecases.revoke_permit import Revoking, revoke

router = APIRouter(prefix="/v1/{city}/permits", tags=["permits"])

Reviewer = Annotated[Principal, requires("reviews.record")]
Issuer = Annotated[Principal, requires("permits.issue")]
Revoker = Annotated[Principal, requires("permits.revoke")]
REGISTER = "permits that a city grants are public; the register holds no person"
Anybody = Annotated[Principal, public(REGISTER)]


@dataclass(frozen=True)
class PermitFilter:
    """Which permits are listed."""

    state: Annotated[State | None, Query(description="Only these, as they stand today.")] = None
    in_effect: Annotated[bool | None, Query(description="Only those in effect today, or not.")] = None
    program: Annotated[str | None, Query(max_length=100, description="Only this program's.")] = None
    pin: Annotated[str | None, Query(max_length=40, description="Only on this parcel, as printed.")] = None
    number: Annotated[str | None, Query(max_length=60, description="Only of this number.")] = None
    issued_from: Annotated[WireDate | None, Query(description="Issued on this day or later.")] = None
    issued_until: Annotated[WireDate | None, Query(description="Issued on this day or before.")] = None


@router.get(
    "",
    operation_id="list_permits",
    summary="The public register of permits",
    response_model=PermitPage,
    responses=problems(NotFound),
)
def list_permits(
    city: str,
    page: PageAsked,
    connection: Reading,
    desk: CurrentDesk,
    anybody: Anybody,
    wanted: Annotated[PermitFilter, Depends()],
) -> Response:
    """List permits, the oldest first."""
    acting = desk.acting(city, anybody)
    rows = permits.listed(
        connection,
        city,
        Wanted(**asdict(wanted)),
        today=acting.today,
        after=page.after_id,
        limit=page.limit + 1,
    )
    return page.answer(rows, key=lambda each: (str(each.id),), item=lambda each: permit_view(each, acting))


@router.get(
    "/{permit_id}",
    operation_id="get_permit",
    summary="One permit",
    response_model=PublicPermit,
    responses=problems(NotFound),
)
def get_permit(
    city: str,
    permit_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    anybody: Anybody,
) -> Response:
    """Give a permit as anybody may see it; its `ETag` is what a change must send as `If-Match`."""
    acting = desk.acting(city, anybody)
    permit = permit_of(connection, city, permit_id)
    view = permit_view(permit, acting)
    kept = "private, no-cache" if anybody.signed_in else "no-cache"
    if view.state != permit.state:  # its term ended since it was written: a cached answer is no longer true
        return json_response(view, headers={"ETag": etag(permit.version), "Cache-Control": kept})
    return read_response(
        request, view, version=permit.version, cache_control=kept, headers={"Vary": "Authorization"}
    )


@router.get(
    "/{permit_id}/history",
    operation_id="get_permit_history",
    summary="The history of a permit",
    response_model=HistoryView,
    responses=problems(NotFound),
    dependencies=[requires("history.read")],
)
def get_permit_history(city: str, permit_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give every entry, and whether the chain of hashes holds."""
    permit_of(connection, city, permit_id)
    entries = history.of_record(connection, city, permit_id)
    view = history_view(permit_id, entries, personal.of_record(connection, city, permit_id))
    return read_response(request, view, cache_control="private, no-cache")


@router.get(
    "/{permit_id}/reviews",
    operation_id="list_reviews",
    summary="The reviews of a permit",
    response_model=ReviewsView,
    responses=problems(NotFound),
    dependencies=[requires("applications.read")],
)
def list_reviews(city: str, permit_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give the reviews that were made, by day."""
    permit_of(connection, city, permit_id)
    made = permits.reviews_of(connection, city, permit_id)
    view = ReviewsView(reviews=[review_view(each) for each in made])
    return read_response(request, view, cache_control="private, no-cache")


@router.get(
    "/{permit_id}/decisions",
    operation_id="list_permit_decisions",
    summary="The decisions on a permit",
    response_model=DecisionsView,
    responses=problems(NotFound),
    dependencies=[requires("applications.read")],
)
def list_permit_decisions(city: str, permit_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give the decisions it rests on and those made on it, with grounds, votes and reasons."""
    permit = permit_of(connection, city, permit_id)
    made = decisions.of_record(connection, city, permit.application_id)
    made += decisions.of_record(connection, city, permit_id)
    view = DecisionsView(decisions=[decision_view(each) for each in made])
    return read_response(request, view, cache_control="private, no-cache")


@router.post(
    "/{permit_id}/reviews",
    operation_id="record_review",
    summary="Enter a review that comes round",
    response_model=PublicPermit,
    responses=problems(NotFound, StateConflict),
)
def record_review(
    city: str,
    permit_id: WireUuid,
    body: ReviewAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Enter it; the next one falls due from this one's due day."""
    acting = desk.acting(city, reviewer)
    review = Review(uuid7(), city, permit_id, body.reviewed_on, body.in_order, body.notes)
    return _written(
        writes,
        acting,
        lambda connection: keep_permit.record_review(connection, acting, permit_id, version, review),
    )


@router.post(
    "/{permit_id}/close",
    operation_id="close_permit",
    summary="Close a permit",
    response_model=PublicPermit,
    responses=problems(NotFound, StateConflict),
)
def close_permit(
    city: str,
    permit_id: WireUuid,
    body: CloseAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    issuer: Issuer,
) -> Response:
    """Close it: nothing is left to be watched."""
    acting = desk.acting(city, issuer)
    return _written(
        writes,
        acting,
        lambda connection: keep_permit.close(connection, acting, permit_id, version, body.reason),
    )


@router.post(
    "/{permit_id}/removal",
    operation_id="record_removal",
    summary="Enter that the structure is gone",
    response_model=PublicPermit,
    responses=problems(NotFound, StateConflict),
)
def record_removal(
    city: str,
    permit_id: WireUuid,
    body: RemovalAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    issuer: Issuer,
) -> Response:
    """Enter it for a permit that expired or was revoked; the map learns of it. One in effect is closed."""
    acting = desk.acting(city, issuer)
    return _written(
        writes,
        acting,
        lambda connection: leave_register.record_removal(
            connection, acting, permit_id, version, body.removed_on, body.note
        ),
    )


@router.post(
    "/{permit_id}/division",
    operation_id="say_division",
    summary="Supply what was not told of a division of the land",
    response_model=PublicPermit,
    responses=problems(NotFound, StateConflict),
)
def say_division(
    city: str,
    permit_id: WireUuid,
    body: DivisionAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    issuer: Issuer,
) -> Response:
    """Supply it; the law then ends the permits of the parcel, or does not."""
    acting = desk.acting(city, issuer)
    return _written(
        writes,
        acting,
        lambda connection: follow_land.say_division(
            connection, acting, permit_id, version, body.divided_on, body.facts
        ),
    )


@router.post(
    "/{permit_id}/revoke",
    operation_id="revoke_permit",
    summary="Enter a revocation",
    response_model=RevokedView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def revoke_permit(
    city: str,
    permit_id: WireUuid,
    body: RevokeAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    revoker: Revoker,
) -> Response:
    """Enter it with its grounds, votes and reasons. Refused with all that the law asks and is missing."""
    acting = desk.acting(city, revoker)
    revoking = Revoking(
        body.decided_on,
        body.observed_on,
        tuple(body.grounds),
        votes_of(body.votes),
        tuple(body.reasons),
        tuple(body.breached),
    )
    decision_id = uuid7()

    def effect(connection: Connection) -> Answer:
        permit, decision = revoke(connection, acting, permit_id, version, revoking, decision_id)
        view = RevokedView(permit=permit_view(permit, acting), decision=decision_view(decision))
        return Answer(200, view, version=permit.version)

    return writes.once(effect)


def _written(writes: Writes, acting: Acting, effect: Callable[[Connection], Permit]) -> Response:
    def run(connection: Connection) -> Answer:
        permit = effect(connection)
        return Answer(200, permit_view(permit, acting), version=permit.version)

    return writes.once(run)
