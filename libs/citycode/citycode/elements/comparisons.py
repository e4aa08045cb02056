"""Comparisons: one requirement put to the facts, and how strict it is beside another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from citycode.elements.asking import (
    Asked,
    Broken,
    is_silent,
    missing_names,
    told,
    value_of,
    worked,
)
from citycode.elements.cited import Cited
from citycode.language import Expression, Missing, Type, Value, fact_label, value_to_json
from citycode.results.findings import Json, Outcome

Direction = Literal["at_least", "at_most"]
RANK: dict[Outcome, int] = {
    "not_met": 0,
    "needs_information": 1,
    "law_silent": 2,
    "met": 3,
    "not_applicable": 4,
}


@dataclass(frozen=True, slots=True)
class Test:
    """`require` decides. `value` and `limit` are the two sides where it compares two quantities, in `unit`.

    `measure` is what is measured; `direction` says which way the limit binds.
    """

    require: Expression
    value: Expression | None = None
    limit: Expression | None = None
    unit: str | None = None
    measure: str | None = None
    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class Tested:
    """What a test found. `amounts` are the limits as computed, one per item: which is stricter?"""

    outcome: Outcome
    sentence: str
    steps: tuple[str, ...] = ()
    value: Json = None
    limit: Json = None
    amounts: tuple[Value | None, ...] = ()
    missing: tuple[str, ...] = ()
    replaced_by: tuple[Cited, ...] = ()


def tested(test: Test, asked: Asked) -> Tested:
    work = worked(test.require, asked)
    if isinstance(work, Broken):
        return Tested("needs_information", f"This cannot be computed from the facts: {work.why}.")
    found = work.value
    amount = value_of(test.limit, asked)
    limit = _json(amount, test.limit)
    if isinstance(found, Missing):
        if is_silent(found):
            return Tested("law_silent", "The text leaves this case open.", limit=limit, amounts=(amount,))
        names = missing_names(found)
        return Tested("needs_information", needs(names, asked), (), None, limit, (amount,), names)
    value = _json(value_of(test.value, asked), test.value)
    met = bool(found)
    sentence, steps = told(work, asked)
    return Tested("met" if met else "not_met", sentence, steps, value, limit, (amount,))


def _json(value: Value | None, expression: Expression | None) -> Json:
    if value is None or expression is None:
        return None
    return to_json(value, expression.type)


def to_json(value: Value, type_: Type) -> Json:
    shown: Json = value_to_json(value, type_)  # type: ignore[assignment]
    return shown


def needs(names: tuple[str, ...], asked: Asked) -> str:
    return f"Not known yet: {', '.join(fact_label(each, asked.labels) for each in names)}."


def together(parts: list[Tested]) -> Tested:
    """The outcome that weighs most, with the sentences of all parts that share it."""
    if len(parts) == 1:
        return parts[0]
    worst = min(parts, key=lambda each: RANK[each.outcome])
    telling = [each.sentence for each in parts if each.outcome == worst.outcome and each.sentence]
    return Tested(
        worst.outcome,
        " ".join(dict.fromkeys(telling)),
        tuple(step for each in parts for step in (*each.steps, each.sentence) if step),
        worst.value,
        worst.limit,
        tuple(amount for each in parts for amount in each.amounts),
        tuple(dict.fromkeys(name for each in parts for name in each.missing)),
        tuple({cited.id: cited for each in parts for cited in each.replaced_by}.values()),
    )


def stricter(left: Tested, right: Tested, direction: Direction) -> bool:
    """Does `left` demand at least as much as `right` of every item, and more of one?

    False where a limit is not known.
    """
    if not left.amounts or len(left.amounts) != len(right.amounts):
        return False
    signs = [_compared(one, two) for one, two in zip(left.amounts, right.amounts, strict=True)]
    if None in signs:
        return False
    known = [sign if direction == "at_least" else -sign for sign in signs if sign is not None]
    return min(known) >= 0 and max(known) > 0


def _compared(one: Value | None, two: Value | None) -> int | None:
    """1, 0 or -1 as `one` is more than, equal to or less than `two`."""
    if one is None or two is None:
        return None
    return int(one > two) - int(one < two)  # type: ignore[operator]
