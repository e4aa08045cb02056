"""Programs and rules as they are read."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from pydantic import Field, JsonValue
from servicekit.wire import Outgoing

from calculators.answers.checking import SubmittalView
from calculators.answers.documents import DocumentRuleView
from calculators.answers.procedure import DecisionRuleView, NoticeRuleView


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
    details: dict[str, JsonValue]
    notes: list[str]


class ElementView(Outgoing):
    """One piece of the program's law."""

    id: str
    rule: str
    title: str | None
    says: str
    values: dict[str, JsonValue]
    section: str
    cite: str
    notes: list[str]


class FactValueView(Outgoing):
    """One value a fact may take, and its wording."""

    value: str
    label: str


class FactView(Outgoing):
    """One fact a program asks, and from which map it is taken if any. `schema` describes its JSON form."""

    name: str
    label: str
    unit: str | None
    question: str
    source: str | None
    values: list[FactValueView]
    fields: Annotated[list[FactView], Field(description="What each item states, where the fact is a list.")]
    json_schema: Annotated[dict[str, Any], Field(alias="schema")]


class ProgramAnswer(ProgramSummary):
    """A program with its facts and every element in force, cited."""

    facts: list[FactView]
    facts_schema: dict[str, Any]
    elements: dict[str, list[ElementView]]
    submittals: list[SubmittalView]
    judgments: list[StatementView]
    notices: list[NoticeRuleView]
    documents: list[DocumentRuleView]
    decisions: list[DecisionRuleView]


class RuleVersionView(Outgoing):
    """An element's values from a day on (null: since ever) and before another (null: for good)."""

    since: Annotated[date | None, Field(alias="from")]
    until: date | None
    values: dict[str, JsonValue]


class RuleElementView(Outgoing):
    """One element that carries out a rule, and the calls that apply it."""

    id: str
    kind: str
    versions: list[RuleVersionView]
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
    state_law: str | None


class RulesAnswer(Outgoing):
    """Rules that were found, in the order of the packs."""

    city: str
    found: int
    rules: list[RuleAnswer]
