"""Standards: what must be so, compared exactly, for the whole or for each item of a list."""

from __future__ import annotations

from dataclasses import dataclass

from citycode.elements.asking import Asked, Broken, answer, holds, missing_names, sentence_of
from citycode.elements.cited import Cited
from citycode.elements.comparisons import Test, Tested, needs, tested, together
from citycode.elements.gates import Gate
from citycode.language import Expression, Item, Missing, Value, fact_label
from citycode.results.findings import Finding


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
    """`conflict_key` is shared by elements that bind one measure: of those the more restrictive prevails.

    `remedy_if` names the remedy that goes with a word of a table (`CUP`: a conditional use permit).
    """

    cited: Cited
    gate: Gate
    test: Test | None
    each: Each | None
    overrides: tuple[Override, ...] = ()
    remedy: str | None = None
    conflict_key: str | None = None
    remedy_if: tuple[tuple[str, str], ...] = ()

    @property
    def bound(self) -> Test:
        """The test whose limit counts; a sentence that does not show it is followed by the rule."""
        test = self.each.test if self.each else self.test
        assert test is not None  # noqa: S101 – a standard has one or the other
        return test


def find(standard: Standard, asked: Asked) -> tuple[Finding, Tested]:
    """The finding of a standard that binds, with what its test found."""
    override = _override_in_force(standard, asked) if standard.overrides else ()
    if isinstance(override, Override):
        result = _replaced(override, asked)
    else:
        parts = [tested(standard.test, asked)] if standard.test else []
        if standard.each:
            parts.append(_each(standard.each, standard.overrides, asked))
        result = _unless_relieved(together(parts), override)
        if result.outcome == "not_met" and standard.bound.limit is None:
            result = result._replace(sentence=f"{result.sentence} {sentence_of(standard.cited.text)}")
    return _finding(standard, result, asked), result


def _unless_relieved(result: Tested, unknown: tuple[str, ...]) -> Tested:
    """A failure is not final while `unknown` facts could put another section in its place."""
    if not unknown or result.outcome != "not_met":
        return result
    unsure = f"{result.sentence} Whether another section takes its place is not known yet."
    return result._replace(outcome="needs_information", sentence=unsure, missing=unknown)


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
        return tested(override.test, asked)._replace(replaced_by=(override.cited,))
    words = f"{override.cited.section} applies in its place."
    return Tested("not_applicable", words, replaced_by=(override.cited,))


def _each(each: Each, overrides: tuple[Override, ...], asked: Asked) -> Tested:
    found = answer(each.items, asked)
    if isinstance(found, Broken):
        return Tested("needs_information", f"This cannot be computed from the facts: {found.why}.")
    if isinstance(found, Missing):
        names = missing_names(found)
        return Tested("needs_information", needs(names, asked), missing=names)
    items = found.value
    assert isinstance(items, tuple)  # noqa: S101 – the type was checked at load
    if not items:
        return Tested("not_applicable", f"There are no {each.label}.")
    parts = [_named(item, _item(each, overrides, asked.with_item(each.name, item)), asked) for item in items]
    result = together(parts)
    if result.outcome == "not_applicable" and not result.sentence:
        return result._replace(sentence=f"Applies to none of the {each.label}.")
    return result


def _named(item: Value, result: Tested, asked: Asked) -> Tested:
    """The sentence says which item it speaks of; missing facts name their item already."""
    if not isinstance(item, Item) or not result.sentence or result.missing or result.replaced_by:
        return result
    sentence = f"{fact_label(item.place, asked.labels)}: {result.sentence[0].lower()}{result.sentence[1:]}"
    return Tested(
        result.outcome, sentence_of(sentence), result.steps, result.value, result.limit, result.amounts
    )


def _item(each: Each, overrides: tuple[Override, ...], asked: Asked) -> Tested:
    held = holds(each.when, asked)
    if held is False:
        return Tested("not_applicable", "")
    if isinstance(held, Missing):
        names = missing_names(held)
        return Tested("needs_information", needs(names, asked), missing=names)
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


def _finding(standard: Standard, result: Tested, asked: Asked) -> Finding:
    test, cited, overrides = standard.bound, standard.cited, result.replaced_by
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
        _remedy(standard) if result.outcome == "not_met" else _remedy_if(standard, result),
        result.steps,
        (),
        tuple([each.id for each in overrides]),
        _notes(cited, overrides) if overrides else cited.notes,
    )


def _notes(cited: Cited, overrides: tuple[Cited, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*cited.notes, *(note for each in overrides for note in each.notes))))


def _remedy_if(standard: Standard, result: Tested) -> str | None:
    return dict(standard.remedy_if).get(str(result.value)) if standard.remedy_if else None


def _remedy(standard: Standard) -> str | None:
    if standard.remedy:
        return standard.remedy
    return next((each.remedy for each in standard.overrides if each.when is None and each.remedy), None)
