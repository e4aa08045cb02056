"""Standards: what must be so, compared exactly, for the whole or for each item of a list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from citycode.elements.asking import (
    Asked,
    Broken,
    answer,
    holds,
    in_words,
    is_silent,
    missing_names,
    sentence_of,
    value_of,
)
from citycode.elements.cited import Cited
from citycode.elements.gates import Gate
from citycode.language import Expression, Item, Missing, Type, Value, fact_label, value_to_json
from citycode.results.findings import Finding, Json, Outcome

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

    `measure` is what is measured; `direction` says which way the limit binds. `among` is set where the value
    must be one of a list of words.
    """

    require: Expression
    value: Expression | None = None
    limit: Expression | None = None
    unit: str | None = None
    measure: str | None = None
    direction: Direction | None = None
    among: bool = False


@dataclass(frozen=True, slots=True)
class Override:
    """Takes the place of its standard when its condition holds."""

    cited: Cited
    when: Expression | None
    each_when: Expression | None
    test: Test | None
    remedy: str | None


@dataclass(frozen=True, slots=True)
class Each:
    """The test for every item of the list `items`, bound as `name`. `label` is what the list is called."""

    items: Expression
    name: str
    when: Expression | None
    test: Test
    label: str


@dataclass(frozen=True, slots=True)
class Standard:
    """`conflict_key` is shared by elements that bind one measure:

    of those the more restrictive prevails.
    """

    cited: Cited
    gate: Gate
    test: Test | None
    each: Each | None
    overrides: tuple[Override, ...] = ()
    remedy: str | None = None
    conflict_key: str | None = None

    @property
    def bound(self) -> Test | None:
        """The test whose limit counts."""
        return self.each.test if self.each else self.test


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
    replaced_by: Override | None = None


def tested(test: Test, asked: Asked) -> Tested:
    found = answer(test.require, asked)
    if isinstance(found, Broken):
        return Tested("needs_information", f"This cannot be computed from the facts: {found.why}.")
    amount = value_of(test.limit, asked)
    limit = _json(amount, test.limit)
    if isinstance(found, Missing):
        if is_silent(found):
            return Tested("law_silent", "The text leaves this case open.", limit=limit, amounts=(amount,))
        names = missing_names(found)
        return Tested("needs_information", _needs(names, asked), (), None, limit, (amount,), names)
    value = _json(value_of(test.value, asked), test.value)
    met = bool(found.value)
    steps: tuple[str, ...] = ()
    if test.among and test.measure is not None:
        sentence = _membership(test.measure, value, limit, met, asked)
    else:
        sentence, steps = in_words(test.require, asked)
    return Tested("met" if met else "not_met", sentence, steps, value, limit, (amount,))


def _membership(measure: str, value: Json, limit: Json, met: bool, asked: Asked) -> str:
    """`Zoning district Residential (R-1) is not one of Rural Residential, Agricultural.`"""
    words = (
        [asked.labels.get(f"{measure}={each}", str(each)) for each in limit]
        if isinstance(limit, list)
        else []
    )
    held = asked.labels.get(f"{measure}={value}", str(value))
    return sentence_of(
        f"{fact_label(measure, asked.labels)} {held} is {'' if met else 'not '}one of {', '.join(words)}"
    )


def _json(value: Value | None, expression: Expression | None) -> Json:
    if value is None or expression is None:
        return None
    return to_json(value, expression.type)


def to_json(value: Value, type_: Type) -> Json:
    shown: Json = value_to_json(value, type_)  # type: ignore[assignment]
    return shown


def _needs(names: tuple[str, ...], asked: Asked) -> str:
    return f"Not known yet: {', '.join(fact_label(each, asked.labels) for each in names)}."


def find(standard: Standard, asked: Asked) -> tuple[Finding, Tested]:
    """The finding of a standard that binds, with what its test found."""
    override = _override_in_force(standard, asked)
    if isinstance(override, Override):
        result = _replaced(override, asked)
    else:
        parts = [tested(standard.test, asked)] if standard.test else []
        if standard.each:
            parts.append(_each(standard.each, standard.overrides, asked))
        result = _unless_relieved(_together(parts), override)
        if result.outcome == "not_met" and not _shows_limit(standard):
            result = replace(result, sentence=f"{result.sentence} {sentence_of(standard.cited.text)}")
    return _finding(standard, result, asked), result


