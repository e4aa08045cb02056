"""Builders of what a check evaluates."""

from __future__ import annotations

from citycode.elements.comparisons import Test
from citycode.elements.gates import Exempt, Gate
from citycode.elements.judgments import Judgment
from citycode.elements.requirement import Needed
from citycode.elements.standards import Each, Override, Standard
from citycode.elements.tracks import TrackRule
from citycode.language import Enum, Expression, ListOf, Record
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.errors import nearest
from citycode.packs.formulas import Formulas
from citycode.packs.models.element import Element
from citycode.packs.models.judging import (
    AppliesSpec,
    EachSpec,
    ExemptsSpec,
    JudgmentSpec,
    OverrideSpec,
    StandardSpec,
    TrackSpec,
)
from citycode.results.checks import Track


def gate(ground: Ground, piece: Piece, spec: Element, formulas: Formulas) -> Gate:
    for track in spec.on_tracks or ():
        if track not in ground.tracks:
            ground.log.add(
                piece.line("tracks"),
                f"The program has no track `{track}`",
                nearest(track, ground.tracks, "Its tracks:"),
            )
    return Gate(
        formulas.condition(("when",), spec.when),
        frozenset(spec.on_tracks) if spec.on_tracks is not None else None,
    )


def applies(ground: Ground, piece: Piece, spec: AppliesSpec) -> Needed | Standard | None:
    """When the program is needed, or what it requires to be possible at all."""
    return _needed(ground, piece, spec) if spec.require is None else _requirement(ground, piece, spec)


def _needed(ground: Ground, piece: Piece, spec: AppliesSpec) -> Needed | None:
    when = ground.formulas(piece).condition(("when",), spec.when)
    return Needed(ground.cited(piece), when) if when is not None else None


def _requirement(ground: Ground, piece: Piece, spec: AppliesSpec) -> Standard | None:
    formulas = ground.formulas(piece)
    test = formulas.test((), spec.require, None, None)
    if test is None:
        return None
    remedy = _remedy(ground, piece, spec.remedy, "remedy")
    return Standard(ground.cited(piece), gate(ground, piece, spec, formulas), test, None, (), remedy)


def exempt(ground: Ground, piece: Piece, spec: ExemptsSpec) -> Exempt | None:
    when = ground.formulas(piece).condition(("when",), spec.when)
    for place, name in enumerate(spec.of):
        if name not in ground.ids:
            ground.log.add(
                piece.line("of", place),
                f"`{name}` is no element of the program",
                nearest(name, ground.ids, "It has"),
            )
    if when is None:
        return None
    return Exempt(ground.cited(piece), when, frozenset(spec.of), spec.permit_only)


def standard(ground: Ground, piece: Piece, spec: StandardSpec) -> Standard | None:
    formulas = ground.formulas(piece)
    test = formulas.test((), spec.require, spec.limit, spec.measure) if spec.require is not None else None
    each = _each(ground, piece, spec.each, formulas) if spec.each is not None else None
    inner = formulas
    if spec.each is not None:
        if each is None:
            return None
        inner = _inner(spec.each, each.items, formulas) or formulas
    overrides = tuple(
        built
        for place, override in enumerate(spec.overridden_by)
        if (built := _override(ground, piece, override, place, formulas, inner)) is not None
    )
    remedy = _remedy(ground, piece, spec.remedy, "remedy")
    gates = gate(ground, piece, spec, formulas)
    if spec.require is not None and test is None:
        return None
    return Standard(
        ground.cited(piece),
        gates,
        test,
        each,
        overrides,
        remedy,
        _conflict_key(spec),
        _remedy_if(ground, piece, spec, test),
    )


