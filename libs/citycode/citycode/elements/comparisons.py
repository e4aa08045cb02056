"""Comparisons: one requirement put to the facts, and how strict it is beside another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from citycode.elements.asking import (
    Asked,
    Broken,
    is_silent,
    missing_names,
    told,
    worked,
)
from citycode.elements.cited import Cited
from citycode.language import Expression, Missing, Trace, Type, Value, fact_label, json_writer, value_to_json
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
class Side:
    """One side of a comparison: its place in the working, its type, and how its value is written."""

    place: int
    type: Type
    write: Callable[[Value], Json]

    @classmethod
    def at(cls, place: int, type_: Type) -> Side:
        return cls(place, type_, json_writer(type_))

    def value(self, work: Trace) -> Value | None:
        """What it came to; None while it is not known."""
        value = work.parts[self.place].value
        return None if value.__class__ is Missing else value


@dataclass(frozen=True, slots=True)
class Test:
    """`require` decides. `value` and `limit` are the two sides where it compares two quantities, in `unit`.

    `measure` is what is measured; `direction` says which way the limit binds.
    """

    require: Expression
    value: Side | None = None
    limit: Side | None = None
    unit: str | None = None
    measure: str | None = None
    direction: Direction | None = None


class Tested(NamedTuple):
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
    amount = test.limit.value(work) if test.limit else None
    limit = test.limit.write(amount) if test.limit and amount is not None else None
    if isinstance(found, Missing):
        if is_silent(found):
            return Tested("law_silent", "The text leaves this case open.", limit=limit, amounts=(amount,))
        names = missing_names(found)
        return Tested("needs_information", needs(names, asked), (), None, limit, (amount,), names)
    measured = test.value.value(work) if test.value else None
    value = test.value.write(measured) if test.value and measured is not None else None
    sentence, steps = told(work, asked)
    return Tested("met" if found else "not_met", sentence, steps, value, limit, (amount,))


def to_json(value: Value, type_: Type) -> Json:
    return value_to_json(value, type_)


def needs(names: tuple[str, ...], asked: Asked) -> str:
    return f"Not known yet: {', '.join(fact_label(each, asked.labels) for each in names)}."


def together(parts: list[Tested]) -> Tested:
    """The outcome that weighs most, with the sentences of all parts that share it."""
    if len(parts) == 1:
        return parts[0]
    worst = min(parts, key=lambda each: RANK[each.outcome])
    telling = [each.sentence for each in parts if each.outcome == worst.outcome and each.sentence]
    steps: list[str] = []
    amounts: list[Value | None] = []
    missing: list[str] = []
    cited: dict[str, Cited] = {}
    for each in parts:
        steps += each.steps
        if each.sentence:
            steps.append(each.sentence)
        amounts += each.amounts
        missing += each.missing
        cited |= {by.id: by for by in each.replaced_by}
    return Tested(
        worst.outcome,
        " ".join(dict.fromkeys(telling)),
        tuple(steps),
        worst.value,
        worst.limit,
        tuple(amounts),
        tuple(dict.fromkeys(missing)),
        tuple(cited.values()),
    )


def stricter(left: Tested, right: Tested, direction: Direction) -> int:
    """1 where `left` demands as much as `right` of every item and more of one, -1 where `right` does.

    0 where neither does, or a limit is not known.
    """
    one, two = left.amounts, right.amounts
    if one == two or len(one) != len(two) or None in one or None in two:
        return 0
    pairs: list[tuple[Any, Any]] = list(zip(one, two, strict=True))
    most = all(mine >= theirs for mine, theirs in pairs)
    least = all(mine <= theirs for mine, theirs in pairs)
    more = int(most) - int(least)
    return more if direction == "at_least" else -more
