"""Builders of fees and refunds."""

from __future__ import annotations

from citycode.elements.fees import Fee, Waiver
from citycode.elements.refunds import Refund
from citycode.packs.build.amounts import Amounts, money_formulas, rounding
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.build.judging import gate
from citycode.packs.models.money import FeeSpec, RefundSpec


def fee(ground: Ground, piece: Piece, spec: FeeSpec) -> Fee | None:
    formulas = money_formulas(ground, piece)
    amounts = Amounts(ground, piece, formulas)
    amount = amounts.built(spec.amount, "amount")
    least, most = amounts.optional(spec.at_least, "at_least"), amounts.optional(spec.at_most, "at_most")
    gates = gate(ground, piece, spec, formulas)
    waived = tuple(
        Waiver(ground.nested(piece, each, "fee"), held)
        for at, each in enumerate(spec.waived)
        if (held := formulas.condition(("waived", at, "when"), each.when)) is not None
    )
    _refuse_same_name(ground, piece, spec)
    rounds = rounding(ground, piece, spec.rounding)
    if amount is None or (spec.when is not None and gates.when is None):
        return None
    return Fee(
        cited=ground.cited(piece),
        name=spec.name,
        gate=gates,
        amount=amount,
        at_least=least,
        at_most=most,
        waived=waived,
        before=event(ground, piece, spec.before, "before"),
        before_words=action_words(ground, spec.before),
        payer=ground.who(piece, spec.payer, "payer") if spec.payer is not None else None,
        discretionary=spec.discretionary,
        rounding=rounds,
    )


def refund(ground: Ground, piece: Piece, spec: RefundSpec) -> Refund | None:
    formulas = money_formulas(ground, piece)
    amounts = Amounts(ground, piece, formulas)
    paid = amounts.built(spec.paid, "paid")
    most = amounts.optional(spec.at_most, "at_most")
    gates = gate(ground, piece, spec, formulas)
    by = ground.office(piece, spec.by, "by")
    rounds = rounding(ground, piece, spec.rounding)
    lacking = (spec.at_most is not None and most is None) or (spec.when is not None and gates.when is None)
    if paid is None or lacking:
        return None
    title = f" by the {ground.title_of(piece, by).lower()}" if by is not None else ""
    return Refund(ground.cited(piece), gates, paid, most, by, title, spec.mandatory, rounds)


def event(ground: Ground, piece: Piece, name: str | None, *steps: str | int) -> str | None:
    """`name`, which must be an event of the vocabulary."""
    if name is not None:
        ground.known(piece, "event", name, ground.vocabulary.events, *steps)
    return name


def action_words(ground: Ground, name: str | None) -> str:
    """The event as something still to come: `the permit is issued`."""
    if name is None:
        return ""
    return ground.vocabulary.events.get(name, "").replace(" was ", " is ", 1)


def _refuse_same_name(ground: Ground, piece: Piece, spec: FeeSpec) -> None:
    for each in ground.declared:
        if each is piece.declared:
            return
        other = each.versions[-1].item.spec
        if isinstance(other, FeeSpec) and spec.name is not None and other.name == spec.name:
            ground.log.add(
                piece.line("name"),
                f"Another fee is called `{spec.name}` (line {each.line})",
                "Give one of them another name.",
            )
            return
