"""The desk of permits: the law, the clock and the neighbor that use cases work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calculators import Measured, measure
from casework.desk.acting import Desk
from citycode.city import City
from citycode.facts import Facts, parse_facts
from citycode.program import Program

from permits.clients.gis import Gis
from permits.domain.application import Application


@dataclass(frozen=True, slots=True)
class PermitsDesk(Desk):
    """Wired once per app."""

    gis: Gis

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
        succeeded = () if succeeds is None else (succeeds,)
        return measure(program.facts, self.gis, city.slug, pin, site, succeeded)


def program_of(city: City, application: Application) -> Program:
    """The law of an application."""
    return city.program(application.program)


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
