"""The account of an application: what is owed, and what comes in."""

from __future__ import annotations

from typing import Annotated

from casework.desk import charging
from casework.desk.charging import Paying
from casework.desk.docket import A
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

from caseroutes.applications import Applications
from caseroutes.money import AccountView, PaymentAsk, account_view
from caseroutes.problems import MoneyConflict
from caseroutes.wiring import CurrentDesk

SignedIn = Annotated[Principal, signed_in()]
Cashier = Annotated[Principal, requires("payments.record")]


def router(of: Applications[A]) -> APIRouter:
    """The routes of the account of an application and of what comes of it."""
    made = APIRouter(prefix=of.prefix, tags=["money"])

    @made.get(
        "/charges",
        operation_id=of.operations["get_charges"],
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
        """Give every charge with its arithmetic and citation, every payment and refund."""
        of.visible(connection, desk.acting(city, principal), application_id)
        view = account_view(
            charges.standings_of(connection, city, application_id),
            payments.of_record(connection, city, application_id),
            payments.refunds_of(connection, city, application_id),
            invoices.of_record(connection, city, application_id),
        )
        return read_response(request, view, cache_control="private, no-cache")

    @made.post(
        "/payments",
        operation_id=of.operations["record_payment"],
        summary="Enter a payment",
        response_model=of.view,
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
            saved = charging.pay(connection, acting, of.docket, application_id, version, paying)
            return of.answered(connection, acting, saved)

        return writes.once(effect)

    return made
