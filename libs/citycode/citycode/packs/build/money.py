"""Builders of securities, allocations, penalties and cost recovery."""

from __future__ import annotations

from collections.abc import Sequence

from citycode.elements.allocations import Allocation, PartShare
from citycode.elements.amounts import Amount
from citycode.elements.cost_recovery import Lane, RecoveryRule
from citycode.elements.costs import Cost
from citycode.elements.gates import Gate
from citycode.elements.penalties import PenaltyRule
from citycode.elements.rounding import Rounding
from citycode.elements.securities import CashRow, RemainderRule, Security
from citycode.elements.security_accounts import Draws, Floor, ReductionRule, ReleaseRule
from citycode.language import BARE, ListOf, Record
from citycode.packs.build.amounts import PERCENT, Amounts, money_formulas, rounding
from citycode.packs.build.fees import event
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.build.judging import gate
from citycode.packs.errors import nearest
from citycode.packs.models.element import Element
from citycode.packs.models.money import (
    AllocationSpec,
    CostRecoverySpec,
    CostSpec,
    DrawSpec,
    FloorSpec,
    PenaltySpec,
    ReductionSpec,
    ReleaseSpec,
    RemainderSpec,
    SecuritySpec,
)


def _amounts(ground: Ground, piece: Piece) -> Amounts:
    return Amounts(ground, piece, money_formulas(ground, piece))


def _gate(amounts: Amounts, spec: Element) -> tuple[Gate, bool]:
    """The element's condition and tracks, and whether the condition can be read."""
    found = gate(amounts.ground, amounts.piece, spec, amounts.formulas)
    return found, spec.when is None or found.when is not None


def _costs(amounts: Amounts, specs: Sequence[CostSpec], *steps: str | int) -> tuple[Cost, ...] | None:
    built = [amounts.built(each.of, *steps, at, "of") for at, each in enumerate(specs)]
    sound = [each for each in built if each is not None]
    if len(sound) < len(specs):
        return None
    return tuple(Cost(spec.label, each) for spec, each in zip(specs, sound, strict=True))


def _clock(ground: Ground, piece: Piece, clock: str | None, *steps: str | int) -> str | None:
    """`clock`, which must be a clock of the program."""
    clocks = [each.name for each in ground.declared if each.key == "clocks"]
    if clock is not None and clock not in clocks:
        mend = nearest(clock, clocks, "Declare it under `clocks:`, which has")
        ground.log.add(piece.line(*steps), f"No clock of the program is called `{clock}`", mend)
    return clock


def security(ground: Ground, piece: Piece, spec: SecuritySpec) -> Security | None:
    amounts = _amounts(ground, piece)
    gates, readable = _gate(amounts, spec)
    amount = amounts.built(spec.amount, "amount")
    cash = [_cash_row(ground, piece, amounts, spec, at) for at in range(len(spec.cash))]
    draws = _draws(ground, piece, amounts, spec.draws) if spec.draws is not None else None
    floor = _floor(ground, piece, amounts, spec.floor) if spec.floor is not None else None
    reduce = [_reduction(ground, piece, amounts, each, at) for at, each in enumerate(spec.reduce)]
    release = _release(ground, piece, amounts, spec.release) if spec.release is not None else None
    rounds = rounding(ground, piece, spec.rounding)
    if amount is None or not readable:
        return None
    return Security(
        cited=ground.cited(piece),
        gate=gates,
        amount=amount,
        before=event(ground, piece, spec.before, "before"),
        forms=spec.forms,
        discretionary=spec.discretionary,
        cash=tuple(each for each in cash if each is not None),
        remainder=_remainder(ground, piece, spec.remainder) if spec.remainder is not None else None,
        draws=draws,
        floor=floor,
        reduce=tuple(each for each in reduce if each is not None),
        release=release,
        rounding=rounds,
    )


def _cash_row(ground: Ground, piece: Piece, amounts: Amounts, spec: SecuritySpec, at: int) -> CashRow | None:
    row = spec.cash[at]
    amount = amounts.built(row, "cash", at, choice=True)
    return CashRow(ground.nested(piece, row, "security"), amount.when, amount) if amount is not None else None


def _remainder(ground: Ground, piece: Piece, spec: RemainderSpec) -> RemainderRule:
    choice = ground.office(piece, spec.choice, "remainder", "choice")
    return RemainderRule(ground.nested(piece, spec, "security"), spec.forms, spec.holders, choice)


def _draws(ground: Ground, piece: Piece, amounts: Amounts, spec: DrawSpec) -> Draws | None:
    costs = _costs(amounts, spec.costs, "draws", "costs")
    fee = amounts.optional(spec.fee, "draws", "fee")
    if costs is None:
        return None
    return Draws(ground.nested(piece, spec, "security"), costs, fee, spec.fee_label)


def _floor(ground: Ground, piece: Piece, amounts: Amounts, spec: FloorSpec) -> Floor | None:
    formulas = amounts.formulas
    below = formulas.compiled(("floor", "below_percent"), spec.below_percent, PERCENT)
    restore = formulas.compiled(("floor", "restore_percent"), spec.restore_percent, PERCENT)
    if restore is None or (spec.below_percent is not None and below is None):
        return None
    return Floor(
        ground.nested(piece, spec, "security"),
        below,
        restore,
        _clock(ground, piece, spec.within, "floor", "within"),
        event(ground, piece, spec.on, "floor", "on"),
        event(ground, piece, spec.before, "floor", "before"),
        ground.nested(piece, spec.lapse, "security") if spec.lapse is not None else None,
    )


