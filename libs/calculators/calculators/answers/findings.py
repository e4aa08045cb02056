"""One element's finding, the facts still needed, the track, and what maps told."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import JsonValue
from servicekit.wire import Outgoing

Outcome = Literal["met", "not_met", "needs_information", "needs_judgment", "not_applicable", "law_silent"]


class FindingView(Outgoing):
    """What one element says, in words, with its section and the values it compared."""

    id: str
    rule: str
    kind: str
    outcome: Outcome
    measure: str | None
    value: JsonValue
    limit: JsonValue
    unit: str | None
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    missing: list[str]
    office: str | None
    remedy: str | None
    steps: list[str]
    prevails_over: list[str]
    yields_to: list[str]
    notes: list[str]
    governs: bool


class MissingFactView(Outgoing):
    """A fact that is still needed, and who tells it."""

    name: str
    label: str
    unit: str | None
    source: str | None
    question: str | None


class TrackView(Outgoing):
    """The approval track chosen."""

    id: str
    rule: str | None
    office: str | None
    hearing: bool
    advised_by: list[str]
    section: str | None


class PlaceFactView(Outgoing):
    """A fact told by maps. `stated` is what the caller stated; the map's value was used."""

    name: str
    value: JsonValue
    unit: str | None
    source: str
    vintage: date | None
    stated: JsonValue


class PlaceView(Outgoing):
    """What the maps told of the parcel, or with `pin` null of a place of no parcel."""

    pin: str | None
    facts: list[PlaceFactView]
