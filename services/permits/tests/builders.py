"""Lawful defaults for tests; a test says only what matters to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import count
from typing import Any
from uuid import UUID

from casework.hearings import Hearing
from permits.domain.application import Application
from permits.domain.permit import Inspection, Permit
from servicekit.identifiers import uuid7

from services.permits.tests.services import CITY

PROGRAM = "wind-generator"
SITE = {"lon": -92.8993808, "lat": 44.9968423}
SUBMITTALS = ("le-wind-form", "le-wind-engineer-report", "le-wind-site-plan", "le-wind-faa-statement")
JUDGMENT, NOTICE = "le-wind-debris", "le-wind-notice"
_LOTS = count(1)


def a_pin() -> str:
    """A parcel that no other test takes."""
    return f"11.029.21.24.{next(_LOTS):04d}"


def lawful_facts(**given: Any) -> dict[str, Any]:
    """What an applicant states of a project that may be allowed."""
    return {
        "work": "wind_generator",
        "structure_height_ft": 120,
        "property_line_setback_ft": 200,
        "guy_wires": [],
        "accessory_buildings": [],
        "lights_on_structure": 0,
        "site_plan_feet_per_inch": 100,
        "nearby_structures": [],
        **given,
    }


def an_ask(**given: Any) -> dict[str, Any]:
    """The body that opens a draft."""
    contact = {"name": "Ada Lindahl", "email": "ada@example.com", "phone": "651-555-0100"}
    return {
        "program": PROGRAM,
        "pin": a_pin(),
        "site": SITE,
        "facts": lawful_facts(),
        "contact": contact,
        **given,
    }


def an_application(state: str = "draft", **given: Any) -> Application:
    """An application as it stands in storage."""
    application = Application(
        id=uuid7(),
        city=CITY,
        program=PROGRAM,
        state=state,
        version=1,
        applicant="resident-1",
        filed_by="resident-1",
        pin=a_pin(),
        created_at=datetime(2026, 6, 1, 15, tzinfo=UTC),
        facts=lawful_facts(),
    )
    return replace(application, **given)


def a_hearing(application: Application, **given: Any) -> Hearing:
    """A hearing of an application."""
    starts_at = datetime(2026, 7, 15, 0, tzinfo=UTC)
    hearing = Hearing(
        id=uuid7(),
        city=application.city,
        record_id=application.id,
        body="city_council",
        kind="hearing",
        starts_at=starts_at,
        place="City hall",
        scheduled_on=date(2026, 6, 1),
    )
    return replace(hearing, **given)


def a_permit(application: Application, state: str = "issued", **given: Any) -> Permit:
    """A permit as it stands in storage."""
    identity = uuid7()
    permit = Permit(
        id=identity,
        city=application.city,
        number=f"LE-WIND-{identity}",
        program=application.program,
        application_id=application.id,
        state=state,
        version=1,
        holder=application.applicant,
        pin=application.pin,
        issued_on=date(2026, 6, 1),
        lon=SITE["lon"],
        lat=SITE["lat"],
    )
    return replace(permit, **given)


def an_inspection(permit: Permit, **given: Any) -> Inspection:
    """An inspection that was set."""
    inspection = Inspection(uuid7(), permit.city, permit.id, "footing", date(2026, 6, 1))
    return replace(inspection, **given)


SOME_ID = UUID("01900000-0000-7000-8000-0000000000ff")
