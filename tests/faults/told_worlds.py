"""What happens to a parcel, as events tell it, and what the services know of it afterwards.

A world is a parcel with a permit and a license on it. Two worlds in which the same happens, told differently,
must end alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import licensing.storage.applications as license_applications
import permits.storage.applications as permit_applications
from licensing.domain.license import License
from licensing.storage import licenses
from permits.domain.permit import Permit
from permits.storage import permits
from servicekit.database import open_engine
from servicekit.events import CloudEvent
from servicekit.identifiers import uuid7

from deploy.local.system import System
from services.licensing.tests import builders as licensing
from services.permits.tests import builders as permitting
from tests.faults.what_is_stored import rows

TODAY = "2026-09-20T09:00:00-05:00"
SINCE = date(2026, 6, 15)
SAID = datetime(2026, 6, 20, 15, tzinfo=UTC)
TAKERS = ("permits", "licensing", "enforcement", "gis")
ENDED = "SELECT state, ended_on, ended_rules, ended_by, state_before"
REVERSED = "ownership.transfer_reversed"
MOST_SALES = 3
_WORLDS = count(1)


@dataclass(frozen=True)
class Script:
    """What happens: sales on days after the records were made, some taken back; perhaps a division; what
    becomes of the permit on the map; whether the license is revoked, and then restored.
    """

    sales: tuple[tuple[int, bool], ...]
    divided: int | None
    on_the_map: tuple[str, ...]
    revoked: bool
    restored: bool


@dataclass(frozen=True)
class Told:
    """An event and whom it is told. `after` is one that must have come before, for the relay keeps order
    within a subject and this taker relies on it.
    """

    taker: str
    event: CloudEvent
    after: UUID | None = None


@dataclass(frozen=True)
class World:
    """A parcel and what stands on it."""

    permit: Permit
    license: License
    salt: UUID = field(default_factory=uuid7)

    @property
    def pin(self) -> str:
        return self.permit.pin

    def reference(self, place: int) -> str:
        """Of what happens at a place of the script: of two on one day, the earlier place comes first."""
        return str(UUID(int=(place + 1) << 120 | self.salt.int & (1 << 96) - 1))


def made_worlds(system: System, how_many: int) -> list[World]:
    """Make them, straight in the databases."""
    worlds = [_world() for _ in range(how_many)]
    engine = open_engine(system.database_url("permits"))
    with engine.begin() as connection:
        for permit, application in ((world.permit, of_permit) for world, of_permit, _ in worlds):
            permit_applications.add(connection, application)
            permits.add(connection, permit)
    engine.dispose()
    engine = open_engine(system.database_url("licensing"))
    with engine.begin() as connection:
        for license_, asked in ((world.license, of_license) for world, _, of_license in worlds):
            license_applications.add(connection, asked)
            licenses.add(connection, license_)
    engine.dispose()
    return [world for world, _, _ in worlds]


def _world() -> tuple[World, Any, Any]:
    pin = f"99.{next(_WORLDS):06d}"
    of_permit = permitting.an_application("issued", pin=pin)
    of_license = licensing.an_application("issued", pin=pin)
    return (
        World(permitting.a_permit(of_permit), licensing.a_license(of_license)),
        of_permit,
        of_license,
    )


def events_of(script: Script, world: World) -> list[Told]:
    """All that is told, in the order in which it happens."""
    return [
        *_of_land(script, world),
        *_of_the_map(script, world),
        *_of_the_license(script, world),
    ]


def _of_land(script: Script, world: World) -> Iterator[Told]:
    away = world.license.city
    for taker, city in (("permits", world.permit.city), ("licensing", away), ("enforcement", away)):
        subject = f"{city}/{world.pin}"
        for place, (days, reversed_) in enumerate(script.sales):
            sale = {
                "city": city,
                "pin": world.pin,
                "kind": "sale",
                "conveyed_on": str(SINCE + timedelta(days)),
                "candidate_id": world.reference(place),
            }
            yield Told(taker, _event("ownership.transferred", "gis", subject, sale))
            if reversed_:
                yield Told(taker, _event(REVERSED, "gis", subject, sale))
        if script.divided is not None and taker != "enforcement":
            divided = {
                "city": city,
                "pin": world.pin,
                "divided_on": str(SINCE + timedelta(script.divided)),
                "candidate_id": world.reference(MOST_SALES),
                "facts": {"divided_parcel_acres": "12"} if taker == "permits" else {},
            }
            yield Told(taker, _event("parcel.subdivided", "gis", subject, divided))


def _of_the_map(script: Script, world: World) -> Iterator[Told]:
    for place, what in enumerate(script.on_the_map):
        data = {
            "city": world.permit.city,
            "permit_number": world.permit.number,
            "effective_on": str(SINCE + timedelta(place)),
            "register": {"layer": "wind_generators", "lon": world.permit.lon, "lat": world.permit.lat},
        }
        said = SAID + timedelta(minutes=place)
        yield Told("gis", _event(f"permit.{what}", "permits", f"permits/{world.permit.id}", data, said))


def _of_the_license(script: Script, world: World) -> Iterator[Told]:
    before: UUID | None = None
    for what, happens in (("revoked", script.revoked), ("restored", script.revoked and script.restored)):
        if happens:
            data = {
                "city": world.license.city,
                "license_id": str(world.license.id),
                "license_number": world.license.number,
                "program": world.license.program,
                "pin": world.pin,
                "effective_on": str(SINCE),
                "rules": ["dl-dock-revocation-hearing"],
                "follow_up_rules": ["dl-dock-removal", "dl-dock-removal-cost"],
            }
            event = _event(f"license.{what}", "licensing", f"licenses/{world.license.id}", data)
            yield Told("enforcement", event, before)
            before = event.id


def _event(type_: str, source: str, subject: str, data: dict[str, Any], said: datetime = SAID) -> CloudEvent:
    return CloudEvent(type=type_, source=f"urn:citycode:{source}", subject=subject, time=said, data=data)


def end_of(system: System, world: World) -> dict[str, Any]:
    """How all stands in a world: states, ends and their reasons, what is still to be done, what is mapped."""
    found = {
        "permit": rows(system, "permits", f"{ENDED} FROM permits WHERE pin = %s", world.pin),
        "license": rows(system, "licensing", f"{ENDED} FROM licenses WHERE pin = %s", world.pin),
        "known": [
            rows(
                system,
                taker,
                "SELECT reference, law_event, happened_on, confirmed, reversed FROM land_events"
                " WHERE pin = %s ORDER BY happened_on, law_event, reference",
                world.pin,
            )
            for taker in ("permits", "licensing", "enforcement")
        ],
        "owed": [
            rows(
                system,
                taker,
                "SELECT must, who, due_on FROM obligations WHERE record_id = %s AND canceled_on IS NULL"
                " AND fulfilled_on IS NULL ORDER BY must, due_on",
                record,
            )
            for taker, record in (("permits", world.permit.id), ("licensing", world.license.id))
        ],
        "cases": rows(
            system,
            "enforcement",
            "SELECT state, owner_known, grounds FROM cases WHERE pin = %s",
            world.pin,
        ),
        "mapped": rows(
            system,
            "gis",
            "SELECT layer, since, until FROM features WHERE id = %s",
            world.permit.number,
        ),
    }
    text = json.dumps(found, default=str)
    for place in range(MOST_SALES + 1):
        text = text.replace(world.reference(place), f"happening {place}")
    told: dict[str, Any] = json.loads(text)
    return {**told, "known": [sorted(each, key=str) for each in told["known"]]}
