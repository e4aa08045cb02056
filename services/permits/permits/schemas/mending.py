"""Surveyed facts, remedies, and the check of an application on the wire."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from calculators.answers.findings import FindingView, MissingFactView
from caseroutes.records import RemedyView
from caseroutes.shape import Incoming, Line, Outgoing, Reasons, Word
from pydantic import Field, JsonValue
from servicekit.wire import WireDate

ElementId = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[a-z][a-z0-9_.-]*$")]


class SurveyAsk(Incoming):
    """A surveyed value in place of a fact of the map, and what it rests on."""

    fact: Annotated[Word, Field(examples=["lot_area_acres"])]
    value: Annotated[JsonValue, Field(examples=["41.2"])]
    document: Annotated[Line, Field(examples=["Certificate of survey 26-118"])]
    surveyor: Annotated[Line, Field(examples=["A. Surveyor, license 12345"])]
    surveyed_on: Annotated[WireDate, Field(examples=["2026-06-03"])]


class RemedyAsk(Incoming):
    """What was granted for an unmet standard: by which body, when, under which number, on which findings."""

    finding: Annotated[ElementId, Field(examples=["le-wind-lot-size"])]
    remedy: Annotated[Word, Field(examples=["variance"])]
    body: Annotated[Word, Field(examples=["city_council"])]
    granted_on: Annotated[WireDate, Field(examples=["2026-07-07"])]
    resolution: Annotated[Line, Field(examples=["Resolution 2026-41"])]
    findings: Annotated[
        Reasons, Field(min_length=1, examples=[["The plight is due to circumstances unique to the lot."]])
    ]
    conditions: Annotated[Reasons, Field(default_factory=list)]


class SurveyedView(Outgoing):
    """A surveyed value. `surveyor` is null once the name was erased."""

    value: JsonValue
    document: str
    surveyor: str | None
    surveyed_on: date
    by: str
    on: date


class StandingFindingView(FindingView):
    """A finding, and what mended it where it is not met."""

    remedied_by: RemedyView | None


class StandingCheckView(Outgoing):
    """The check of an application. `unmet` are findings that are neither met nor remedied."""

    application_version: int
    outcome: Literal["allowed", "not_allowed", "needs_information", "needs_judgment"]
    unmet: list[str]
    findings: list[StandingFindingView]
    missing_facts: list[MissingFactView]
    law_date: date
    code_version: str
    pack_hash: str
    engine_version: str
