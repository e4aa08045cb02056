"""Assessment rolls, and the county's answers to their lines."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Literal

from caseroutes.problems import MoneyConflict, Unmet
from casework.assessments import AssessmentLine, Roll
from casework.desk.acting import Acting
from casework.storage import assessments
from fastapi import APIRouter, Query, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from enforcement.routes.wiring import PRIVATE, CurrentDesk
from enforcement.schemas.money import (
    AdoptAsk,
    ConfirmAsk,
    CorrectAsk,
    LineAsk,
    LinesView,
    LineView,
    RejectAsk,
    RemoveAsk,
    RollAsk,
    RollsView,
    RollView,
)
from enforcement.schemas.views import line_view, roll_view
from enforcement.usecases import assess_charges
from enforcement.usecases.assess_charges import Answered, Lining

router = APIRouter(prefix="/v1/{city}", tags=["assessment rolls"])

Keeper = Annotated[Principal, requires("rolls.manage")]
Recorder = Annotated[Principal, requires("decisions.record")]
County = Annotated[Principal, requires("county.records")]
LineState = Literal["certified", "confirmed", "rejected"]


@router.get(
    "/assessment-rolls",
    operation_id="list_assessment_rolls",
    summary="The assessment rolls of the city",
    response_model=RollsView,
    responses=problems(NotFound),
)
def list_assessment_rolls(
    city: str, request: Request, connection: Reading, desk: CurrentDesk, keeper: Keeper
) -> Response:
    """Give them, the oldest first, with their lines."""
    acting = desk.acting(city, keeper)
    made = assessments.rolls_of(connection, city)
    view = RollsView(rolls=[_shown(connection, acting, each) for each in made])
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/assessment-rolls",
    operation_id="propose_assessment_roll",
    summary="Begin a roll",
    status_code=201,
    response_model=RollView,
    responses=problems(NotFound),
)
def propose_assessment_roll(
    city: str, body: RollAsk, writes: Writes, desk: CurrentDesk, keeper: Keeper
) -> Response:
    """Begin a roll of one year, lane and power; what one power allows another may forbid."""
    acting = desk.acting(city, keeper)
    roll_id = uuid7()
    return _rolled(
        writes,
        acting,
        201,
        lambda connection: assess_charges.propose(
            connection, acting, roll_id, body.year, body.lane, body.statute
        ),
    )


@router.get(
    "/assessment-rolls/{roll_id}",
    operation_id="get_assessment_roll",
    summary="One assessment roll",
    response_model=RollView,
    responses=problems(NotFound),
)
def get_assessment_roll(
    city: str,
    roll_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Give a roll with its lines; its `ETag` is what changes of it and of its lines send as `If-Match`."""
    roll = assess_charges.roll_of(connection, city, roll_id)
    view = _shown(connection, desk.acting(city, keeper), roll)
    return read_response(request, view, version=roll.version, cache_control=PRIVATE)


