"""The kinds of element: the list of a program file each stands in, its model, and what answers it.

A new kind is a row here, a row in `build/builders.py`, and a question of `questions/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import Field, create_model

from citycode.packs.models.conflicts import ConflictSpec
from citycode.packs.models.counting import CapSpec, LadderSpec
from citycode.packs.models.documents import DocumentSpec
from citycode.packs.models.files import ProgramHeader
from citycode.packs.models.judging import (
    AppliesSpec,
    ExemptsSpec,
    JudgmentSpec,
    MeasureSpec,
    StandardSpec,
    TableSpec,
    TrackSpec,
)
from citycode.packs.models.money import (
    AllocationSpec,
    CostRecoverySpec,
    FeeSpec,
    PenaltySpec,
    RefundSpec,
    SecuritySpec,
)
from citycode.packs.models.notices import NoticeSpec
from citycode.packs.models.parts import Part, Word
from citycode.packs.models.procedure import (
    AuthoritySpec,
    ConditionSpec,
    DecisionSpec,
    DefinitionSpec,
    InspectionSpec,
    OverlaySpec,
    StatedSpec,
    SubmittalSpec,
)
from citycode.packs.models.rights import EndsSpec, HoldsSpec, TransfersSpec
from citycode.packs.models.state import StateHeader
from citycode.packs.models.terms import PeriodSpec, TermSpec
from citycode.packs.models.timing import ClockSpec, ReviewSpec

Treatment: TypeAlias = Literal["computed", "judged", "stated"]


@dataclass(frozen=True, slots=True)
class Kind:
    """`key` is the list, `singular` what one element of it is called, `answered_by` the calculators.

    `named: true` where the file holds a mapping of names rather than a list.
    """

    key: str
    singular: str
    model: type[Part]
    answered_by: tuple[str, ...] = ()
    treatment: Treatment = "computed"
    named: bool = False


KINDS = (
    Kind("applies", "applies", AppliesSpec, ("check", "requirements")),
    Kind("exempts", "exemption", ExemptsSpec, ("check", "requirements")),
    Kind("eligibility", "eligibility", StandardSpec, ("check",)),
    Kind("tracks", "track", TrackSpec, ("check", "requirements")),
    Kind("measures", "measure", MeasureSpec, ("measures", "check")),
    Kind("tables", "table", TableSpec, ("check",), named=True),
    Kind("standards", "standard", StandardSpec, ("check",)),
    Kind("judgments", "judgment", JudgmentSpec, ("check",), "judged"),
    Kind("submittals", "submittal", SubmittalSpec, ("requirements", "documents/check"), "stated"),
    Kind("inspections", "inspection", InspectionSpec, ("check", "clocks"), "stated"),
    Kind("notices", "notice", NoticeSpec, ("notices/check",)),
    Kind("fees", "fee", FeeSpec, ("fees",)),
    Kind("refunds", "refund", RefundSpec, ("fees",)),
    Kind("securities", "security", SecuritySpec, ("securities",)),
    Kind("allocations", "allocation", AllocationSpec, ("allocations",)),
    Kind("penalties", "penalty", PenaltySpec, ("penalties",)),
    Kind("cost_recovery", "cost recovery", CostRecoverySpec, ("cost-recovery",)),
    Kind("documents", "document", DocumentSpec, ("documents/check",)),
    Kind("clocks", "clock", ClockSpec, ("clocks",)),
    Kind("decisions", "decision", DecisionSpec, ("decisions/check",)),
    Kind("conditions", "condition", ConditionSpec, (), "stated"),
    Kind("terms", "term", TermSpec, ("terms", "clocks")),
    Kind("periods", "period", PeriodSpec, ("periods",)),
    Kind("reviews", "review", ReviewSpec, ("clocks",)),
    Kind("ends", "end", EndsSpec, ("ends",)),
    Kind("transfers", "transfer", TransfersSpec, ("ends",)),
    Kind("holds", "hold", HoldsSpec, ("holds",)),
    Kind("caps", "cap", CapSpec, ("caps",)),
    Kind("ladders", "ladder", LadderSpec, ("ladders",)),
    Kind("overlays", "overlay", OverlaySpec, ("check",)),
    Kind("conflicts", "conflict", ConflictSpec, ("check",), "stated"),
    Kind("definitions", "definition", DefinitionSpec, ("measures",), "stated"),
    Kind("authority", "authority", AuthoritySpec, (), "stated"),
    Kind("stated", "stated", StatedSpec, (), "stated"),
)
BY_KEY = {each.key: each for each in KINDS}
BY_SINGULAR = {each.singular: each for each in KINDS}


def _fields() -> dict[str, Any]:
    return {
        each.key: (dict[Word, each.model], Field(default_factory=dict))  # type: ignore[name-defined]
        if each.named
        else (tuple[each.model, ...], ())  # type: ignore[name-defined]
        for each in KINDS
    }


StateFile = create_model(
    "StateFile",
    __base__=StateHeader,
    __doc__="State law on one subject. Its elements stand in the programs it governs, after the city's own.",
    **_fields(),
)
ProgramFile = create_model(
    "ProgramFile",
    __base__=ProgramHeader,
    __doc__="The law of one program. Lists of elements stand in the order in which findings are shown.",
    **_fields(),
)


def treatment_of(kinds: frozenset[str]) -> Treatment:
    """How a rule is carried out by elements of these kinds: computed, judged or stated."""
    found = {BY_SINGULAR[each].treatment for each in kinds}
    return "computed" if "computed" in found else "judged" if "judged" in found else "stated"
