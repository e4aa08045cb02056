"""What staff do with an application before its decision, and the money it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from caseroutes.money import AccountView, PaymentAsk, account_view
from caseroutes.problems import MoneyConflict, Unmet
from casework.desk.acting import Acting
from casework.desk.charging import Paying
from casework.storage import charges, invoices, payments
from fastapi import APIRouter, Request, Response
from servicekit.access import requires, signed_in
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from licensing.domain.application import Application
from licensing.routes.applications import PRIVATE, answered
from licensing.routes.wiring import CurrentDesk
from licensing.schemas.applications import (
    ApplicationView,
    IncompleteAsk,
    JudgmentAsk,
    RecommendationAsk,
    SubmittalAsk,
)
from licensing.usecases import charge_fees, review_application
from licensing.usecases.records import visible

router = APIRouter(prefix="/v1/{city}/license-applications/{application_id}", tags=["review"])

SignedIn = Annotated[Principal, signed_in()]
Reviewer = Annotated[Principal, requires("applications.review")]
Judge = Annotated[Principal, requires("judgments.answer")]
Cashier = Annotated[Principal, requires("payments.record")]


def _written(writes: Writes, acting: Acting, effect: Callable[[Connection], Application]) -> Response:
    def run(connection: Connection) -> Answer:
        return answered(connection, acting, effect(connection))

    return writes.once(run)


@router.get(
    "/charges",
    operation_id="get_license_charges",
    summary="What is owed, paid and paid back",
    response_model=AccountView,
    responses=problems(NotFound),
)
def get_license_charges(
    city: str,
    application_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give every charge with its arithmetic and citation, every payment and refund."""
    visible(connection, desk.acting(city, principal), application_id)
    view = account_view(
        charges.standings_of(connection, city, application_id),
        payments.of_record(connection, city, application_id),
        payments.refunds_of(connection, city, application_id),
        invoices.of_record(connection, city, application_id),
    )
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/payments",
    operation_id="record_license_payment",
    summary="Enter a payment",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict, MoneyConflict),
)
def record_license_payment(
    city: str,
    application_id: WireUuid,
    body: PaymentAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    cashier: Cashier,
) -> Response:
    """Enter money that came in; `charges` shows what it was used for."""
    acting = desk.acting(city, cashier)
    paying = Paying(body.amount, body.method, body.paid_on, body.reference)
    return _written(
        writes,
        acting,
        lambda connection: charge_fees.pay(connection, acting, application_id, version, paying)[0],
    )


@router.post(
    "/submittals",
    operation_id="receive_license_submittal",
    summary="Tick off one thing an application must contain",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def receive_license_submittal(
    city: str,
    application_id: WireUuid,
    body: SubmittalAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Enter that a document came in, and where it is kept."""
    acting = desk.acting(city, reviewer)
    received = {"document": body.document}
    return _written(
        writes,
        acting,
        lambda connection: review_application.receive_submittal(
            connection, acting, application_id, version, body.submittal, received, body.received_on
        ),
    )


@router.post(
    "/declare-incomplete",
    operation_id="declare_license_application_incomplete",
    summary="Send it back, naming what is missing",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def declare_incomplete(
    city: str,
    application_id: WireUuid,
    body: IncompleteAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Find it incomplete; the applicant sees what is missing and may submit anew."""
    acting = desk.acting(city, reviewer)
    missing = tuple(body.missing)
    return _written(
        writes,
        acting,
        lambda connection: review_application.declare_incomplete(
            connection, acting, application_id, version, missing
        ),
    )


@router.post(
    "/declare-complete",
    operation_id="declare_license_application_complete",
    summary="Find it complete; the clocks of the law start",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def declare_complete(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Find it complete as of the day it was received. Refused while a submittal or a fee is missing."""
    acting = desk.acting(city, reviewer)
    return _written(
        writes,
        acting,
        lambda connection: review_application.declare_complete(connection, acting, application_id, version),
    )


@router.post(
    "/judgments",
    operation_id="answer_license_judgment",
    summary="Answer a question the law leaves to one's office",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def answer_judgment(
    city: str,
    application_id: WireUuid,
    body: JudgmentAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    judge: Judge,
) -> Response:
    """Answer it with a reason. Only the office the law names may; a later answer replaces an earlier one."""
    acting = desk.acting(city, judge)
    return _written(
        writes,
        acting,
        lambda connection: review_application.answer_judgment(
            connection, acting, application_id, version, body.judgment, body.answer, body.reason
        ),
    )


@router.post(
    "/recommendation",
    operation_id="make_license_recommendation",
    summary="Enter the recommendation that comes before the decision",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def make_recommendation(
    city: str,
    application_id: WireUuid,
    body: RecommendationAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    judge: Judge,
) -> Response:
    """Recommend for or against. Only the office the law names may."""
    acting = desk.acting(city, judge)
    reasons = tuple(body.reasons)
    return _written(
        writes,
        acting,
        lambda connection: review_application.recommend(
            connection, acting, application_id, version, body.in_favor, reasons
        ),
    )
