"""Whether a project may be allowed, and which programs it needs."""

from __future__ import annotations

from datetime import date
from typing import Literal

from servicekit.wire import Outgoing

from calculators.answers.findings import FindingView, MissingFactView, PlaceView, TrackView

CheckOutcome = Literal["allowed", "not_allowed", "needs_information", "needs_judgment"]
RequirementOutcome = Literal["required", "exempt", "not_needed", "cannot_be_told"]


class CheckAnswer(Outgoing):
    """All findings of one program, and whether the project may be allowed."""

    city: str
    program: str
    outcome: CheckOutcome
    allowed: bool | None
    requirement: RequirementOutcome
    needed: bool | None
    track: TrackView | None
    fails: list[str]
    findings: list[FindingView]
    missing_facts: list[MissingFactView]
    law_date: date
    code_version: str
    pack_hash: str
    engine_version: str
    place: PlaceView | None
    notes: list[str]


class SubmittalView(Outgoing):
    """One thing an application must contain."""

    id: str
    rule: str
    label: str
    what: str
    applies: bool | None
    missing: list[str]
    section: str
    cite: str


class RequirementView(Outgoing):
    """Whether one program is needed."""

    city: str
    program: str
    title: str
    requirement: RequirementOutcome
    needed: bool | None
    track: TrackView | None
    findings: list[FindingView]
    missing_facts: list[MissingFactView]
    submittals: list[SubmittalView]
    law_date: date


class RequirementsAnswer(Outgoing):
    """Every program of the city, for the described project."""

    city: str
    law_date: date
    programs: list[RequirementView]
    place: PlaceView | None
    notes: list[str]
