"""What applicants do: open, change, submit and withdraw an application."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from calculators import Measured
from casework.applications import law_date_of
from casework.desk import time_to_tell
from casework.desk.acting import Acting
from casework.desk.charging import Billed, assess
from casework.desk.gates import UnknownItem, require
from casework.desk.hearing import call_off_all
from casework.desk.memory import remember, remember_first
from casework.desk.persons import filing_for
from casework.holds import APPLY
from casework.storage import obligations, personal
from citycode.facts import parse_facts
from servicekit.identifiers import next_record_number
from sqlalchemy import Connection

from licensing.domain.application import APPLICATION, Application
from licensing.storage import applications
from licensing.usecases.bar_acts import held_back
from licensing.usecases.desk import as_stored
from licensing.usecases.records import held
from licensing.usecases.told import known_of

SERVICE = "licensing"
"""What packs call the service whose records these are."""


@dataclass(frozen=True, slots=True)
class Filing:
    """What an applicant states. `contact` are personal values by field."""

    program: str
    pin: str | None
    facts: Mapping[str, Any]
    contact: Mapping[str, str]
    on_behalf_of: str | None


def create(connection: Connection, acting: Acting, filing: Filing, application_id: UUID) -> Application:
    """Open a draft. Raises UnknownItem for a program, FactErrors, NoConsent, Forbidden."""
    applicant = filing_for(connection, acting, filing.on_behalf_of)
    kept_here = {each.id: each for each in acting.city.programs(acting.today) if each.service == SERVICE}
    if filing.program not in kept_here:
        raise UnknownItem("#/program", filing.program, tuple(kept_here))
    program = kept_here[filing.program]
    application = Application(
        id=application_id,
        city=acting.city.slug,
        program=program.id,
        state="draft",
        version=1,
        applicant=applicant,
        filed_by=acting.principal.subject,
        pin=filing.pin,
        created_at=acting.now,
        facts=dict(parse_facts(program.facts, filing.facts).stated),
    )
    applications.add(connection, application)
    details = {"program": program.id, "pin": filing.pin}
    remember_first(connection, acting, application.id, "application.created", details, filing.contact)
    return application


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be another; None leaves it. `facts` are merged, a fact set to null is withdrawn."""

    pin: str | None = None
    facts: Mapping[str, Any] | None = None
    contact: Mapping[str, str] | None = None


def change(
    connection: Connection, acting: Acting, application_id: UUID, version: int, wanted: Change
) -> Application:
    """Change a draft or an incomplete application; what was measured elsewhere falls with its place.

    Raises NotFound, StaleVersion, NotAllowed, FactErrors.
    """
    before = held(connection, acting, application_id, version, "change")
    program = acting.city.program(before.program)
    facts = {**before.facts, **(wanted.facts or {})}
    pin = wanted.pin or before.pin
    after = replace(
        before,
        pin=pin,
        facts=dict(parse_facts(program.facts, facts).stated),
        measured=before.measured if pin == before.pin else {},
    )
    saved = applications.save(connection, after)
    hashes = personal.keep(connection, before.city, before.id, wanted.contact or {})
    details = {
        "changed": [name for name in ("pin", "facts") if getattr(before, name) != getattr(after, name)],
        "former": {"pin": before.pin, "facts": dict(before.facts)},
        "contact": hashes,
    }
    remember(connection, acting, before.id, "application.changed", details)
    return saved


def submit(
    connection: Connection, acting: Acting, application_id: UUID, version: int, measured: Measured | None
) -> Application:
    """Hand it in: fees fall due. Outside office hours it is received on the next business day.

    Raises NotFound, StaleVersion, NotAllowed, GatesUnmet where a hold bars it.
    """
    before = held(connection, acting, application_id, version, "submit")
    place = before if measured is None else replace(before, pin=measured.pin)
    require(held_back(connection, acting, place, APPLY))
    program = acting.city.program(before.program)
    number = before.number or next_record_number(
        connection, acting.city.prefix, program.number_code, acting.now.year
    )
    after = replace(
        before,
        state=APPLICATION.after(before.state, "submit"),
        number=number,
        pin=before.pin if measured is None else measured.pin,
        measured=as_stored(measured),
        submission=before.submission + 1,
        submitted_at=acting.now,
        received_on=acting.city.calendar.received_on(acting.now).on,
        incomplete_because=(),
    )
    saved = applications.save(connection, after)
    applications.keep_submission(connection, saved)
    details = {
        "number": number,
        "submission": saved.submission,
        "received_on": str(saved.received_on),
        "measured": dict(saved.measured),
    }
    remember(connection, acting, saved.id, "application.submitted", details)
    facts = known_of(connection, acting, program, saved)
    time_to_tell.begin(connection, acting, saved, facts)
    billed = Billed(program, saved.id, facts, law_date_of(saved, acting.today))
    assess(connection, acting, billed, f"submission {saved.submission}")
    return saved


def withdraw(connection: Connection, acting: Acting, application_id: UUID, version: int) -> Application:
    """Take it back. Raises NotFound, StaleVersion, NotAllowed."""
    before = held(connection, acting, application_id, version, "withdraw")
    saved = applications.save(connection, replace(before, state=APPLICATION.after(before.state, "withdraw")))
    obligations.cancel_undone(connection, saved.city, saved.id, acting.today, "withdrawn")
    call_off_all(connection, acting, saved.id, saved.id, "The application was withdrawn.")
    remember(connection, acting, saved.id, "application.withdrawn")
    return saved
