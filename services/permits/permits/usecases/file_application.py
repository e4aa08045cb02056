"""What applicants do: open, change, submit and withdraw an application."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from calculators import Measured
from casework.desk import time_to_tell
from casework.desk.acting import Acting
from casework.desk.gates import UnknownItem, require, require_past
from casework.desk.hearing import call_off_all
from casework.desk.memory import remember, remember_first
from casework.desk.persons import filing_for
from casework.holds import APPLY
from casework.storage import obligations, personal
from citycode.facts import parse_facts
from citycode.program import Program
from servicekit.identifiers import next_record_number
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application, walk_in
from permits.domain.register import site_known
from permits.storage import applications, permits
from permits.usecases.announce import register_of
from permits.usecases.bar_acts import held_back
from permits.usecases.charge_fees import assess
from permits.usecases.desk import as_stored, facts_of, program_of
from permits.usecases.records import held

NOTHING_MEASURED: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Filing:
    """What an applicant states. `contact` are personal values by field."""

    program: str
    pin: str
    site: tuple[float, float] | None
    facts: Mapping[str, Any]
    contact: Mapping[str, str]
    on_behalf_of: str | None = None
    succeeds: str | None = None


def create(connection: Connection, acting: Acting, filing: Filing, application_id: UUID) -> Application:
    """Open a draft. Raises UnknownItem for a program, FactErrors, NobodyNamed, NoConsent, Forbidden."""
    applicant = filing_for(connection, acting, filing.on_behalf_of)
    return _open(connection, acting, filing, application_id, applicant)


def enter(
    connection: Connection,
    acting: Acting,
    filing: Filing,
    application_id: UUID,
    received_on: date,
    measured: Measured,
) -> Application:
    """Enter what somebody handed in on paper, received on a day.

    Raises UnknownItem for a program, FactErrors, ImpossibleDate, GatesUnmet as `submit`.
    """
    require_past("#/received_on", received_on, acting.today)
    draft = _open(connection, acting, filing, application_id, walk_in(application_id))
    return submit(connection, acting, draft.id, draft.version, measured, received_on)


def program_here(acting: Acting, wanted: str) -> Program:
    """The program, if this service keeps its records. Raises UnknownItem."""
    kept = {each.id: each for each in acting.city.programs(acting.today) if each.service == "permits"}
    if wanted not in kept:
        raise UnknownItem("#/program", wanted, tuple(kept))
    return kept[wanted]


def _open(
    connection: Connection, acting: Acting, filing: Filing, application_id: UUID, applicant: str
) -> Application:
    program = program_here(acting, filing.program)
    if filing.succeeds is not None:
        former = permits.numbered(connection, acting.city.slug, filing.succeeds)
        if former is None or former.program != program.id:
            raise UnknownItem("#/succeeds", filing.succeeds, ())
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
        lon=filing.site[0] if filing.site else None,
        lat=filing.site[1] if filing.site else None,
        facts=dict(parse_facts(program.facts, filing.facts).stated),
        succeeds=filing.succeeds,
    )
    applications.add(connection, application)
    details = {"program": program.id, "pin": filing.pin}
    remember_first(connection, acting, application.id, "application.created", details, filing.contact)
    return application


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be another; None leaves it.

    `facts` and `contact` are merged: a fact set to null is withdrawn, a part of the contact is erased.
    """

    pin: str | None = None
    site: tuple[float, float] | None = None
    facts: Mapping[str, Any] | None = None
    contact: Mapping[str, str | None] | None = None

    def place_after(self, before: Application) -> tuple[str, tuple[float, float] | None] | None:
        """The other parcel and site, None where the place stays. A site belongs to its parcel."""
        pin = self.pin or before.pin
        site = self.site or (before.site if pin == before.pin else None)
        return None if (pin, site) == (before.pin, before.site) else (pin, site)


@dataclass(frozen=True, slots=True)
class MeasuredChange:
    """A fact told by the map that is another at the new place; None where it is not known."""

    name: str
    former: Any
    now: Any


@dataclass(frozen=True, slots=True)
class Changed:
    """The application after a change, and which measured facts are others there."""

    application: Application
    measured_changes: tuple[MeasuredChange, ...]


