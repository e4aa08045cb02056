"""Lawful defaults for tests; a test says only what matters to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import count
from typing import Any

from licensing.domain.application import Application
from licensing.domain.license import License
from licensing.domain.transfer import Transfer
from licensing.domain.violation import Violation
from servicekit.identifiers import uuid7

from services.licensing.tests.services import CITY

PROGRAM = "dock-license"
NOTICE, REVOCATION_NOTICE = "dl-dock-violation-notice", "dl-dock-revocation-notice"
BROKEN = "dl-dock-private-equipment"
CONTACT = {
    "name": "Ada Lindahl",
    "email": "ada@example.com",
    "phone": "218-555-0100",
    "mailing_address": "1 Lake Drive, Anytown MN 56500",
}
_LOTS = count(1)


def a_pin() -> str:
    """A parcel that no other test takes."""
    return f"49.0990.{next(_LOTS):04d}"


def lawful_facts(dock_class: str = "private", **given: Any) -> dict[str, Any]:
    """What an applicant states of a dock that may be licensed."""
    return {
        "dock_class": dock_class,
        "docks": 1,
        "boat_lifts": 1,
        "lifts_away_from_dock": 0,
        "lodging_owner": dock_class == "semi_commercial",
        "side_line_first_station_ft": 100,
        "side_line_second_station_ft": 180,
        "dock_station_ft": 140,
        "dock_reach_ft": 60,
        "navigation_point_ft": 110,
        "gasoline_kept": False,
        **given,
    }


def an_ask(dock_class: str = "private", **given: Any) -> dict[str, Any]:
    """The body that opens a draft."""
    facts = lawful_facts(dock_class)
    return {"program": PROGRAM, "pin": a_pin(), "facts": facts, "contact": CONTACT, **given}


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
        created_at=datetime(2026, 5, 11, 15, tzinfo=UTC),
        facts=lawful_facts(),
    )
    return replace(application, **given)


def a_license(application: Application, state: str = "issued", **given: Any) -> License:
    """A license as it stands in storage."""
    identity = uuid7()
    license_ = License(
        id=identity,
        city=application.city,
        number=f"DL-DOCK-{identity}",
        program=application.program,
        application_id=application.id,
        state=state,
        version=1,
        holder=application.applicant,
        pin=application.pin,
        issued_on=date(2026, 5, 11),
        starts_on=date(2026, 5, 11),
        ends_on=date(2026, 11, 1),
        term_rule="dl-dock-term",
        facts=dict(application.facts),
    )
    return replace(license_, **given)


def a_violation(license_: License, state: str = "observed", **given: Any) -> Violation:
    """A violation as it stands in storage."""
    violation = Violation(
        id=uuid7(),
        city=license_.city,
        license_id=license_.id,
        state=state,
        version=1,
        rules=(BROKEN,),
        description="Two boat lifts stand beside the dock.",
        observed_on=date(2026, 6, 23),
        law_date=date(2026, 6, 23),
    )
    return replace(violation, **given)


def a_transfer(license_: License, state: str = "requested", **given: Any) -> Transfer:
    """A transfer request as it stands in storage."""
    transfer = Transfer(
        id=uuid7(),
        city=license_.city,
        license_id=license_.id,
        state=state,
        version=1,
        upon="business.sold",
        happened_on=date(2026, 6, 15),
        party="transferee",
        filed_by="resident-2",
        requested_on=date(2026, 6, 16),
        request_rule="dl-dock-transfer-request",
        transferee="resident-2",
        holds={"name": True},
    )
    return replace(transfer, **given)
