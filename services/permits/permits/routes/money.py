"""Money of an application and its permit: what is owed, what came in, what goes back."""

from __future__ import annotations

from typing import Annotated

from caseroutes.money import AccountView, PaymentAsk, RefundAsk, account_view
from caseroutes.problems import MoneyConflict, Unmet
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

from permits.routes.applications import PRIVATE, answered
from permits.routes.wiring import CurrentDesk
from permits.schemas.applications import ApplicationView
from permits.usecases import charge_fees
from permits.usecases.charge_fees import Returning
from permits.usecases.records import visible

router = APIRouter(prefix="/v1/{city}/applications/{application_id}", tags=["money"])

SignedIn = Annotated[Principal, signed_in()]
Cashier = Annotated[Principal, requires("payments.record")]


@router.get(
    "/charges",
    operation_id="get_charges",
    summary="What is owed, asked for, paid and paid back",
    response_model=AccountView,
    responses=problems(NotFound),
)
def get_charges(
    city: str,
    application_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give the account of an application and its permit, with the arithmetic of every charge."""
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
    operation_id="record_payment",
    summary="Enter a payment",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict, MoneyConflict),
)
def record_payment(
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

    def effect(connection: Connection) -> Answer:
        saved, _ = charge_fees.pay(connection, acting, application_id, version, paying)
        return answered(connection, acting, saved)

    return writes.once(effect)


@router.post(
    "/refunds",
    operation_id="record_refund",
    summary="Enter money that goes back",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict, MoneyConflict, Unmet),
)
def record_refund(
    city: str,
    application_id: WireUuid,
    body: RefundAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    cashier: Cashier,
) -> Response:
    """Pay back what the law lets the city return, or credit that no charge took."""
    acting = desk.acting(city, cashier)
    returning = Returning(body.refund, body.amount, body.method, body.reason)

    def effect(connection: Connection) -> Answer:
        saved, _ = charge_fees.refund(connection, acting, application_id, version, returning)
        return answered(connection, acting, saved)

    return writes.once(effect)
