"""Applications on paper: a clerk enters them for whoever walks in."""

from __future__ import annotations

from typing import Annotated

from caseroutes.problems import Unmet
from fastapi import APIRouter, Response
from servicekit.access import requires
from servicekit.answers import Answer
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, problems
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.routes.applications import shown
from permits.routes.problems import AmbiguousParcel
from permits.routes.wiring import CurrentDesk
from permits.schemas.applications import ApplicationView, PaperAsk
from permits.usecases import file_application
from permits.usecases.file_application import Filing
from permits.usecases.find_parcel import parcel_at
from permits.usecases.records import ENTERS

router = APIRouter(prefix="/v1/{city}/paper-applications", tags=["applications"])

Clerk = Annotated[Principal, requires(ENTERS)]


@router.post(
    "",
    operation_id="enter_paper_application",
    summary="Enter what somebody handed in on paper",
    status_code=201,
    response_model=ApplicationView,
    responses=problems(NotFound, AmbiguousParcel, Unmet),
)
def enter_paper_application(
    city: str, body: PaperAsk, writes: Writes, desk: CurrentDesk, clerk: Clerk
) -> Response:
    """Enter it as submitted on the day it was received. The city acts on it for the person from then on.

    The facts of the parcel are fetched first; without them nothing is received.
    """
    acting = desk.acting(city, clerk)
    if (replay := writes.stored()) is not None:
        return replay
    pin = body.pin if body.address is None else parcel_at(desk.gis, city, body.address)
    site = None if body.site is None else (body.site.lon, body.site.lat)
    program = file_application.program_here(acting, body.program)
    measured = desk.measure(acting.city, program, pin or "", site, body.succeeds)
    filing = Filing(
        program=body.program,
        pin=measured.pin or pin or "",
        site=site,
        facts=body.facts,
        contact=body.contact.values(),
        succeeds=body.succeeds,
    )
    application_id = uuid7()

    def effect(connection: Connection) -> Answer:
        application = file_application.enter(
            connection, acting, filing, application_id, body.received_on, measured
        )
        location = {"Location": f"/v1/{city}/applications/{application.id}"}
        return Answer(201, shown(connection, acting, application), location, version=application.version)

    return writes.once(effect)