@router.post(
    "/assessment-rolls/{roll_id}/lines",
    operation_id="add_assessment_line",
    summary="Put what a case owes onto a roll",
    status_code=201,
    response_model=LineView,
    responses=problems(NotFound, StateConflict, MoneyConflict, Unmet),
)
def add_assessment_line(
    city: str,
    roll_id: WireUuid,
    body: LineAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Put unpaid charges of a case onto a proposed roll of their own lane and power."""
    acting = desk.acting(city, keeper)
    percent = None if body.interest_percent is None else Decimal(body.interest_percent)
    lining = Lining(
        body.case_id, None if body.charges is None else tuple(body.charges), body.installments, percent
    )
    return _lined(
        writes,
        201,
        lambda connection: assess_charges.add_line(connection, acting, roll_id, version, lining),
    )


@router.post(
    "/assessment-rolls/{roll_id}/adopt",
    operation_id="adopt_assessment_roll",
    summary="Record that the council adopted a roll",
    response_model=RollView,
    responses=problems(NotFound, StateConflict, MoneyConflict),
)
def adopt_assessment_roll(
    city: str,
    roll_id: WireUuid,
    body: AdoptAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    recorder: Recorder,
) -> Response:
    """Record the council's resolution."""
    acting = desk.acting(city, recorder)
    return _rolled(
        writes,
        acting,
        200,
        lambda connection: assess_charges.adopt(connection, acting, roll_id, version, body.resolution),
    )


@router.post(
    "/assessment-rolls/{roll_id}/certify",
    operation_id="certify_assessment_roll",
    summary="Send a roll to the county",
    response_model=RollView,
    responses=problems(NotFound, StateConflict, MoneyConflict),
)
def certify_assessment_roll(
    city: str, roll_id: WireUuid, version: IfMatch, writes: Writes, desk: CurrentDesk, keeper: Keeper
) -> Response:
    """Certify it: what its lines owe is on the tax roll from today."""
    acting = desk.acting(city, keeper)
    return _rolled(
        writes,
        acting,
        200,
        lambda connection: assess_charges.certify(connection, acting, roll_id, version),
    )


@router.get(
    "/assessment-lines",
    operation_id="list_certified_lines",
    summary="Lines certified to the county",
    response_model=LinesView,
    responses=problems(NotFound),
    dependencies=[requires("county.records")],
)
def list_certified_lines(
    city: str,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    state: Annotated[LineState, Query(description="Only these.")] = "certified",
) -> Response:
    """Give the county the lines it is to answer, or has answered."""
    slug = desk.law.city(city).slug
    lines = [
        line_view(roll, line)
        for roll in assessments.rolls_of(connection, slug)
        for line in assessments.lines_of(connection, slug, roll.id)
        if line.state == state
    ]
    return read_response(request, LinesView(lines=lines), cache_control=PRIVATE)


@router.post(
    "/assessment-lines/{line_id}/confirm",
    operation_id="confirm_assessment_line",
    summary="The county took a line",
    response_model=LineView,
    responses=problems(NotFound, StateConflict),
)
def confirm_assessment_line(
    city: str,
    line_id: WireUuid,
    body: ConfirmAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    county: County,
) -> Response:
    """Confirm it. `If-Match` is the `roll_version` of the line."""
    acting = desk.acting(city, county)
    answered = Answered("confirm", body.county_reference, "")
    return _lined(
        writes,
        200,
        lambda connection: assess_charges.hear_county(connection, acting, line_id, version, answered),
    )


@router.post(
    "/assessment-lines/{line_id}/reject",
    operation_id="reject_assessment_line",
    summary="The county did not take a line",
    response_model=LineView,
    responses=problems(NotFound, StateConflict),
)
def reject_assessment_line(
    city: str,
    line_id: WireUuid,
    body: RejectAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    county: County,
) -> Response:
    """Reject it: what it bore is owed to the city again. `If-Match` is the `roll_version` of the line."""
    acting = desk.acting(city, county)
    answered = Answered("reject", None, body.because)
    return _lined(
        writes,
        200,
        lambda connection: assess_charges.hear_county(connection, acting, line_id, version, answered),
    )


@router.post(
    "/assessment-lines/{line_id}/correct",
    operation_id="correct_assessment_line",
    summary="Certify a corrected line",
    status_code=201,
    response_model=LineView,
    responses=problems(NotFound, StateConflict, MoneyConflict),
)
def correct_assessment_line(
    city: str,
    line_id: WireUuid,
    body: CorrectAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Certify a line in the place of one the county rejected."""
    acting = desk.acting(city, keeper)
    return _lined(
        writes,
        201,
        lambda connection: assess_charges.correct_line(connection, acting, line_id, version, body.pin),
    )


@router.post(
    "/assessment-lines/{line_id}/remove",
    operation_id="remove_assessment_line",
    summary="Take a line off a roll",
    response_model=LineView,
    responses=problems(NotFound, StateConflict),
)
def remove_assessment_line(
    city: str,
    line_id: WireUuid,
    body: RemoveAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Take it off, before it is certified or after the county rejected it."""
    acting = desk.acting(city, keeper)
    return _lined(
        writes,
        200,
        lambda connection: assess_charges.remove_line(connection, acting, line_id, version, body.because),
    )


def _shown(connection: Connection, acting: Acting, roll: Roll) -> RollView:
    return roll_view(roll, assessments.lines_of(connection, roll.city, roll.id), acting)


def _rolled(writes: Writes, acting: Acting, status: int, effect: Callable[[Connection], Roll]) -> Response:
    def run(connection: Connection) -> Answer:
        roll = effect(connection)
        return Answer(status, _shown(connection, acting, roll), version=roll.version)

    return writes.once(run)


def _lined(
    writes: Writes, status: int, effect: Callable[[Connection], tuple[Roll, AssessmentLine]]
) -> Response:
    def run(connection: Connection) -> Answer:
        roll, line = effect(connection)
        return Answer(status, line_view(roll, line), version=roll.version)

    return writes.once(run)