def _shows_limit(standard: Standard) -> bool:
    """Does the sentence itself tell what is demanded?"""
    return standard.bound is not None and standard.bound.limit is not None


def _unless_relieved(result: Tested, unknown: tuple[str, ...]) -> Tested:
    """A failure is not final while `unknown` facts could put another section in its place."""
    if not unknown or result.outcome != "not_met":
        return result
    unsure = f"{result.sentence} Whether another section takes its place is not known yet."
    return replace(result, outcome="needs_information", sentence=unsure, missing=unknown)


def _override_in_force(standard: Standard, asked: Asked) -> Override | tuple[str, ...]:
    """The first override whose condition holds; else the facts missing to tell."""
    unknown: list[str] = []
    for each in standard.overrides:
        if each.when is None or each.each_when is not None:
            continue
        held = holds(each.when, asked)
        if held is True and not unknown:
            return each
        if isinstance(held, Missing):
            unknown.extend(missing_names(held))
    return tuple(dict.fromkeys(unknown))


def _replaced(override: Override, asked: Asked) -> Tested:
    if override.test is not None:
        return replace(tested(override.test, asked), replaced_by=override)
    words = f"{override.cited.section} applies in its place."
    return Tested("not_applicable", words, replaced_by=override)


def _each(each: Each, overrides: tuple[Override, ...], asked: Asked) -> Tested:
    found = answer(each.items, asked)
    if isinstance(found, Broken):
        return Tested("needs_information", f"This cannot be computed from the facts: {found.why}.")
    if isinstance(found, Missing):
        names = missing_names(found)
        return Tested("needs_information", _needs(names, asked), missing=names)
    items = found.value
    assert isinstance(items, tuple)  # noqa: S101 – the type was checked at load
    if not items:
        return Tested("not_applicable", f"There are no {each.label}.")
    parts = [_named(item, _item(each, overrides, asked.with_item(each.name, item)), asked) for item in items]
    return _together(parts)


def _named(item: Value, result: Tested, asked: Asked) -> Tested:
    """The sentence says which item it speaks of; missing facts name their item already."""
    if not isinstance(item, Item) or not result.sentence or result.missing:
        return result
    sentence = f"{fact_label(item.place, asked.labels)}: {result.sentence[0].lower()}{result.sentence[1:]}"
    return replace(result, sentence=sentence_of(sentence))


def _item(each: Each, overrides: tuple[Override, ...], asked: Asked) -> Tested:
    held = holds(each.when, asked)
    if held is False:
        return Tested("not_applicable", "")
    if isinstance(held, Missing):
        names = missing_names(held)
        return Tested("needs_information", _needs(names, asked), missing=names)
    unknown: tuple[str, ...] = ()
    for override in overrides:
        if override.each_when is None:
            continue
        relieved = holds(override.each_when, asked)
        if relieved is True and not unknown:
            return _replaced(override, asked)
        if isinstance(relieved, Missing):
            unknown = (*unknown, *missing_names(relieved))
    return _unless_relieved(tested(each.test, asked), unknown)


def _together(parts: list[Tested]) -> Tested:
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
        worst.replaced_by,
    )


def _finding(standard: Standard, result: Tested, asked: Asked) -> Finding:
    test = standard.bound
    assert test is not None  # noqa: S101 – a standard has one or the other
    cited, override = standard.cited, result.replaced_by
    return Finding(
        cited.id,
        cited.rule,
        cited.kind,
        result.outcome,
        result.sentence,
        cited.section,
        cited.cite,
        asked.on,
        cited.code_version,
        test.measure,
        result.value,
        result.limit,
        test.unit if result.limit is not None or result.value is not None else None,
        result.missing,
        None,
        _remedy(standard) if result.outcome == "not_met" else None,
        result.steps,
        (),
        (override.cited.id,) if override else (),
        (*cited.notes, *override.cited.notes) if override else cited.notes,
    )


def _remedy(standard: Standard) -> str | None:
    if standard.remedy:
        return standard.remedy
    return next((each.remedy for each in standard.overrides if each.when is None and each.remedy), None)


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
