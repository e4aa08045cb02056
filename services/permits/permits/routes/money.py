"""Money of an application and its permit that goes back."""

from __future__ import annotations

from typing import Annotated

from caseroutes.money import RefundAsk
from caseroutes.problems import MoneyConflict, Unmet
from fastapi import APIRouter, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.routes.applications import answered
from permits.routes.wiring import CurrentDesk
from permits.schemas.applications import ApplicationView
from permits.usecases import charge_fees
from permits.usecases.charge_fees import Returning

router = APIRouter(prefix="/v1/{city}/applications/{application_id}", tags=["money"])

Cashier = Annotated[Principal, requires("payments.record")]


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
