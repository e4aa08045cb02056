"""Applications: open, read, change, submit, withdraw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated
from uuid import UUID

from caseroutes.problems import Unmet
from caseroutes.records import DecisionsView, HistoryView, decision_view, history_view
from casework.applications import law_date_of
from casework.desk.acting import Acting
from casework.desk.persons import acts_for, filing_for
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
from servicekit.writes import Writes
from sqlalchemy import Connection

from licensing.domain.application import (
    APPLICANTS_ACTIONS,
    APPLICATION,
    BY_THE_CLOCK,
    PERMISSIONS,
    Application,
)
from licensing.routes.wiring import CurrentDesk
from licensing.schemas.applications import (
    ApplicationAsk,
    ApplicationChange,
    ApplicationCheckView,
    ApplicationPage,
    ApplicationView,
    State,
    SubmissionsView,
)
from licensing.schemas.views import application_check_view, application_view, submission_view
from licensing.storage import applications
from licensing.usecases import file_application
from licensing.usecases.count_caps import caps_on
from licensing.usecases.file_application import Change, Filing
from licensing.usecases.records import READS, application_of, is_own, visible
from licensing.usecases.told import known_of

router = APIRouter(prefix="/v1/{city}/license-applications", tags=["license applications"])

SignedIn = Annotated[Principal, signed_in()]
StateAsked = Annotated[State | None, Query(description="Only these.")]
ProgramAsked = Annotated[str | None, Query(max_length=100, description="Only this program's.")]
PRIVATE = "private, no-cache"


def shown(
    connection: Connection,
    acting: Acting,
    application: Application,
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
    return application_view(application, contact, allowed)


def seeing(acting: Acting, application_id: UUID) -> Callable[[Connection], object]:
    """Asks, before an answer is given again, whether the caller may still see the application."""
    return lambda connection: visible(connection, acting, application_id)


def answered(connection: Connection, acting: Acting, application: Application, status: int = 200) -> Answer:
    """The answer of a use case that changed an application."""
    return Answer(status, shown(connection, acting, application), version=application.version)


@router.post(
    "",
    operation_id="create_license_application",
    summary="Open a draft",
    status_code=201,
    response_model=ApplicationView,
    responses=problems(NotFound),
)
def create_license_application(
    city: str, body: ApplicationAsk, writes: Writes, desk: CurrentDesk, principal: SignedIn
) -> Response:
    """Open a draft application for a license."""
    acting = desk.acting(city, principal)
    filing = Filing(body.program, body.pin, body.facts, body.contact.values(), body.on_behalf_of)
    application_id = uuid7()

    def effect(connection: Connection) -> Answer:
        application = file_application.create(connection, acting, filing, application_id)
        location = {"Location": f"/v1/{city}/license-applications/{application.id}"}
        view = shown(connection, acting, application, filing.contact)
        return Answer(201, view, location, version=application.version)

    # A draft counts nothing across rows; serializable would only make neighbors in an index page collide.
    def may_act(connection: Connection) -> object:
        return filing_for(connection, acting, filing.on_behalf_of)

    return writes.once(effect, isolation="READ COMMITTED", visible=may_act)


@router.get(
    "",
    operation_id="list_license_applications",
    summary="One's own applications; all of the city for staff",
    response_model=ApplicationPage,
    responses=problems(NotFound),
)
def list_license_applications(
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
    whose = None if acting.holds(READS) else sorted(acts_for(connection, acting))
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
    operation_id="get_license_application",
    summary="One application",
    response_model=ApplicationView,
    responses=problems(NotFound),
)
def get_license_application(
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
    operation_id="change_license_application",
    summary="Change a draft or an incomplete application",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def change_license_application(
    city: str,
    application_id: WireUuid,
    body: ApplicationChange,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Change what was stated."""
    acting = desk.acting(city, principal)
    wanted = Change(body.pin, body.facts, None if body.contact is None else body.contact.values())

    def effect(connection: Connection) -> Answer:
        saved = file_application.change(connection, acting, application_id, version, wanted)
        return answered(connection, acting, saved)

    return writes.once(effect, visible=seeing(acting, application_id))


@router.post(
    "/{application_id}/submit",
    operation_id="submit_license_application",
    summary="Hand it in",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def submit_license_application(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    engine: CurrentEngine,
    principal: SignedIn,
) -> Response:
    """Hand it in: the facts of the parcel are fetched first, and the fees of the law fall due."""
    acting = desk.acting(city, principal)
    may_see = seeing(acting, application_id)
    if (replay := writes.stored(may_see)) is not None:
        return replay
    with engine.connect() as connection:
        application = visible(connection, acting, application_id)
    program = acting.city.program(application.program)
    measured = desk.measure(acting.city, program, application.pin)

    def effect(connection: Connection) -> Answer:
        saved = file_application.submit(connection, acting, application_id, version, measured)
        return answered(connection, acting, saved)

    return writes.once(effect, visible=seeing(acting, application_id))


@router.post(
    "/{application_id}/withdraw",
    operation_id="withdraw_license_application",
    summary="Take it back",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def withdraw_license_application(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Take an application back before its license is issued."""
    acting = desk.acting(city, principal)

    def effect(connection: Connection) -> Answer:
        saved = file_application.withdraw(connection, acting, application_id, version)
        return answered(connection, acting, saved)

    return writes.once(effect, visible=seeing(acting, application_id))


@router.get(
    "/{application_id}/check",
    operation_id="get_license_application_check",
    summary="What the law says of it as it stands",
    response_model=ApplicationCheckView,
    responses=problems(NotFound),
)
def get_license_application_check(
    city: str,
    application_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give every finding and every missing fact, and the caps as they stand today."""
    acting = desk.acting(city, principal)
    application = visible(connection, acting, application_id)
    program = acting.city.program(application.program)
    law_date = law_date_of(application, acting.today)
    facts = known_of(connection, acting, program, application)
    check = program.check(facts, law_date, application.answers)
    caps = caps_on(connection, acting, program, application, facts, law_date)
    return read_response(request, application_check_view(application, check, caps), cache_control=PRIVATE)


@router.get(
    "/{application_id}/submissions",
    operation_id="list_license_submissions",
    summary="Every submitted version",
    response_model=SubmissionsView,
    responses=problems(NotFound),
)
def list_license_submissions(
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
    operation_id="list_license_application_decisions",
    summary="The decisions on an application",
    response_model=DecisionsView,
    responses=problems(NotFound),
)
def list_license_application_decisions(
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
    operation_id="get_license_application_history",
    summary="The history of an application",
    response_model=HistoryView,
    responses=problems(NotFound),
    dependencies=[requires("history.read")],
)
def get_license_application_history(
    city: str, application_id: WireUuid, request: Request, connection: Reading
) -> Response:
    """Give every entry, and whether the chain of hashes holds."""
    application_of(connection, city, application_id)
    entries = history.of_record(connection, city, application_id)
    view = history_view(application_id, entries, personal.of_record(connection, city, application_id))
    return read_response(request, view, cache_control=PRIVATE)