def _reduction(
    ground: Ground, piece: Piece, amounts: Amounts, spec: ReductionSpec, at: int
) -> ReductionRule | None:
    steps = ("reduce", at)
    when = amounts.formulas.condition((*steps, "when"), spec.when)
    share = amounts.formulas.compiled((*steps, "by_share"), spec.by_share, BARE)
    needs = ground.office(piece, spec.needs, *steps, "needs")
    if when is None or share is None:
        return None
    title = ground.title_of(piece, needs).lower() if needs is not None else ""
    return ReductionRule(ground.nested(piece, spec, "security"), when, share, spec.of, needs, title)


def _release(ground: Ground, piece: Piece, amounts: Amounts, spec: ReleaseSpec) -> ReleaseRule | None:
    when = amounts.formulas.condition(("release", "when"), spec.when)
    if spec.when is not None and when is None:
        return None
    within = _clock(ground, piece, spec.within, "release", "within")
    by = ground.office(piece, spec.by, "release", "by")
    return ReleaseRule(ground.nested(piece, spec, "security"), when, within, by)


def allocation(ground: Ground, piece: Piece, spec: AllocationSpec) -> Allocation | None:
    amounts = _amounts(ground, piece)
    gates, readable = _gate(amounts, spec)
    payer = ground.who(piece, spec.payer, "payer") if spec.payer is not None else None
    rounds = rounding(ground, piece, spec.rounding)
    cited = ground.cited(piece)
    if spec.amount is not None:
        amount = amounts.built(spec.amount, "amount")
        parts = [
            PartShare(ground.who(piece, each.to, "parts", at, "to"), ground.title_of(piece, each.to), share)
            for at, each in enumerate(spec.parts)
            if (share := amounts.formulas.compiled(("parts", at, "share"), each.share, BARE)) is not None
        ]
        if amount is None or not readable or len(parts) < len(spec.parts):
            return None
        return Allocation(cited, gates, None, "", None, None, None, amount, tuple(parts), payer, rounds)
    items = amounts.formulas.compiled(("in",), spec.in_)
    if items is None or spec.as_ is None or spec.each is None:
        return None
    if not isinstance(items.type, ListOf) or not isinstance(items.type.item, Record):
        mend = "Name a fact of type list in `in:`."
        ground.log.add(piece.line("in"), f"`{spec.in_}` is no list of records", mend)
        return None
    formulas = amounts.formulas
    inner = formulas.within(formulas.scope.with_names({spec.as_: items.type.item}))
    each = Amounts(ground, piece, inner).built(spec.each, "each")
    ceiling: Amount | None = None
    over = None
    if spec.ceiling is not None:
        ceiling = amounts.built(spec.ceiling, "ceiling")
        over = ground.nested(piece, spec.ceiling, "allocation")
    if each is None or not readable or (spec.ceiling is not None and ceiling is None):
        return None
    return Allocation(cited, gates, items, spec.as_, each, ceiling, over, None, (), payer, rounds)


def penalty(ground: Ground, piece: Piece, spec: PenaltySpec) -> PenaltyRule | None:
    amounts = _amounts(ground, piece)
    gates, readable = _gate(amounts, spec)
    days = amounts.formulas.compiled(("days",), spec.days, BARE)
    amount = amounts.optional(spec.amount, "amount")
    rounds = rounding(ground, piece, spec.rounding) if spec.amount is not None else Rounding()
    lacking = (spec.days is not None and days is None) or (spec.amount is not None and amount is None)
    if lacking or not readable:
        return None
    words = f"a {spec.offense.replace('_', ' ')}"
    return PenaltyRule(ground.cited(piece), gates, spec.offense, words, days, amount, spec.also or (), rounds)


def recovery(ground: Ground, piece: Piece, spec: CostRecoverySpec) -> RecoveryRule | None:
    amounts = _amounts(ground, piece)
    gates, readable = _gate(amounts, spec)
    costs = _costs(amounts, spec.costs, "costs")
    plus = amounts.optional(spec.plus, "plus")
    held = amounts.dollars(spec.security, "security")
    lanes = []
    for at, each in enumerate(spec.lanes):
        open_when = amounts.formulas.condition(("lanes", at, "when"), each.when)
        clock = _clock(ground, piece, each.clock, "lanes", at, "clock")
        by = ground.office(piece, each.by, "lanes", at, "by")
        cited = ground.nested(piece, each, "cost recovery")
        lanes.append(Lane(cited, each.lane, open_when, each.statute, each.clause, by, clock))
    payer = ground.who(piece, spec.payer, "payer") if spec.payer is not None else None
    rounds = rounding(ground, piece, spec.rounding)
    lacking = (spec.plus is not None and plus is None) or (spec.security is not None and held is None)
    if costs is None or lacking or not readable:
        return None
    return RecoveryRule(ground.cited(piece), gates, costs, plus, held, payer, tuple(lanes), rounds)