def change(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    wanted: Change,
    measured: Measured | None,
) -> Changed:
    """Change a draft or an incomplete application.

    `measured` is told of the place after the change; what was measured, surveyed, remedied or handed in for
    a former place falls in any case.

    Raises NotFound, StaleVersion, NotAllowed, FactErrors.
    """
    before = held(connection, acting, application_id, version, "change")
    program = program_of(acting.city, before)
    facts = {**before.facts, **(wanted.facts or {})}
    after = replace(before, facts=dict(parse_facts(program.facts, facts).stated))
    place = wanted.place_after(before)
    if place is not None:
        pin, site = place
        after = replace(
            after,
            pin=pin if measured is None else measured.pin or pin,
            lon=site[0] if site else None,
            lat=site[1] if site else None,
            measured=NOTHING_MEASURED if measured is None else as_stored(measured),
            surveyed={},
            remedies={},
            submittals={},
        )
    saved = applications.save(connection, after)
    hashes, erased = _change_contact(connection, acting, before, wanted.contact or {})
    details = {
        "changed": [
            name for name in ("pin", "lon", "lat", "facts") if getattr(before, name) != getattr(after, name)
        ],
        "former": {
            "pin": before.pin,
            "facts": dict(before.facts),
            "measured": dict(before.measured),
            "surveyed": sorted(before.surveyed),
            "remedies": sorted(before.remedies),
            "submittals": sorted(before.submittals),
        },
        "contact": hashes,
        "contact_erased": erased,
    }
    remember(connection, acting, before.id, "application.changed", details)
    return Changed(saved, _measured_changes(before, after))


def _change_contact(
    connection: Connection, acting: Acting, before: Application, contact: Mapping[str, str | None]
) -> tuple[dict[str, str], list[str]]:
    stated = {name: value for name, value in contact.items() if value is not None}
    gone = sorted(contact.keys() - stated.keys())
    personal.erase(connection, before.city, before.id, acting.now, fields=gone)
    return personal.keep(connection, before.city, before.id, stated), gone


def submit(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    measured: Measured,
    received_on: date | None = None,
) -> Application:
    """Hand it in: fees fall due. Outside office hours it is received on the next business day.

    `received_on` where it came in on paper.

    Raises NotFound, StaleVersion, NotAllowed, GatesUnmet where a register needs a site or a hold bars it.
    """
    before = held(connection, acting, application_id, version, "submit")
    program = program_of(acting.city, before)
    if register_of(program, acting.today) is not None:
        require(site_known(before.site))
    require(held_back(connection, acting, replace(before, pin=measured.pin or before.pin), APPLY))
    number = before.number or next_record_number(
        connection, acting.city.prefix, program.number_code, acting.now.year
    )
    after = replace(
        before,
        state=APPLICATION.after(before.state, "submit"),
        number=number,
        pin=measured.pin or before.pin,
        measured=as_stored(measured),
        submission=before.submission + 1,
        submitted_at=acting.now,
        received_on=received_on or acting.city.calendar.received_on(acting.now).on,
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
    time_to_tell.begin(connection, acting, saved, facts_of(program, saved))
    assess(connection, acting, saved, f"submission {saved.submission}")
    return saved


def withdraw(connection: Connection, acting: Acting, application_id: UUID, version: int) -> Application:
    """Take it back. Raises NotFound, StaleVersion, NotAllowed."""
    before = held(connection, acting, application_id, version, "withdraw")
    saved = applications.save(connection, replace(before, state=APPLICATION.after(before.state, "withdraw")))
    obligations.cancel_undone(connection, saved.city, saved.id, acting.today, "withdrawn")
    call_off_all(connection, acting, saved.id, saved.id, "The application was withdrawn.")
    remember(connection, acting, saved.id, "application.withdrawn")
    return saved


def _measured_changes(before: Application, after: Application) -> tuple[MeasuredChange, ...]:
    former = {name: fact["value"] for name, fact in before.measured.items()}
    now = {name: fact["value"] for name, fact in after.measured.items()}
    return tuple(
        MeasuredChange(name, former.get(name), now.get(name))
        for name in sorted(former.keys() | now.keys())
        if former.get(name) != now.get(name)
    )
