"""What an amendment changes."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, JsonValue
from servicekit.wire import Outgoing

from calculators.answers.checking import CheckOutcome
from calculators.answers.findings import FindingView


class RuleChangeView(Outgoing):
    """An element that is added, removed or changed, its values and formulas before and after."""

    id: str
    rule: str
    program: str
    kind: str
    change: Literal["added", "removed", "changed"]
    before: dict[str, JsonValue]
    after: dict[str, JsonValue]
    differs: list[str]
    says: str
    section: str
    cite: str


class FindingChangeView(Outgoing):
    """What one element says of the facts before and after; null where it says nothing."""

    id: str
    before: FindingView | None
    after: FindingView | None


class AnswerChangeView(Outgoing):
    """How a check of the same facts comes out; null where the program is not there."""

    program: str
    before: CheckOutcome | None
    after: CheckOutcome | None
    changed: bool
    findings: list[FindingChangeView]


class CompareAnswer(Outgoing):
    """The rules that differ between two days, and for facts the answers that differ."""

    city: str
    since: Annotated[date, Field(alias="from")]
    until: Annotated[date, Field(alias="to")]
    code_version_before: str
    code_version_after: str
    rule_ids: list[str]
    rules: list[RuleChangeView]
    answers: list[AnswerChangeView]
