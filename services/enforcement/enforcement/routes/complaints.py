"""Complaints: made by anybody, followed by reference, seen by staff without who made them."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from typing import Annotated

from caseroutes.records import HistoryView, history_view
from casework.storage import history, personal
from fastapi import APIRouter, Path, Query, Request, Response
from servicekit.access import public, requires
from servicekit.answers import Answer, IfMatch, json_response, read_response
from servicekit.app import CurrentEngine
from servicekit.database import in_transaction
from servicekit.identifiers import uuid7
from servicekit.identity import ANONYMOUS, Principal
from servicekit.paging import PageAsked
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Write, Writes
from sqlalchemy import Connection

from enforcement.domain.complaint import hash_of, new_reference
from enforcement.routes.wiring import PRIVATE, CurrentDesk
from enforcement.schemas.complaints import (
    ComplainantView,
    ComplaintAsk,
    ComplaintFollowed,
    ComplaintPage,
    ComplaintTaken,
    ComplaintView,
    DismissAsk,
    State,
)
from enforcement.schemas.views import complaint_view
from enforcement.storage import complaints
from enforcement.usecases import take_complaint
from enforcement.usecases.desk import EnforcementDesk
from enforcement.usecases.records import complaint_of
from enforcement.usecases.take_complaint import Complaining

router = APIRouter(prefix="/v1/{city}", tags=["complaints"])

Reader = Annotated[Principal, requires("complaints.read")]
Handler = Annotated[Principal, requires("complaints.handle")]
Knowing = Annotated[Principal, requires("complainants.read")]
NO_STORE = "no-store"


@router.post(
    "/complaints",
    operation_id="make_complaint",
    summary="Complain",
    status_code=201,
    response_model=ComplaintTaken,
    responses=problems(NotFound),
    dependencies=[public("anybody may complain, with or without a name (M.S. 13.44)")],
)
def make_complaint(city: str, body: ComplaintAsk, writes: Writes, desk: CurrentDesk) -> Response:
    """Complain of a place. Who complains is kept apart and confidential (M.S. 13.44 subd. 1).

    The answer's `reference` follows it up and is told only once.
    """
    acting = desk.acting(city, ANONYMOUS)
    told = Complaining(
        body.description,
        body.program,
        body.pin,
        body.address,
        {} if body.complainant is None else body.complainant.values(),
    )
    complaint_id, reference = uuid7(), new_reference()

    def effect(connection: Connection) -> Answer:
        made = take_complaint.take(connection, acting, told, complaint_id, reference)
        view = ComplaintTaken(reference=reference, received_on=made.received_on)
        return Answer(201, view, {"Cache-Control": NO_STORE})

    return unnamed(writes, desk).once(effect)


@router.get(
    "/complaint-references/{reference}",
    operation_id="follow_complaint",
    summary="What became of one's complaint",
    response_model=ComplaintFollowed,
    responses=problems(NotFound),
    dependencies=[public("the reference is known only to who complained, and tells nothing of them")],
)
def follow_complaint(
    city: str,
    reference: Annotated[str, Path(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")],
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
) -> Response:
    """Follow a complaint by the reference that was given for it."""
    found = complaints.by_reference(connection, desk.law.city(city).slug, hash_of(reference))
    if found is None:
        raise NotFound
    view = ComplaintFollowed(
        state=complaint_view(found, desk.acting(city, ANONYMOUS)).state,
        received_on=found.received_on,
        ended_on=found.ended_on,
        ended_because=found.ended_because,
    )
    return read_response(request, view, cache_control=NO_STORE)


@router.get(
    "/complaints",
    operation_id="list_complaints",
    summary="The complaints of the city",
    response_model=ComplaintPage,
    responses=problems(NotFound),
)
def list_complaints(
    city: str,
    page: PageAsked,
    connection: Reading,
    desk: CurrentDesk,
    reader: Reader,
    state: Annotated[State | None, Query(description="Only these.")] = None,
    program: Annotated[str | None, Query(max_length=100, description="Only of this program.")] = None,
    pin: Annotated[str | None, Query(max_length=40, description="Only about this parcel.")] = None,
) -> Response:
    """List complaints, the oldest first; nobody who complained is named."""
    acting = desk.acting(city, reader)
    rows = complaints.listed(
        connection,
        city,
        state=state,
        program=program,
        pin=pin,
        after=page.after_id,
        limit=page.limit + 1,
    )
    return page.answer(rows, key=lambda each: (str(each.id),), item=lambda each: complaint_view(each, acting))


@router.get(
    "/complaints/{complaint_id}",
    operation_id="get_complaint",
    summary="One complaint",
    response_model=ComplaintView,
    responses=problems(NotFound),
)
def get_complaint(
    city: str,
    complaint_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    reader: Reader,
) -> Response:
    """Give a complaint without who made it."""
    found = complaint_of(connection, city, complaint_id)
    view = complaint_view(found, desk.acting(city, reader))
    return read_response(request, view, version=found.version, cache_control=PRIVATE)


@router.post(
    "/complaints/{complaint_id}/dismiss",
    operation_id="dismiss_complaint",
    summary="Open no case for a complaint",
    response_model=ComplaintView,
    responses=problems(NotFound, StateConflict),
)
def dismiss_complaint(
    city: str,
    complaint_id: WireUuid,
    body: DismissAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    handler: Handler,
) -> Response:
    """Dismiss it; who complained reads the reason under their reference."""
    acting = desk.acting(city, handler)

    def effect(connection: Connection) -> Answer:
        saved = take_complaint.dismiss(connection, acting, complaint_id, version, body.reason)
        return Answer(200, complaint_view(saved, acting), version=saved.version)

    return writes.once(effect)


@router.get(
    "/complaints/{complaint_id}/complainant",
    operation_id="read_complainant",
    summary="Who complained",
    response_model=ComplainantView,
    responses=problems(NotFound),
)
def read_complainant(
    city: str, complaint_id: WireUuid, engine: CurrentEngine, desk: CurrentDesk, knowing: Knowing
) -> Response:
    """Give who complained, to the few who may know (M.S. 13.44 subd. 1); the history keeps who looked."""
    acting = desk.acting(city, knowing)
    found = in_transaction(
        engine, lambda connection: take_complaint.read_complainant(connection, acting, complaint_id)
    )
    view = ComplainantView(
        complaint_id=complaint_id,
        name=found.name,
        email=found.email,
        phone=found.phone,
        mailing_address=found.mailing_address,
    )
    return json_response(view, headers={"Cache-Control": NO_STORE})


@router.post(
    "/complaints/{complaint_id}/erase-complainant",
    operation_id="erase_complainant",
    summary="Forget who complained",
    response_model=ComplaintView,
    responses=problems(NotFound),
)
def erase_complainant(
    city: str,
    complaint_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    knowing: Knowing,
) -> Response:
    """Erase who complained; the complaint stays."""
    acting = desk.acting(city, knowing)

    def effect(connection: Connection) -> Answer:
        saved = take_complaint.forget_complainant(connection, acting, complaint_id, version)
        return Answer(200, complaint_view(saved, acting), version=saved.version)

    return writes.once(effect)


@router.get(
    "/complaints/{complaint_id}/history",
    operation_id="get_complaint_history",
    summary="The history of a complaint",
    response_model=HistoryView,
    responses=problems(NotFound),
    dependencies=[requires("history.read")],
)
def get_complaint_history(
    city: str, complaint_id: WireUuid, request: Request, connection: Reading
) -> Response:
    """Give every entry; who complained is in none."""
    complaint_of(connection, city, complaint_id)
    entries = history.of_record(connection, city, complaint_id)
    view = history_view(complaint_id, entries, personal.of_record(connection, city, complaint_id))
    return read_response(request, view, cache_control=PRIVATE)


def unnamed(writes: Write, desk: EnforcementDesk) -> Write:
    """The write under a key that names nobody, and whose hash nobody without the secret can guess at."""
    if writes.keyed is None:
        return writes
    sealed = hmac.new(desk.secret.encode(), writes.keyed.request_hash, hashlib.sha256).digest()
    return replace(writes, keyed=replace(writes.keyed, caller=ANONYMOUS.key, request_hash=sealed))
