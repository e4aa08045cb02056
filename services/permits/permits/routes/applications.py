"""Applications: open, read, change, submit, withdraw."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated
from uuid import UUID

from calculators import SourceUnavailable
from caseroutes.problems import Unmet
from caseroutes.records import DecisionsView, HistoryView, decision_view, history_view
from casework.desk.acting import Acting
from casework.desk.persons import NoConsent, acts_for
from casework.storage import decisions, history, personal
from fastapi import APIRouter, Query, Request, Response
from servicekit.access import requires, signed_in
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.app import CurrentEngine
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Visibility, Writes
from sqlalchemy import Connection

from permits.domain.application import APPLICANTS_ACTIONS, APPLICATION, BY_THE_CLOCK, PERMISSIONS, Application
from permits.routes.problems import AmbiguousParcel
from permits.routes.wiring import CurrentDesk
from permits.schemas.applications import (
    ApplicationAsk,
    ApplicationChange,
    ApplicationPage,
    ApplicationView,
    State,
    SubmissionsView,
)
from permits.schemas.views import application_view, submission_view
from permits.storage import applications
from permits.usecases import file_application
from permits.usecases.desk import program_of
from permits.usecases.file_application import Change, Filing, MeasuredChange
from permits.usecases.find_parcel import parcel_at
from permits.usecases.records import application_of, held, is_own, visible

router = APIRouter(prefix="/v1/{city}/applications", tags=["applications"])

SignedIn = Annotated[Principal, signed_in()]
StateAsked = Annotated[State | None, Query(description="Only these.")]
ProgramAsked = Annotated[str | None, Query(max_length=100, description="Only this program's.")]
PRIVATE = "private, no-cache"


def shown(
    connection: Connection,
    acting: Acting,
    application: Application,
    changes: tuple[MeasuredChange, ...] = (),
    contact: Mapping[str, str] | None = None,
) -> ApplicationView:
    """The application with its contact, read where it is not given, and what the caller may do next."""
    own = is_own(connection, acting, application)
    allowed = [
        action
        for action in APPLICATION.allowed(application.state)
        if (own if action in APPLICANTS_ACTIONS else acting.holds(PERMISSIONS.get(action, BY_THE_CLOCK)))
    ]
    if contact is None:
        contact = personal.of_record(connection, application.city, application.id)
    return application_view(application, contact, allowed, changes)


def seeing(acting: Acting, application_id: UUID) -> Visibility:
    """Asks, before a kept answer is given again, whether the caller may still see the application."""
    return lambda connection: visible(connection, acting, application_id)


def answered(connection: Connection, acting: Acting, application: Application, status: int = 200) -> Answer:
    """The answer of a use case that changed an application."""
    return Answer(status, shown(connection, acting, application), version=application.version)


@router.post(
    "",
    operation_id="create_application",
    summary="Open a draft",
    status_code=201,
    response_model=ApplicationView,
    responses=problems(NotFound, AmbiguousParcel),
)
def create_application(
    city: str, body: ApplicationAsk, writes: Writes, desk: CurrentDesk, principal: SignedIn
) -> Response:
    """Open a draft application for a parcel. An address must name exactly one; the map is asked which."""
    acting = desk.acting(city, principal)

    def may_act(connection: Connection) -> None:
        if body.on_behalf_of is not None and body.on_behalf_of not in acts_for(connection, acting):
            raise NoConsent

    if body.address is not None and (replay := writes.stored(may_act)) is not None:
        return replay
    pin = body.pin if body.address is None else parcel_at(desk.gis, city, body.address)
    filing = Filing(
        program=body.program,
        pin=pin or "",
        site=None if body.site is None else (body.site.lon, body.site.lat),
        facts=body.facts,
        contact=body.contact.values(),
        on_behalf_of=body.on_behalf_of,
        succeeds=body.succeeds,
    )
    application_id = uuid7()

    def effect(connection: Connection) -> Answer:
        application = file_application.create(connection, acting, filing, application_id)
        location = {"Location": f"/v1/{city}/applications/{application.id}"}
        view = shown(connection, acting, application, contact=filing.contact)
        return Answer(201, view, location, version=application.version)

    # A draft counts nothing across rows; serializable would only make neighbors in an index page collide.
    return writes.once(effect, isolation="READ COMMITTED", visible=may_act)


@router.get(
    "",
    operation_id="list_applications",
    summary="One's own applications; all of the city for staff",
    response_model=ApplicationPage,
    responses=problems(NotFound),
)
def list_applications(
    city: str,
    page: PageAsked,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
    state: StateAsked = None,
    program: ProgramAsked = None,
) -> Response:
    """List applications, the oldest first."""
    acting = desk.acting(city, principal)
    whose = None if acting.holds("applications.read") else sorted(acts_for(connection, acting))
    rows = applications.listed(
        connection,
        city,
        applicants=whose,
        state=state,
        program=program,
        after=page.after_id,
        limit=page.limit + 1,
    )
    return page.answer(
        rows, key=lambda each: (str(each.id),), item=lambda each: shown(connection, acting, each)
    )


@router.get(
    "/{application_id}",
    operation_id="get_application",
    summary="One application",
    response_model=ApplicationView,
    responses=problems(NotFound),
)
def get_application(
    city: str,
    application_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give an application; its `ETag` is what a change must send as `If-Match`."""
    acting = desk.acting(city, principal)
    application = visible(connection, acting, application_id)
    return read_response(
        request, shown(connection, acting, application), version=application.version, cache_control=PRIVATE
    )


