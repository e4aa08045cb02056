"""What the law answers, on the wire. The engine's own JSON; a test holds each model to it."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import AwareDatetime
from servicekit.wire import Outgoing

Outcome = Literal["met", "not_met", "needs_information", "needs_judgment", "not_applicable", "law_silent"]
CheckOutcome = Literal["allowed", "not_allowed", "needs_information", "needs_judgment"]
RequirementOutcome = Literal["required", "exempt", "not_needed", "cannot_be_told"]
Options = dict[str, list[str]]


class FindingView(Outgoing):
    """What one element says, in words, with its section and the values it compared."""

    id: str
    rule: str
    kind: str
    outcome: Outcome
    measure: str | None
    value: Any
    limit: Any
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
    value: Any
    unit: str | None
    source: str
    vintage: date | None
    stated: Any


class PlaceView(Outgoing):
    """What the maps told of the parcel."""

    pin: str
    facts: list[PlaceFactView]


class CheckAnswer(Outgoing):
    """All findings of one program, and whether the project may be allowed."""

    city: str
    program: str
    outcome: CheckOutcome
    allowed: bool | None
    requirement: RequirementOutcome
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


class LapseView(Outgoing):
    """What happens when a clock runs out."""

    to: str | None
    by: str | None
    mandatory: bool
    says: str | None


class ClockView(Outgoing):
    """One date, with its count in words."""

    id: str
    rule: str
    kind: Literal["deadline", "earliest", "review", "term"]
    event: str
    starts_on: date
    last_day: date | None
    raw_last_day: date | None
    at: AwareDatetime | None
    length: str | None
    must: str | None
    may: str | None
    who: str | None
    repeats: str | None
    stopped_by: list[str]
    lapse: LapseView | None
    applies: bool | None
    missing: list[str]
    steps: list[str]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str


class ClocksAnswer(Outgoing):
    """Every date that follows from the event."""

    city: str
    program: str
    event: str
    on: date
    clocks: list[ClockView]
    missing_facts: list[MissingFactView]
    law_date: date


class TransitionView(Outgoing):
    """The state a permit falls into."""

    to: str
    ids: list[str]
    rules: list[str]
    options: Options
    says: list[str]


class EndsAnswer(Outgoing):
    """What the event does to a permit, and what each party may do then."""

    city: str
    program: str
    event: str
    on: date
    transfers: bool | None
    options: Options
    transitions: list[TransitionView]
    findings: list[FindingView]
    missing_facts: list[MissingFactView]
    law_date: date


class NoticeRuleView(Outgoing):
    """A notice the law demands."""

    id: str
    rule: str
    kind: str
    audience: list[str]
    within_ft: float | int | str | None
    measured_from: str | None
    lead: str
    methods: list[str]
    must_say: list[str]
    proof: str | None
    says: str
    section: str
    cite: str
    law_date: date
    code_version: str
    area_rule: str | None
    notes: list[str]


class PartyNoticeView(Outgoing):
    """Whether one party must be told, and was."""

    party: str
    must_be_notified: bool | None
    why: str
    served_on: date | None
    in_time: bool | None
    wrong: list[str]


class NoticeAnswer(Outgoing):
    """Whether everybody was told in time."""

    notice: NoticeRuleView
    hearing_on: date
    last_mailing_day: date
    parties: list[PartyNoticeView]
    in_time: bool
    missing: list[str]
    sentence: str
    steps: list[str]


class RecommendationView(Outgoing):
    """Who must be heard first."""

    id: str
    rule: str
    by: str
    within: str | None
    section: str
    cite: str


class DecisionRuleView(Outgoing):
    """How a decision is made."""

    id: str
    rule: str
    kind: str
    office: str
    hearing: bool
    needed: int | None
    needed_says: str
    members: int | None
    grounds: list[str]
    recommendation: RecommendationView | None
    says: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: list[str]


class DecisionAnswer(Outgoing):
    """Whether the vote carried."""

    decision: DecisionRuleView
    carried: bool
    needed: int
    cast: int
    finding: FindingView


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


class ProgramSummary(Outgoing):
    """What the city regulates as one thing."""

    city: str
    program: str
    title: str
    service: str
    number_code: str
    sixty_day: str
    cite: str
    notes: list[str]
    law_date: date
    code_version: str


class ProgramsAnswer(Outgoing):
    """All programs in force on a day."""

    city: str
    law_date: date
    programs: list[ProgramSummary]


class StatementView(Outgoing):
    """A judgment, condition, review, term or stated rule."""

    id: str
    rule: str
    kind: str
    label: str
    says: str
    office: str | None
    section: str
    cite: str
    law_date: date
    code_version: str
    details: dict[str, Any]
    notes: list[str]


class ElementView(Outgoing):
    """One piece of the program's law."""

    id: str
    rule: str
    title: str | None
    says: str
    values: dict[str, Any]
    section: str
    cite: str
    notes: list[str]


class ProgramAnswer(ProgramSummary):
    """A program with its facts and every element in force, cited."""

    facts: list[dict[str, Any]]
    facts_schema: dict[str, Any]
    elements: dict[str, list[ElementView]]
    submittals: list[SubmittalView]
    judgments: list[StatementView]
    notices: list[NoticeRuleView]
    decisions: list[DecisionRuleView]


class RuleElementView(Outgoing):
    """One element that carries out a rule, and the calls that apply it."""

    id: str
    kind: str
    versions: list[dict[str, Any]]
    answered_by: list[str]


class RuleAnswer(Outgoing):
    """One rule in plain words."""

    id: str
    city: str
    program: str
    service: str
    treatment: str
    text: str
    section: str
    cite: str
    elements: list[RuleElementView]
    cases: list[str]
    notes: list[str]


class RulesAnswer(Outgoing):
    """Rules that were found, in the order of the packs."""

    city: str
    found: int
    rules: list[RuleAnswer]
