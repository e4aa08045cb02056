"""The editions of a program:

each element version compiled once, editions cut wherever something changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from citycode.elements.checking import CheckedElements
from citycode.elements.cited import Cited
from citycode.elements.edition import Edition, Stated
from citycode.elements.gates import Exempt
from citycode.elements.judgments import Judgment
from citycode.elements.measures import Measure
from citycode.elements.precedence import Conflicts, MoreRestrictive, Precedence, rivals
from citycode.elements.requirement import Needed
from citycode.elements.spans import ALWAYS, Span, slices
from citycode.elements.standards import Standard
from citycode.elements.tables import Table
from citycode.elements.tracks import TrackRule
from citycode.packs.build import measures, tables
from citycode.packs.build.builders import BUILDERS
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.build.terms import period_names, yearly_periods
from citycode.packs.build.timing import timed_clocks
from citycode.packs.declared import Declared
from citycode.packs.models.judging import MeasureSpec, TableSpec
from citycode.packs.models.procedure import DefinitionSpec

DEFINING = ("tables", "measures", "definitions")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Built:
    """A piece with what was compiled of it."""

    piece: Piece
    cited: Cited | None
    parts: tuple[object, ...] = ()


def editions(declared: Sequence[Declared], ground: Ground) -> tuple[tuple[Edition, ...], tuple[Built, ...]]:
    """All editions, following one another without gap, and the pieces they are made of."""
    defining = [each for each in declared if each.key in DEFINING]
    cutting = [each for each in declared if each.key in (*DEFINING, "periods")]
    stretches = slices([span for each in cutting for span in _changes(each)], ALWAYS)
    named = [each.rule_id for each in declared if each.rule_id is not None]
    ground = replace(
        ground,
        tracks=tuple(each.name for each in declared if each.key == "tracks"),
        ids=frozenset((*named, *(each.partition(".")[0] for each in named))),
        declared=tuple(declared),
        scope=replace(ground.scope.with_names(period_names(declared)), clocks=timed_clocks(declared)),
    )
    built: list[Built] = []
    for stretch in stretches:
        seasons = ground.scope.with_tables(yearly_periods(declared, stretch))
        local = _with_definitions(defining, stretch, replace(ground, scope=seasons), built)
        for each in declared:
            if each.key not in DEFINING:
                built.extend(_build(piece, local) for piece in _pieces(each, stretch))
    order = {id(each): place for place, each in enumerate(declared)}
    built.sort(key=lambda each: order[id(each.piece.declared)])
    spans = slices([each.piece.span for each in built], ALWAYS)
    return tuple(_edition(span, built, ground.precedences) for span in spans), tuple(built)


def _changes(declared: Declared) -> list[Span]:
    spans = [version.span for version in declared.versions]
    for version in declared.versions:
        spans += [each.span for dated in version.item.values.values() for each in dated]
    return spans


def _pieces(declared: Declared, within: Span) -> list[Piece]:
    """The element cut wherever it or one of its values changes."""
    pieces = []
    for version in declared.versions:
        span = version.span.within(within)
        if span is not None:
            changes = [each.span for dated in version.item.values.values() for each in dated]
            pieces += [Piece.of(declared, version.item, each) for each in slices(changes, span)]
    return pieces


def _with_definitions(
    defining: Sequence[Declared], stretch: Span, ground: Ground, built: list[Built]
) -> Ground:
    """The scope of a stretch:

    tables and measures in the order of the file, each able to read those before it.
    """
    for each in defining:
        for piece in _pieces(each, stretch):
            spec = piece.version.spec
            home = ground.at_home(piece)
            if isinstance(spec, TableSpec):
                made = tables.table(home, piece, spec)
                if made is not None:
                    name = made.table.name
                    scope = ground.scope.with_tables({name: made.keys})
                    if made.plain:
                        scope = scope.with_names({name: made.keys.cell})
                    ground = replace(ground, scope=scope)
                    parts = (made.table,) if made.plain else ()
                    built.append(Built(piece, home.cited(piece) if spec.id else None, parts))
                else:
                    ground = _without(ground, f"t.{each.name}")
            elif isinstance(spec, MeasureSpec | DefinitionSpec) and spec.name is not None:
                name = f"{'m' if isinstance(spec, MeasureSpec) else 'd'}.{spec.name}"
                made_measure = measures.measure(home, piece, spec, name)
                if made_measure is not None:
                    named = {name: made_measure.expression}
                    ground = replace(ground, scope=ground.scope.with_definitions(named))
                    built.append(Built(piece, made_measure.cited, _shown(ground, piece, spec, made_measure)))
                else:
                    ground = _without(ground, name)
            else:
                built.append(_build(piece, ground))
    return ground


def _shown(
    ground: Ground, piece: Piece, spec: MeasureSpec | DefinitionSpec, measure: Measure
) -> tuple[object, ...]:
    """A computed definition is shown besides."""
    return (measure, *_build(piece, ground).parts) if isinstance(spec, DefinitionSpec) else (measure,)


def _without(ground: Ground, name: str) -> Ground:
    return replace(ground, unreadable=ground.unreadable | {name})


def _build(piece: Piece, ground: Ground) -> Built:
    spec = piece.version.spec
    home = ground.at_home(piece)
    made = [build(home, piece, spec) for build in BUILDERS[type(spec)]]
    parts = [each for part in made for each in (part if isinstance(part, tuple) else (part,))]
    return Built(piece, home.cited(piece), tuple(each for each in parts if each is not None))


def _edition(span: Span, built: Sequence[Built], precedences: Sequence[Precedence]) -> Edition:
    here = [each for each in built if each.piece.span.covers(span)]
    compiled: dict[type, tuple[Any, ...]] = {}
    stated: dict[str, tuple[Stated, ...]] = {}
    in_order = []
    for each in here:
        for part in each.parts:
            if isinstance(part, Stated):
                kind = each.piece.declared.kind
                stated[kind] = (*stated.get(kind, ()), part)
                continue
            if isinstance(part, Standard | Judgment):
                in_order.append(part)
            compiled[type(part)] = (*compiled.get(type(part), ()), part)
    cited = {each.cited.id: each.cited for each in here if each.cited is not None}
    pairs = [each for each in precedences if each.over in cited and each.under in cited]
    compiled[Precedence] = (*compiled.get(Precedence, ()), *pairs)
    checked = CheckedElements(
        compiled.get(Needed, ()),
        compiled.get(Exempt, ()),
        compiled.get(TrackRule, ()),
        compiled.get(Table, ()),
        tuple(in_order),
        Conflicts(
            compiled.get(MoreRestrictive, ()), compiled[Precedence], rivals(compiled.get(Standard, ()))
        ),
    )
    return Edition(span, checked, stated, cited, compiled)
