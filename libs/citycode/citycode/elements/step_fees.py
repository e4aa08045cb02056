"""What the steps of a ladder charge together: for one event, and for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from citycode.elements.ladders import LadderRule
from citycode.results.ladders import CountedEvent, Step


def charges(rule: LadderRule) -> bool:
    """Does any of its steps bring a fee?"""
    return any(step.fee is not None for step in rule.steps)


def event_fees(rule: LadderRule, counted: bool | None, steps: Sequence[Step]) -> Decimal | None:
    """Dollars; None where the ladder charges nothing at all, or the sum cannot be told yet."""
    if not charges(rule) or counted is None:
        return None
    return _summed(_usd(step) for step in steps if step.fee is not None)


def ladder_fees(rule: LadderRule, events: Sequence[CountedEvent]) -> Decimal | None:
    """Dollars; None where the ladder charges nothing at all, or one event's cannot be told yet."""
    return _summed(each.fees_usd for each in events) if charges(rule) else None


def _usd(step: Step) -> Decimal | None:
    if step.fee_usd is None or step.outcome == "needs_information":
        return None
    return Decimal(str(step.fee_usd))


def _summed(amounts: Iterable[Decimal | None]) -> Decimal | None:
    total = Decimal("0.00")
    for each in amounts:
        if each is None:
            return None
        total += each
    return total