def _remedy_if(
    ground: Ground, piece: Piece, spec: StandardSpec, test: Test | None
) -> tuple[tuple[str, str], ...]:
    """The remedies that go with words of a table cell."""
    if not spec.remedy_if:
        return ()
    type_ = test.value.type if test is not None and test.value is not None else None
    if not isinstance(type_, Enum):
        ground.log.add(
            piece.line("remedy_if"),
            "`remedy_if` goes with words, and `require` compares none",
            "Let `require` be one comparison of a table cell, as `t.use in {'P', 'CUP'}`.",
        )
        return ()
    for word, remedy in spec.remedy_if.items():
        _remedy(ground, piece, remedy, "remedy_if", word)
        if word not in type_.values:
            ground.log.add(
                piece.line("remedy_if", word),
                f"`{word}` is none of the words that are compared",
                nearest(word, type_.values, "They are"),
            )
    return tuple(spec.remedy_if.items())


def _conflict_key(spec: StandardSpec) -> str | None:
    if spec.each is not None and spec.each.measure is not None:
        field = spec.each.measure.removeprefix(f"{spec.each.as_}.")
        return f"{spec.each.in_}[].{field}"
    return spec.measure


def _remedy(ground: Ground, piece: Piece, remedy: str | None, *steps: str | int) -> str | None:
    if remedy is not None:
        ground.known(piece, "remedy", remedy, ground.vocabulary.remedies, *steps)
    return remedy


def _each(ground: Ground, piece: Piece, spec: EachSpec, formulas: Formulas) -> Each | None:
    items = formulas.compiled(("each", "in"), spec.in_)
    if items is None:
        return None
    inner = _inner(spec, items, formulas)
    if inner is None:
        mend = "Name a fact of type list in `in:`."
        ground.log.add(piece.line("each", "in"), f"`{spec.in_}` is no list of records", mend)
        return None
    test = inner.test(("each",), spec.require, spec.limit, spec.measure)
    when = inner.condition(("each", "when"), spec.when)
    fact = ground.facts.get(spec.in_)
    label = fact.label if fact is not None else spec.in_
    return Each(items, spec.as_, when, test, label) if test is not None else None


def _inner(spec: EachSpec, items: Expression, formulas: Formulas) -> Formulas | None:
    """The scope within `each`: the item under its name. None where `in` is no list of records."""
    if not isinstance(items.type, ListOf) or not isinstance(items.type.item, Record):
        return None
    return formulas.within(formulas.scope.with_names({spec.as_: items.type.item}))


def _override(
    ground: Ground, piece: Piece, spec: OverrideSpec, place: int, formulas: Formulas, inner: Formulas
) -> Override | None:
    steps = ("overridden_by", place)
    when = formulas.condition((*steps, "when"), spec.when)
    each_when = inner.condition((*steps, "each_when"), spec.each_when)
    if (spec.when is not None and when is None) or (spec.each_when is not None and each_when is None):
        return None
    scope = inner if spec.each_when is not None else formulas
    test = scope.test(steps, spec.require, spec.limit, None) if spec.require is not None else None
    remedy = _remedy(ground, piece, spec.remedy, *steps, "remedy")
    return Override(ground.nested(piece, spec, "standard"), when, each_when, test, remedy)


def judgment(ground: Ground, piece: Piece, spec: JudgmentSpec) -> Judgment:
    formulas = ground.formulas(piece)
    ground.office(piece, spec.by, "by")
    return Judgment(
        ground.cited(piece),
        gate(ground, piece, spec, formulas),
        spec.ask,
        spec.by,
        ground.title_of(piece, spec.by),
        _remedy(ground, piece, spec.remedy, "remedy"),
    )


def track(ground: Ground, piece: Piece, spec: TrackSpec) -> TrackRule | None:
    when = ground.formulas(piece).condition(("when",), spec.when)
    if spec.when is not None and when is None:
        return None
    decides = spec.decides
    if decides is not None:
        ground.office(piece, decides.office, "decides", "office")
        for adviser in decides.advised_by or ():
            ground.office(piece, adviser, "decides", "advised_by")
    cited = ground.cited(piece, spec.by_rule)
    chosen = Track(
        spec.id,
        cited.rule,
        decides.office if decides else None,
        decides.hearing if decides else False,
        (decides.advised_by or ()) if decides else (),
        cited.section,
    )
    return TrackRule(cited, when, chosen)
