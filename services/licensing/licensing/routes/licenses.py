"""The public register of licenses, who stands behind one, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Annotated
from uuid import UUID

from caseroutes.records import DecisionsView, HistoryView, decision_view, history_view
from casework.desk.acting import Acting
from casework.desk.persons import acts_for
from casework.storage import decisions, history, personal
from fastapi import APIRouter, Depends, Query, Request, Response
from servicekit.access import public, requires, signed_in
from servicekit.answers import Answer, IfMatch, etag, json_response, read_response
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from licensing.domain.license import License
from licensing.routes.wiring import CurrentDesk
from licensing.schemas.licenses import (
    ContactAsk,
    HolderView,
    LicensePage,
    PublicLicense,
    State,
    SurrenderAsk,
)
from licensing.schemas.views import holder_view, license_view
from licensing.storage import licenses, violations
from licensing.storage.licenses import Wanted
from licensing.usecases import keep_license
from licensing.usecases.records import holds_license, license_behind, license_of

router = APIRouter(prefix="/v1/{city}/licenses", tags=["licenses"])

REGISTER = "licenses that a city grants are public; the register holds no person"
Anybody = Annotated[Principal, public(REGISTER)]
SignedIn = Annotated[Principal, signed_in()]
Notifier = Annotated[Principal, requires("notices.issue")]
PRIVATE = "private, no-cache"


@dataclass(frozen=True)
class LicenseFilter:
    """Which licenses are listed."""

    state: Annotated[State | None, Query(description="Only these, as they stand today.")] = None
    in_effect: Annotated[bool | None, Query(description="Only those in effect today, or not.")] = None
    program: Annotated[str | None, Query(max_length=100, description="Only this program's.")] = None
    pin: Annotated[str | None, Query(max_length=40, description="Only on this parcel, as printed.")] = None
    number: Annotated[str | None, Query(max_length=60, description="Only of this number.")] = None


def license_shown(connection: Connection, acting: Acting, license_: License) -> PublicLicense:
    """The license as the caller sees it."""
    own = acting.principal.signed_in and holds_license(connection, acting, license_)
    return license_view(license_, acting, own=own)


@router.get(
    "",
    operation_id="list_licenses",
    summary="The public register of licenses",
    response_model=LicensePage,
    responses=problems(NotFound),
)
def list_licenses(
    city: str,
    page: PageAsked,
    connection: Reading,
    desk: CurrentDesk,
    anybody: Anybody,
    wanted: Annotated[LicenseFilter, Depends()],
) -> Response:
    """List licenses, the oldest first."""
    acting = desk.acting(city, anybody)
    rows = licenses.listed(
        connection,
        city,
        Wanted(**asdict(wanted)),
        today=acting.today,
        after=page.after_id,
        limit=page.limit + 1,
    )
    return page.answer(rows, key=lambda each: (str(each.id),), item=lambda each: license_view(each, acting))


@router.get(
    "/held",
    operation_id="list_held_licenses",
    summary="The licenses one holds",
    response_model=LicensePage,
    responses=problems(NotFound),
)
def list_held_licenses(
    city: str, page: PageAsked, connection: Reading, desk: CurrentDesk, principal: SignedIn
) -> Response:
    """List the licenses of the caller, or of whom a portal acts for, the oldest first."""
    acting = desk.acting(city, principal)
    rows = licenses.listed(
        connection,
        city,
        Wanted(holders=sorted(acts_for(connection, acting))),
        today=acting.today,
        after=page.after_id,
        limit=page.limit + 1,
    )
    return page.answer(
        rows, key=lambda each: (str(each.id),), item=lambda each: license_view(each, acting, own=True)
    )


@router.get(
    "/{license_id}",
    operation_id="get_license",
    summary="One license",
    response_model=PublicLicense,
    responses=problems(NotFound),
)
def get_license(
    city: str,
    license_id: WireUuid,
    connection: Reading,
    desk: CurrentDesk,
    anybody: Anybody,
) -> Response:
    """Give a license as anybody may see it; its `ETag` is what a change must send as `If-Match`."""
    acting = desk.acting(city, anybody)
    license_ = license_of(connection, city, license_id)
    view = license_shown(connection, acting, license_)
    kept = PRIVATE if anybody.signed_in else "no-cache"
    # What a day changes (in effect, expired) is in no version: the answer is not cached under one.
    return json_response(view, headers={"ETag": etag(license_.version), "Cache-Control": kept})


@router.get(
    "/{license_id}/holder",
    operation_id="get_license_holder",
    summary="Who stands behind a license",
    response_model=HolderView,
    responses=problems(NotFound),
)
def get_license_holder(
    city: str,
    license_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give the holder with the last address of the license records; to the holder and to staff."""
    license_ = license_behind(connection, desk.acting(city, principal), license_id)
    view = holder_view(license_, personal.of_record(connection, city, license_id))
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{license_id}/decisions",
    operation_id="list_license_decisions",
    summary="The decisions a license rests on and those on its violations",
    response_model=DecisionsView,
    responses=problems(NotFound),
)
def list_license_decisions(
    city: str,
    license_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give them with grounds, votes and reasons; to the holder and to staff."""
    license_ = license_behind(connection, desk.acting(city, principal), license_id)
    made = decisions.of_record(connection, city, license_.application_id)
    for each in violations.of_license(connection, city, license_id):
        made += decisions.of_record(connection, city, each.id)
    view = DecisionsView(decisions=[decision_view(each) for each in made])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{license_id}/history",
    operation_id="get_license_history",
    summary="The history of a license",
    response_model=HistoryView,
    responses=problems(NotFound),
    dependencies=[requires("history.read")],
)
def get_license_history(city: str, license_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give every entry, and whether the chain of hashes holds."""
    license_of(connection, city, license_id)
    entries = history.of_record(connection, city, license_id)
    view = history_view(license_id, entries, personal.of_record(connection, city, license_id))
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/{license_id}/contact",
    operation_id="change_license_contact",
    summary="Say where the holder is reached from now on",
    response_model=PublicLicense,
    responses=problems(NotFound, StateConflict),
)
def change_license_contact(
    city: str,
    license_id: WireUuid,
    body: ContactAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Change it. Notices are mailed to the last address of the license records."""
    acting = desk.acting(city, principal)
    contact = body.contact.values()
    return _written(
        writes,
        acting,
        license_id,
        lambda connection: keep_license.change_contact(connection, acting, license_id, version, contact),
    )


@router.post(
    "/{license_id}/surrender",
    operation_id="surrender_license",
    summary="Give a license up",
    response_model=PublicLicense,
    responses=problems(NotFound, StateConflict),
)
def surrender_license(
    city: str,
    license_id: WireUuid,
    body: SurrenderAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give it up as of today; it counts against no cap from today on."""
    acting = desk.acting(city, principal)
    return _written(
        writes,
        acting,
        license_id,
        lambda connection: keep_license.surrender(connection, acting, license_id, version, body.reason),
    )


def _written(
    writes: Writes, acting: Acting, license_id: UUID, effect: Callable[[Connection], License]
) -> Response:
    def run(connection: Connection) -> Answer:
        license_ = effect(connection)
        return Answer(200, license_shown(connection, acting, license_), version=license_.version)

    return writes.once(run, visible=lambda connection: license_behind(connection, acting, license_id))
