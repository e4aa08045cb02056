"""The desk of licensing: the law, the clock and the map that use cases work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calculators import FactSource, Measured, measure
from casework.desk.acting import Desk
from citycode.city import City
from citycode.facts import Facts, parse_facts
from citycode.program import Program

from licensing.domain.application import Application
from licensing.domain.license import License


@dataclass(frozen=True, slots=True)
class LicensingDesk(Desk):
    """Wired once per app."""

    maps: FactSource

    def measure(self, city: City, program: Program, pin: str | None) -> Measured | None:
        """Ask for the facts the program takes from the map; None where the license is bound to no land.

        Raises SourceUnavailable, PlaceRefused.
        """
        return None if pin is None else measure(program.facts, self.maps, city.slug, pin, None)


def facts_of(program: Program, application: Application) -> Facts:
    """Stated facts with the measured ones laid over them; each keeps its source.

    Once submitted, a fact the law takes from the map counts only as the map tells it: what the map cannot
    tell is missing, whatever was stated.
    """
    measured = application.measured
    told_by_maps = application.submission > 0 and application.pin is not None
    stated = {
        name: value
        for name, value in application.facts.items()
        if not (told_by_maps and program.facts[name].source)
    }
    return parse_facts(
        program.facts,
        stated | {name: fact["value"] for name, fact in measured.items()},
        dict.fromkeys(stated, "stated") | {name: str(fact["source"]) for name, fact in measured.items()},
    )


def facts_of_license(program: Program, license_: License) -> Facts:
    """The facts the license was granted on."""
    return parse_facts(program.facts, license_.facts)


def as_stored(measured: Measured | None) -> Mapping[str, Any]:
    """Measured facts as they are kept on the record."""
    if measured is None:
        return {}
    return {
        name: {
            "value": fact.value,
            "unit": fact.unit,
            "source": fact.source,
            "vintage": fact.vintage.isoformat() if fact.vintage else None,
        }
        for name, fact in measured.known.items()
    }
