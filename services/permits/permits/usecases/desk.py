"""The desk: the law, the clock and the neighbor that use cases work with, and who is acting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from calculators import Measured, measure
from citycode.city import City
from citycode.facts import Facts, parse_facts
from citycode.law import Law
from citycode.program import Program
from servicekit.access import PermissionSource, permission_held
from servicekit.clock import Clock
from servicekit.identity import Principal
from servicekit.problems import Forbidden

from permits.clients.gis import Gis, Without
from permits.domain.application import Application


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, in which city, when. `today` is the civil day in the city."""

    city: City
    principal: Principal
    now: datetime
    permissions: frozenset[str]

    @property
    def today(self) -> date:
        return self.now.date()

    @property
    def actor(self) -> str:
        """Kind and opaque subject; history only refers to persons (`records.remember`)."""
        return self.principal.key

    def holds(self, permission: str) -> bool:
        """Whether the caller holds a permission here today."""
        return permission in self.permissions

    def office_for(self, office: str) -> str:
        """The office, if the caller holds it here; raises Forbidden when another office must act."""
        if office not in self.principal.offices_in(self.city.slug):
            raise Forbidden(f"This is for the {office.replace('_', ' ')} to do.")
        return office

    def any_office(self) -> str | None:
        """The office acted in, for history; None for applicants."""
        return next(iter(sorted(self.principal.offices_in(self.city.slug))), None)


@dataclass(frozen=True, slots=True)
class Desk:
    """Wired once per app."""

    law: Law
    gis: Gis
    clock: Clock
    permissions: PermissionSource

    def acting(self, city: str, principal: Principal) -> Acting:
        """Who acts in a city now. Raises UnknownCity."""
        known = self.law.city(city)
        now = self.clock.now(city)
        offices = principal.offices_in(city)
        held = known.permissions_of(offices, now.date()) if principal.kind == "person" else frozenset()
        return Acting(known, principal, now, held)

    def permitted(self, principal: Principal, city: str, permission: str) -> bool:
        """Whether the caller holds a permission, machines by scope."""
        return permission_held(self.permissions, principal, city, permission, self.clock.today(city))

    def measure(
        self,
        city: City,
        program: Program,
        pin: str,
        site: tuple[float, float] | None,
        succeeds: str | None = None,
    ) -> Measured:
        """Ask gis for the facts the program takes from the map, but for the structure that is succeeded.

        Raises SourceUnavailable, PlaceRefused.
        """
        source = self.gis if succeeds is None else Without(self.gis, (succeeds,))
        return measure(program.facts, source, city.slug, pin, site)


def program_of(city: City, application: Application) -> Program:
    """The law of an application."""
    return city.program(application.program)


def law_date_of(application: Application, today: date) -> date:
    """The day whose law answers: fixed by the city's event for applications, today until then."""
    return application.law_date or today


def law_date_fixed_by(city: City, question: str, event: str) -> bool:
    """Whether `event` fixes the law date of that kind of question in the city."""
    return city.law_date_rule(question).event == event


def facts_of(program: Program, application: Application) -> Facts:
    """Stated facts with the measured ones laid over them, and the surveyed over those; each keeps its source.

    Once submitted, a fact the law takes from the map counts only as the map tells it: what the map cannot
    tell is missing, whatever was stated.
    """
    measured, surveyed = application.measured, application.surveyed
    submitted = application.submission > 0
    stated = {
        name: value
        for name, value in application.facts.items()
        if not (submitted and program.facts[name].source)
    }
    return parse_facts(
        program.facts,
        stated
        | {name: fact["value"] for name, fact in measured.items()}
        | {name: fact["value"] for name, fact in surveyed.items()},
        dict.fromkeys(stated, "stated")
        | {name: str(fact["source"]) for name, fact in measured.items()}
        | {name: f"survey {fact['document']} of {fact['surveyed_on']}" for name, fact in surveyed.items()},
    )


def as_stored(measured: Measured) -> Mapping[str, Any]:
    """Measured facts as they are kept on the record."""
    return {
        name: {
            "value": fact.value,
            "unit": fact.unit,
            "source": fact.source,
            "vintage": fact.vintage.isoformat() if fact.vintage else None,
        }
        for name, fact in measured.known.items()
    }