@router.patch(
    "/{application_id}",
    operation_id="change_application",
    summary="Change a draft or an incomplete application",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def change_application(
    city: str,
    application_id: WireUuid,
    body: ApplicationChange,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    engine: CurrentEngine,
    principal: SignedIn,
) -> Response:
    """Change what was stated. Another place is measured anew; `measured_changes` lists what is another.

    Without gis what was measured before is cleared; submitting measures it.
    """
    acting = desk.acting(city, principal)
    may_see = seeing(acting, application_id)
    if (replay := writes.stored(may_see)) is not None:
        return replay
    wanted = Change(
        pin=body.pin,
        site=None if body.site is None else (body.site.lon, body.site.lat),
        facts=body.facts,
        contact=None if body.contact is None else body.contact.model_dump(exclude_unset=True),
    )

    with engine.connect() as connection:
        application = held(connection, acting, application_id, version, "change")
    place = wanted.place_after(application)
    measured = None
    if place is not None:
        with suppress(SourceUnavailable):
            measured = desk.measure(
                acting.city, program_of(acting.city, application), *place, application.succeeds
            )

    def effect(connection: Connection) -> Answer:
        changed = file_application.change(connection, acting, application_id, version, wanted, measured)
        view = shown(connection, acting, changed.application, changed.measured_changes)
        return Answer(200, view, version=changed.application.version)

    return writes.once(effect, visible=may_see)


@router.post(
    "/{application_id}/submit",
    operation_id="submit_application",
    summary="Hand it in",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def submit_application(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    engine: CurrentEngine,
    principal: SignedIn,
) -> Response:
    """Hand it in. The facts of the parcel are fetched first; without them nothing is received."""
    acting = desk.acting(city, principal)
    may_see = seeing(acting, application_id)
    if (replay := writes.stored(may_see)) is not None:
        return replay
    with engine.connect() as connection:
        application = held(connection, acting, application_id, version, "submit")
    measured = desk.measure(
        acting.city,
        program_of(acting.city, application),
        application.pin,
        application.site,
        application.succeeds,
    )

    def effect(connection: Connection) -> Answer:
        saved = file_application.submit(connection, acting, application_id, version, measured)
        return answered(connection, acting, saved)

    return writes.once(effect, visible=may_see)


@router.post(
    "/{application_id}/withdraw",
    operation_id="withdraw_application",
    summary="Take it back",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def withdraw_application(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Take an application back before its permit is issued."""
    acting = desk.acting(city, principal)

    def effect(connection: Connection) -> Answer:
        saved = file_application.withdraw(connection, acting, application_id, version)
        return answered(connection, acting, saved)

    return writes.once(effect, visible=seeing(acting, application_id))


@router.get(
    "/{application_id}/submissions",
    operation_id="list_submissions",
    summary="Every submitted version",
    response_model=SubmissionsView,
    responses=problems(NotFound),
)
def list_submissions(
    city: str,
    application_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give each version as it was submitted, oldest first."""
    visible(connection, desk.acting(city, principal), application_id)
    kept = applications.submissions_of(connection, city, application_id)
    view = SubmissionsView(submissions=[submission_view(each) for each in kept])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{application_id}/decisions",
    operation_id="list_decisions",
    summary="The decisions on an application",
    response_model=DecisionsView,
    responses=problems(NotFound),
)
def list_decisions(
    city: str,
    application_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give the decisions with their votes, reasons and conditions."""
    visible(connection, desk.acting(city, principal), application_id)
    made = decisions.of_record(connection, city, application_id)
    view = DecisionsView(decisions=[decision_view(each) for each in made])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{application_id}/history",
    operation_id="get_application_history",
    summary="The history of an application",
    response_model=HistoryView,
    responses=problems(NotFound),
    dependencies=[requires("history.read")],
)
def get_application_history(
    city: str, application_id: WireUuid, request: Request, connection: Reading
) -> Response:
    """Give every entry, and whether the chain of hashes holds."""
    application_of(connection, city, application_id)
    entries = history.of_record(connection, city, application_id)
    view = history_view(application_id, entries, personal.of_record(connection, city, application_id))
    return read_response(request, view, cache_control=PRIVATE)
