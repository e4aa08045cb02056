"""Requests to transfer licenses."""

from __future__ import annotations

from typing import Annotated

from caseroutes.problems import Unmet
from casework.desk.acting import Acting
from casework.storage import personal
from fastapi import APIRouter, Request, Response
from servicekit.access import requires, signed_in
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from licensing.domain.license import License
from licensing.domain.transfer import Transfer
from licensing.routes.licenses import license_shown
from licensing.routes.wiring import CurrentDesk
from licensing.schemas.licenses import (
    GrantAsk,
    RefuseAsk,
    TransferAsk,
    TransferredView,
    TransfersView,
)
from licensing.schemas.views import transfer_view
from licensing.storage import transfers
from licensing.usecases import transfer_license
from licensing.usecases.records import license_behind, license_of
from licensing.usecases.transfer_license import Asking

router = APIRouter(prefix="/v1/{city}", tags=["transfers"])

SignedIn = Annotated[Principal, signed_in()]
Issuer = Annotated[Principal, requires("licenses.issue")]


@router.get(
    "/licenses/{license_id}/transfers",
    operation_id="list_license_transfers",
    summary="The requests to transfer a license",
    response_model=TransfersView,
    responses=problems(NotFound),
)
def list_license_transfers(
    city: str,
    license_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give them, oldest first; to the holder and to staff."""
    acting = desk.acting(city, principal)
    license_behind(connection, acting, license_id)
    found = transfers.of_license(connection, city, license_id)
    view = TransfersView(
        transfers=[
            transfer_view(each, personal.of_record(connection, city, each.id), acting) for each in found
        ]
    )
    return read_response(request, view, cache_control="private, no-cache")


@router.post(
    "/licenses/{license_id}/transfers",
    operation_id="request_license_transfer",
    summary="Ask that a license passes to another holder",
    status_code=201,
    response_model=TransferredView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def request_license_transfer(
    city: str,
    license_id: WireUuid,
    body: TransferAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """File the request. Refused where the law does not let it pass, or with what it does not state."""
    acting = desk.acting(city, principal)
    asking = Asking(body.upon, body.happened_on, body.party, body.transferee, body.stated())
    transfer_id = uuid7()

    def effect(connection: Connection) -> Answer:
        license_, transfer = transfer_license.request(
            connection, acting, license_id, version, asking, transfer_id
        )
        return _answer(connection, acting, license_, transfer, 201)

    def may_ask(connection: Connection) -> None:
        transfer_license.require_party(connection, acting, license_of(connection, city, license_id), asking)

    return writes.once(effect, visible=may_ask)


@router.post(
    "/license-transfers/{transfer_id}/grant",
    operation_id="grant_license_transfer",
    summary="Let the license pass",
    response_model=TransferredView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def grant_license_transfer(
    city: str,
    transfer_id: WireUuid,
    body: GrantAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    issuer: Issuer,
) -> Response:
    """Let it pass; from then on notices go to the new holder."""
    acting = desk.acting(city, issuer)

    def effect(connection: Connection) -> Answer:
        license_, transfer = transfer_license.grant(connection, acting, transfer_id, version, body.transferee)
        return _answer(connection, acting, license_, transfer)

    return writes.once(effect)


@router.post(
    "/license-transfers/{transfer_id}/refuse",
    operation_id="refuse_license_transfer",
    summary="Refuse the transfer",
    response_model=TransferredView,
    responses=problems(NotFound, StateConflict),
)
def refuse_license_transfer(
    city: str,
    transfer_id: WireUuid,
    body: RefuseAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    issuer: Issuer,
) -> Response:
    """Refuse it, with the reason; the holder stays."""
    acting = desk.acting(city, issuer)

    def effect(connection: Connection) -> Answer:
        license_, transfer = transfer_license.refuse(connection, acting, transfer_id, version, body.reason)
        return _answer(connection, acting, license_, transfer)

    return writes.once(effect)


def _answer(
    connection: Connection, acting: Acting, license_: License, transfer: Transfer, status: int = 200
) -> Answer:
    contact = personal.of_record(connection, transfer.city, transfer.id)
    view = TransferredView(
        license=license_shown(connection, acting, license_),
        transfer=transfer_view(transfer, contact, acting),
    )
    return Answer(status, view, version=transfer.version)
