"""Facts of a place for a check: fetched from whoever measures, laid over what the caller stated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from citycode.facts import FactErrors, Facts, FactSpec, parse_facts

STATED = "stated"
"""The source of a fact somebody stated."""


class SourceUnavailable(Exception):
    """Whoever measures does not answer; `reason` is safe to show."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class PlaceRefused(Exception):
    """The parcel or site is not on the map: `field` (`parcel` or `site`) is wrong and `reason` says why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ToldFact:
    """One measured fact: its value, unit, where it comes from and how old that is."""

    value: Any
    unit: str | None
    source: str
    vintage: date | None


@dataclass(frozen=True, slots=True)
class ToldFacts:
    """What is known by source name (`gis.lot_area_acres`), and what is not and why.

    `pin` is None where a place of no parcel was asked about.
    """

    pin: str | None
    known: Mapping[str, ToldFact]
    untold: Mapping[str, str]


class FactSource(Protocol):
    """Who measures."""

    def facts_of(
        self,
        city: str,
        pin: str | None,
        site: tuple[float, float] | None,
        names: Sequence[str],
        except_features: Sequence[str] = (),
    ) -> ToldFacts:
        """Answer facts by source name for a parcel, or a site on it (longitude, latitude).

        Without a `pin` the site stands for itself: a boat on the lake, a place in the right-of-way.
        No distance is measured to `except_features`, named by their ids on the map.
        Raises SourceUnavailable, PlaceRefused.
        """


@dataclass(frozen=True, slots=True)
class Gathered:
    """Facts to ask the law with, what the maps told (JSON of PlaceView), and what should be said about it."""

    facts: Facts
    place: dict[str, Any] | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """What the maps told of a program's facts by fact name, and why not of the others."""

    pin: str | None
    known: Mapping[str, ToldFact]
    untold: Mapping[str, str]

    def over(self, specs: Mapping[str, FactSpec], stated: Mapping[str, Any]) -> Facts:
        """The stated facts with the measured ones laid over them. Raises FactErrors."""
        return parse_facts(
            specs,
            {**stated, **{name: fact.value for name, fact in self.known.items()}},
            dict.fromkeys(stated, STATED) | {name: fact.source for name, fact in self.known.items()},
        )


def measure(
    specs: Mapping[str, FactSpec],
    source: FactSource,
    city: str,
    pin: str | None,
    site: tuple[float, float] | None,
    except_features: Sequence[str] = (),
) -> Measured:
    """Ask for every fact the specs take from a source; no distance is measured to `except_features`.

    Raises SourceUnavailable, PlaceRefused."""
    wanted = {name: spec.source for name, spec in specs.items() if spec.source}
    if not wanted:
        return Measured(pin, {}, {})
    told = source.facts_of(city, pin, site, list(dict.fromkeys(wanted.values())), except_features)
    known = {name: told.known[each] for name, each in wanted.items() if each in told.known}
    untold = {name: told.untold[each] for name, each in wanted.items() if each in told.untold}
    unread = {name: why for name, fact in known.items() if (why := _unreadable(specs, name, fact))}
    return Measured(
        told.pin, {name: fact for name, fact in known.items() if name not in unread}, untold | unread
    )


def _unreadable(specs: Mapping[str, FactSpec], name: str, fact: ToldFact) -> str | None:
    """Why the law cannot take what the map says; nobody who asks can help that."""
    try:
        parse_facts(specs, {name: fact.value})
    except FactErrors as wrong:
        return f"the map says {fact.value!r}, which the law cannot read ({wrong.problems[0].message})"
    return None


def gather(
    specs: Mapping[str, FactSpec],
    stated: Mapping[str, Any],
    source: FactSource | None,
    city: str,
    pin: str | None,
    site: tuple[float, float] | None,
    except_features: Sequence[str] = (),
) -> Gathered:
    """Read what was stated and lay over it what the maps tell. Raises FactErrors, PlaceRefused."""
    own = parse_facts(specs, stated, dict.fromkeys(stated, STATED))
    if pin is None and site is None:
        return Gathered(own, None, ())
    if source is None:
        return Gathered(own, None, ("No maps can be asked here; state the facts of the place.",))
    try:
        measured = measure(specs, source, city, pin, site, except_features)
    except SourceUnavailable as away:
        note = f"The maps could not be asked ({away.reason}); state these facts or ask again."
        return Gathered(own, None, (note,))
    merged = measured.over(specs, stated)
    shown = [
        {
            "name": name,
            "value": fact.value,
            "unit": fact.unit,
            "source": fact.source,
            "vintage": fact.vintage.isoformat() if fact.vintage else None,
            "stated": own.stated.get(name),
        }
        for name, fact in measured.known.items()
    ]
    notes = [
        f"{specs[name].label}: {own.stated[name]} was stated; the map says {merged.stated[name]}, used here."
        for name in measured.known
        if name in own.stated and own.stated[name] != merged.stated[name]
    ]
    notes += [
        f"{specs[name].label} is not known from the map: {why}" for name, why in measured.untold.items()
    ]
    return Gathered(merged, {"pin": measured.pin, "facts": shown}, tuple(notes))
