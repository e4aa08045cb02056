"""What a case cost the city, and what is owed for it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Annotated

from caseroutes.money import PaymentAsk
from caseroutes.problems import MoneyConflict, Unmet
from casework.desk.acting import Acting
from casework.storage import charges, invoices, payments
from fastapi import APIRouter, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.routes.wiring import PRIVATE, CurrentDesk
from enforcement.schemas.money import (
    AccountMoved,
    CaseAccountView,
    ChargeAsk,
    CostAsk,
    CostEntered,
    CostsView,
    InvoiceAsk,
)
from enforcement.schemas.views import account_view, case_view, cost_view
from enforcement.storage import costs
from enforcement.usecases import charge_costs
from enforcement.usecases.charge_costs import Paying, Spending
from enforcement.usecases.records import case_of

router = APIRouter(prefix="/v1/{city}/cases/{case_id}", tags=["costs and charges"])

Charger = Annotated[Principal, requires("charges.record")]
Cashier = Annotated[Principal, requires("payments.record")]


def account_of(connection: Connection, city: str, case: Case) -> CaseAccountView:
    """The account of a case as it stands."""
    return account_view(
        charges.standings_of(connection, city, case.id),
        payments.of_record(connection, city, case.id),
        invoices.of_record(connection, city, case.id),
    )


@router.get(
    "/costs",
    operation_id="list_case_costs",
    summary="What a case cost the city",
    response_model=CostsView,
    responses=problems(NotFound),
    dependencies=[requires("cases.read")],
)
def list_case_costs(city: str, case_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give each cost with the paper that shows it."""
    case_of(connection, city, case_id)
    view = CostsView(costs=[cost_view(each) for each in costs.of_case(connection, city, case_id)])
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/costs",
    operation_id="enter_case_cost",
    summary="Enter what the city spent",
    status_code=201,
    response_model=CostEntered,
    responses=problems(NotFound),
)
def enter_case_cost(
    city: str,
    case_id: WireUuid,
    body: CostAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    charger: Charger,
) -> Response:
    """Enter one bill. The law's recovery adds up all of a kind."""
    acting = desk.acting(city, charger)
    spent = Spending(body.fact, Decimal(body.amount_usd), body.incurred_on, body.what, body.document)
    cost_id = uuid7()

    def effect(connection: Connection) -> Answer:
        case, cost = charge_costs.enter_cost(connection, acting, case_id, version, spent, cost_id)
        view = CostEntered(case=case_view(case, acting), cost=cost_view(cost))
        return Answer(201, view, version=case.version)

    return writes.once(effect)


@router.get(
    "/account",
    operation_id="get_case_account",
    summary="What is owed and paid on a case",
    response_model=CaseAccountView,
    responses=problems(NotFound),
    dependencies=[requires("cases.read")],
)
def get_case_account(city: str, case_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give charges with their lane, payments and invoices."""
    view = account_of(connection, city, case_of(connection, city, case_id))
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/charges",
    operation_id="charge_case_cost",
    summary="Charge what the law lets the city recover",
    status_code=201,
    response_model=AccountMoved,
    responses=problems(NotFound, Unmet, MoneyConflict),
)
def charge_case_cost(
    city: str,
    case_id: WireUuid,
    body: ChargeAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    charger: Charger,
) -> Response:
    """Charge it by a lane the law opens. Refused where the law gives no liability."""
    acting = desk.acting(city, charger)
    return _moved(
        writes,
        acting,
        201,
        lambda connection: charge_costs.charge(
            connection, acting, case_id, version, body.recovery, body.lane, body.due_on
        )[0],
    )


@router.post(
    "/invoices",
    operation_id="invoice_case",
    summary="Ask for what is owed",
    status_code=201,
    response_model=AccountMoved,
    responses=problems(NotFound, MoneyConflict),
)
def invoice_case(
    city: str,
    case_id: WireUuid,
    body: InvoiceAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    charger: Charger,
) -> Response:
    """Ask for all that is owed and was not asked for before."""
    acting = desk.acting(city, charger)
    return _moved(
        writes,
        acting,
        201,
        lambda connection: charge_costs.invoice(connection, acting, case_id, version, body.due_on)[0],
    )


@router.post(
    "/payments",
    operation_id="record_case_payment",
    summary="Enter money received",
    response_model=AccountMoved,
    responses=problems(NotFound, MoneyConflict),
)
def record_case_payment(
    city: str,
    case_id: WireUuid,
    body: PaymentAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    cashier: Cashier,
) -> Response:
    """Enter it; it goes to what is due first."""
    acting = desk.acting(city, cashier)
    paying = Paying(body.amount, body.method, body.paid_on, body.reference)
    return _moved(
        writes,
        acting,
        200,
        lambda connection: charge_costs.pay(connection, acting, case_id, version, paying)[0],
    )


def _moved(writes: Writes, acting: Acting, status: int, effect: Callable[[Connection], Case]) -> Response:
    def run(connection: Connection) -> Answer:
        case = effect(connection)
        view = AccountMoved(case=case_view(case, acting), account=account_of(connection, case.city, case))
        return Answer(status, view, version=case.version)

    return writes.once(run)
