"""Fees, refunds, securities, allocations, penalties and what the city recovers of its costs."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field
from servicekit.wire import Outgoing

from calculators.answers.findings import MissingFactView

Dollars = Annotated[str, Field(pattern=r"^-?\d+\.\d{2}$", examples=["1234.50"])]
Lack = Literal["needs_information", "law_silent", "not_computable"]
Known = Literal["known", "not_applicable", "needs_information", "law_silent", "not_computable"]


class SetAmountView(Outgoing):
    """A scheduled amount an answer rests on. `example`: the city has not set it; it is only assumed."""

    name: str
    label: str
    amount_usd: Dollars | None
    set_by: str | None
    example: bool
    stated: bool
    notes: list[str]


class CitedView(Outgoing):
    """Where an element about money stands in the law."""

    id: str
    rule: str
    title: str
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    missing: list[str]
    notes: list[str]
    amounts: list[SetAmountView]
    steps: list[str]


class FeeLineView(CitedView):
    """One fee with its arithmetic in `steps`; `before` is the event it must be paid before."""

    name: str | None
    outcome: Lack | Literal["due", "may_be_charged", "waived", "not_applicable"]
    amount_usd: Dollars | None
    example: bool
    before: str | None
    payer: str | None
    discretionary: bool
    rests_on: list[str]


class RefundLineView(CitedView):
    """What may be paid back, at most."""

    outcome: Lack | Literal["due", "may_be_refunded", "refused", "not_applicable"]
    paid_usd: Dollars | None
    at_most_usd: Dollars | None
    by: str | None
    rests_on: list[str]


class FeesAnswer(Outgoing):
    """Every fee of the program. `total_usd` is null while one that must be charged is not known."""

    city: str
    program: str
    total_usd: Dollars | None
    known_usd: Dollars
    lines: list[FeeLineView]
    refunds: list[RefundLineView]
    examples: list[SetAmountView]
    missing_facts: list[MissingFactView]
    law_date: date
    code_version: str
    pack_hash: str
    engine_version: str


class CostLineView(Outgoing):
    """One cost, or an addition to costs."""

    label: str
    amount_usd: Dollars | None
    steps: list[str]


class CashShareView(Outgoing):
    """The part of a security that must be cash."""

    id: str | None
    outcome: Known
    cash_usd: Dollars | None
    remainder_usd: Dollars | None
    sentence: str
    steps: list[str]
    missing: list[str]


class RemainderView(Outgoing):
    """What becomes of the part that need not be cash."""

    id: str
    remainder_usd: Dollars | None
    forms: list[str]
    holders: list[str]
    choice: str | None
    says: str


class DrawView(Outgoing):
    """What the city may take, as far as the security reaches."""

    id: str
    lines: list[CostLineView]
    total_usd: Dollars | None
    drawn_usd: Dollars | None
    uncovered_usd: Dollars | None
    left_usd: Dollars | None
    sentence: str
    missing: list[str]


class RestorationView(Outgoing):
    """Whether the balance must be restored, by how much and by when."""

    id: str
    due: bool | None
    floor_usd: Dollars | None
    deposit_usd: Dollars | None
    fell_on: date | None
    last_day: date | None
    before: str | None
    lapse: str | None
    lapse_says: str | None
    sentence: str


class ReductionView(Outgoing):
    """To what a security may be lowered."""

    id: str
    outcome: Literal["may_be_reduced", "needs_recommendation", "not_applicable", "needs_information"]
    reduced_to_usd: Dollars | None
    needs: str | None
    sentence: str
    missing: list[str]


class ReleaseView(Outgoing):
    """Whether what is left of a security goes back."""

    id: str
    due: bool | None
    release_usd: Dollars | None
    by: str | None
    within: str | None
    sentence: str
    missing: list[str]


class SecurityView(CitedView):
    """One security; what follows from its account is null where none was stated."""

    outcome: Known
    required_usd: Dollars | None
    discretionary: bool
    before: str | None
    forms: list[str]
    cash: CashShareView | None
    remainder: RemainderView | None
    held_usd: Dollars | None
    short_usd: Dollars | None
    draw: DrawView | None
    restoration: RestorationView | None
    reductions: list[ReductionView]
    release: ReleaseView | None
    rests_on: list[str]


class SecuritiesAnswer(Outgoing):
    """Every security of the program."""

    city: str
    program: str
    securities: list[SecurityView]
    examples: list[SetAmountView]
    missing_facts: list[MissingFactView]
    law_date: date
    code_version: str


class ShareView(Outgoing):
    """What one gets or bears, before and after the cut to the ceiling."""

    to: str
    label: str
    entitled_usd: Dollars | None
    share_usd: Dollars | None
    steps: list[str]
    missing: list[str]


class AllocationView(CitedView):
    """One allocation; its shares sum to `total_usd` exactly."""

    outcome: Known
    shares: list[ShareView]
    entitled_usd: Dollars | None
    ceiling_usd: Dollars | None
    cut: bool | None
    total_usd: Dollars | None
    payer: str | None
    rests_on: list[str]


class AllocationsAnswer(Outgoing):
    """Every allocation of the program."""

    city: str
    program: str
    allocations: list[AllocationView]
    examples: list[SetAmountView]
    missing_facts: list[MissingFactView]
    law_date: date
    code_version: str


class PenaltyView(CitedView):
    """An offense, and what it costs where the law names dollars."""

    outcome: Known
    offense: str
    offenses: int | None
    amount_usd: Dollars | None
    also: list[str]


class PenaltiesAnswer(Outgoing):
    """Every penalty of the program."""

    city: str
    program: str
    penalties: list[PenaltyView]
    examples: list[SetAmountView]
    missing_facts: list[MissingFactView]
    law_date: date
    code_version: str


class LaneView(Outgoing):
    """One way to collect what is unpaid; `open` is null while facts are missing to tell."""

    id: str
    lane: Literal["assessment", "certification", "personal_obligation", "civil_action"]
    open: bool | None
    collect_usd: Dollars | None
    statute: str | None
    clause: str | None
    by: str | None
    clock: str | None
    sentence: str
    missing: list[str]
    notes: list[str]


class RecoveryView(CitedView):
    """What may be recovered of the city's costs, and by which lanes."""

    outcome: Known
    costs: list[CostLineView]
    costs_usd: Dollars | None
    plus: CostLineView | None
    recoverable_usd: Dollars | None
    from_security_usd: Dollars | None
    remainder_usd: Dollars | None
    payer: str | None
    lanes: list[LaneView]


class CostRecoveryAnswer(Outgoing):
    """Every cost recovery of the program."""

    city: str
    program: str
    recoveries: list[RecoveryView]
    examples: list[SetAmountView]
    missing_facts: list[MissingFactView]
    law_date: date
    code_version: str
