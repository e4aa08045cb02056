"""What named quantities and computed definitions come to."""

from __future__ import annotations

from datetime import date

from pydantic import JsonValue
from servicekit.wire import Outgoing

from calculators.answers.findings import MissingFactView, PlaceView


class MeasuredView(Outgoing):
    """A measure or computed definition for the facts; `value` is null while facts are missing."""

    id: str
    rule: str
    kind: str
    name: str
    label: str
    applies: bool | None
    value: JsonValue
    unit: str | None
    sentence: str
    steps: list[str]
    missing: list[str]
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: list[str]


class MeasuresAnswer(Outgoing):
    """The measures and computed definitions of the program; `place` is what the maps told of the parcel."""

    city: str
    program: str
    measures: list[MeasuredView]
    missing_facts: list[MissingFactView]
    law_date: date
    place: PlaceView | None
    notes: list[str]
