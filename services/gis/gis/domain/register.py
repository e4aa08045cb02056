"""Registers on the map, kept by permits: when a structure stands, whatever order the news of it comes in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

ENTERS = frozenset({"permit.issued"})
RESTORES = frozenset({"permit.restored"})
ENDS = frozenset({"permit.closed", "permit.ended", "permit.expired", "permit.revoked"})


class PlaceMissing(Exception):
    """The event enters a structure in a layer but does not say where it stands."""


@dataclass(frozen=True, slots=True)
class RegisterEntry:
    """What one permit event says about a structure.

    `on` is the civil day it takes effect, `at` when it was said. `standing`: the structure is still there
    although the permit ended.
    """

    city: str
    layer: str
    permit_number: str
    event_id: UUID
    type: str
    on: date
    at: datetime
    lon: float | None
    lat: float | None
    standing: bool


@dataclass(frozen=True, slots=True)
class Entered:
    """Where a structure stands, and since when."""

    lon: float
    lat: float
    since: date


def concerns_a_register(type_: str) -> bool:
    """Whether events of this type enter, restore or end a structure."""
    return type_ in ENTERS | RESTORES | ENDS


def entered_of(entries: Iterable[RegisterEntry]) -> Entered | None:
    """Give where and since when the structure of one permit stands; None until it was entered.

    Raises PlaceMissing.
    """
    first = next((each for each in _as_said(entries) if each.type in ENTERS), None)
    if first is None:
        return None
    if first.lon is None or first.lat is None:
        raise PlaceMissing(first.permit_number)
    return Entered(first.lon, first.lat, first.on)


def ended_of(entries: Iterable[RegisterEntry]) -> date | None:
    """Give the day from which on the structure of one permit stands no longer; None while it stands.

    Entries are taken in the order in which they were said: the order in which they arrive does not count.
    """
    until: date | None = None
    for each in _as_said(entries):
        if each.type in ENDS and not each.standing:
            until = each.on if until is None else min(until, each.on)
        elif each.type in RESTORES:
            until = None
    return until


def _as_said(entries: Iterable[RegisterEntry]) -> list[RegisterEntry]:
    return sorted(entries, key=lambda each: (each.at, each.event_id))
