"""Which builders compile an element, by its model; each gives what it makes, or None (told in the log)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from citycode.packs.build import (
    conflicts,
    counting,
    documents,
    fees,
    inspections,
    judging,
    money,
    notices,
    procedure,
    rights,
    terms,
    timing,
)
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.models.conflicts import ConflictSpec
from citycode.packs.models.counting import CapSpec, LadderSpec
from citycode.packs.models.documents import DocumentSpec
from citycode.packs.models.judging import AppliesSpec, ExemptsSpec, JudgmentSpec, StandardSpec, TrackSpec
from citycode.packs.models.money import (
    AllocationSpec,
    CostRecoverySpec,
    FeeSpec,
    PenaltySpec,
    RefundSpec,
    SecuritySpec,
)
from citycode.packs.models.notices import NoticeSpec
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
from citycode.packs.models.terms import PeriodSpec, TermSpec
from citycode.packs.models.timing import ClockSpec, ReviewSpec

Builder: TypeAlias = "Callable[[Ground, Piece, Any], object | None]"

BUILDERS: dict[type, tuple[Builder, ...]] = {
    AppliesSpec: (judging.applies,),
    ExemptsSpec: (judging.exempt,),
    StandardSpec: (judging.standard,),
    JudgmentSpec: (judging.judgment, procedure.stated),
    TrackSpec: (judging.track,),
    NoticeSpec: (notices.notice, documents.notice),
    DocumentSpec: (documents.document,),
    ConflictSpec: (conflicts.more_restrictive, conflicts.prevailing, procedure.stated),
    DecisionSpec: (procedure.decision,),
    FeeSpec: (fees.fee,),
    RefundSpec: (fees.refund,),
    SecuritySpec: (money.security,),
    AllocationSpec: (money.allocation,),
    PenaltySpec: (money.penalty,),
    CostRecoverySpec: (money.recovery,),
    ClockSpec: (timing.clock,),
    ReviewSpec: (timing.review, procedure.stated),
    TermSpec: (terms.term_clock, terms.term, procedure.stated),
    PeriodSpec: (terms.period,),
    EndsSpec: (rights.end,),
    TransfersSpec: (rights.transfer, rights.transfer_clock),
    HoldsSpec: (rights.hold,),
    CapSpec: (counting.cap,),
    LadderSpec: (counting.ladder,),
    SubmittalSpec: (procedure.stated, documents.submittal),
    InspectionSpec: (inspections.passed, inspections.due, procedure.stated),
    ConditionSpec: (procedure.stated,),
    OverlaySpec: (procedure.stated,),
    DefinitionSpec: (procedure.stated,),
    AuthoritySpec: (procedure.stated,),
    StatedSpec: (procedure.stated,),
}
