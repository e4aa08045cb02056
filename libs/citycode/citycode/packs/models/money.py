"""Elements about money: fees, refunds, securities, allocations, penalties, cost recovery."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from citycode.packs.models.amounts import Amount, AmountSpec
from citycode.packs.models.element import Element, Named
from citycode.packs.models.parts import (
    ElementId,
    Event,
    Flag,
    Formula,
    Part,
    RuleId,
    Word,
    Wording,
    Wordings,
    Words,
)
from citycode.packs.models.schedules import RoundingSpec


class WaiverSpec(Named):
    """`when` it holds, the fee is not charged."""

    when: Formula


class FeeSpec(Element):
    """What is charged. Later fees and securities read it as f.<name>.

    `before` names the action it must be paid before. `discretionary: true` where the city may charge it:
    it is shown, and stands in no total. `at_least` and `at_most` bound it.
    """

    name: Word | None = None
    amount: Amount
    at_least: Amount | None = None
    at_most: Amount | None = None
    waived: tuple[WaiverSpec, ...] = ()
    before: Event | None = None
    payer: Word | None = None
    discretionary: Flag = False
    rounding: RoundingSpec | None = None


class RefundSpec(Element):
    """What may, or (`mandatory: true`) must, be paid back of `paid`: at most `at_most`, else all of it.

    `by` decides. Whether it was asked for in time stands in `when`, as on_time('id of a clock').
    """

    paid: Amount
    at_most: Amount | None = None
    by: Word | None = None
    mandatory: Flag = False
    rounding: RoundingSpec | None = None


class CashSpec(AmountSpec):
    """The share of the security that must be cash, where `when` holds; a case no row speaks of is left open
    by the law.
    """

    id: ElementId


class RemainderSpec(Named):
    """What becomes of the part that need not be cash."""

    forms: Wordings = ()
    holders: Wordings = ()
    choice: Word | None = None


class CostSpec(Part):
    """One cost of the city."""

    of: Amount
    label: Wording


class DrawSpec(Named):
    """What the city may spend the security on: its `costs`, and a `fee` besides."""

    costs: Annotated[tuple[CostSpec, ...], Field(min_length=1)]
    fee: Amount | None = None
    fee_label: Wording = "processing fee"


class FloorSpec(Named):
    """When the balance falls below a share of what is required it is to be restored to another share of it.

    `on` is the event of falling below, `within` the id of the clock it starts. Without `below_percent` any
    draw is to be made good.
    """

    below_percent: Formula | None = None
    restore_percent: Formula
    on: Event | None = None
    within: RuleId | None = None
    before: Event | None = None
    lapse: Named | None = None

    @model_validator(mode="after")
    def _event_of_clock(self) -> FloorSpec:
        if (self.on is None) != (self.within is None):
            raise ValueError("`within` needs the event that starts the clock|Give both `on:` and `within:`.")
        return self


class ReductionSpec(Named):
    """What the requirement may be lowered by, on the written recommendation of the office in `needs`."""

    when: Formula
    by_share: Formula
    of: Literal["required", "initial"]
    needs: Word | None = None


class ReleaseSpec(Named):
    """`when` it holds what is left goes back; `within` is the clock that then runs."""

    when: Formula | None = None
    within: RuleId | None = None
    by: Word | None = None


class SecuritySpec(Element):
    """A bond, escrow or deposit: how much, in which forms, how drawn on, restored, reduced, released."""

    amount: Amount
    before: Event | None = None
    forms: Wordings = ()
    discretionary: Flag = False
    cash: tuple[CashSpec, ...] = ()
    remainder: RemainderSpec | None = None
    draws: DrawSpec | None = None
    floor: FloorSpec | None = None
    reduce: tuple[ReductionSpec, ...] = ()
    release: ReleaseSpec | None = None
    rounding: RoundingSpec | None = None


class CeilingSpec(AmountSpec):
    """What all shares together may not exceed."""

    id: ElementId


class PartSpec(Part):
    """Who bears which share of the whole."""

    to: Word
    share: Formula


class AllocationSpec(Element):
    """Money divided among several: to each item of a list (`in`, `as`, `each`), cut in proportion where the
    sum exceeds the `ceiling`; or one `amount` in fixed `parts`. Shares always sum to the whole, to the cent.
    """

    in_: Annotated[Formula | None, Field(alias="in")] = None
    as_: Annotated[Word | None, Field(alias="as")] = None
    each: Amount | None = None
    ceiling: CeilingSpec | None = None
    over: Literal["proportional"] = "proportional"
    amount: Amount | None = None
    parts: tuple[PartSpec, ...] = ()
    payer: Word | None = None
    rounding: RoundingSpec | None = None

    @model_validator(mode="after")
    def _one_way(self) -> AllocationSpec:
        listed = [self.in_ is not None, self.as_ is not None, self.each is not None]
        fixed = [self.amount is not None, bool(self.parts)]
        if (any(listed) and any(fixed)) or not (all(listed) or all(fixed)):
            raise ValueError(
                "It does not say among whom what is divided|Give `in:`, `as:` and `each:`, or `amount:` and "
                "`parts:`."
            )
        return self


class PenaltySpec(Element):
    """What a violation is and costs: an `offense`, `per_day` one for each of `days`, dollars for each."""

    offense: Word
    per_day: Flag = False
    days: Formula | None = None
    amount: Amount | None = None
    also: Words | None = None
    rounding: RoundingSpec | None = None

    @model_validator(mode="after")
    def _counted(self) -> PenaltySpec:
        if self.per_day != (self.days is not None):
            raise ValueError("`per_day` and `days` belong together|Give both, or neither.")
        return self


class LaneSpec(Named):
    """One way to collect what is not paid, open `when` it holds.

    `clock` is the id of the clock by which it must be done; `statute` and `clause` name the power.
    """

    lane: Literal["assessment", "certification", "personal_obligation", "civil_action"]
    when: Formula | None = None
    statute: Wording | None = None
    clause: Wording | None = None
    by: Word | None = None
    clock: RuleId | None = None


class CostRecoverySpec(Element):
    """What the city may recover: its `costs`, `plus` an addition on them, less what securities cover.

    `security` is a formula of the dollars held. `lanes` are the ways to the tax roll and to court.
    """

    costs: Annotated[tuple[CostSpec, ...], Field(min_length=1)]
    plus: Amount | None = None
    security: Formula | None = None
    payer: Word | None = None
    lanes: tuple[LaneSpec, ...] = ()
    rounding: RoundingSpec | None = None
