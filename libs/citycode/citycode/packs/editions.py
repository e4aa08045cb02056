"""The editions of a program:

each element version compiled once, editions cut wherever something changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from citycode.elements.checking import CheckedElements
from citycode.elements.cited import Cited
from citycode.elements.edition import Edition
from citycode.elements.spans import ALWAYS, Span, slices
from citycode.language import Expression, Number, TypeSpecError, unit_named
from citycode.packs.build import judging, procedure, tables, timing
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.declared import Declared
from citycode.packs.models.element import Element
from citycode.packs.models.judging import (
    AppliesSpec,
    ExemptsSpec,
    JudgmentSpec,
    MeasureSpec,
    StandardSpec,
    TableSpec,
    TrackSpec,
)
from citycode.packs.models.procedure import (
    AuthoritySpec,
    ConditionSpec,
    DecisionSpec,
    DefinitionSpec,
    InspectionSpec,
    NoticeSpec,
    OverlaySpec,
    StatedSpec,
    SubmittalSpec,
)
from citycode.packs.models.timing import ClockSpec, EndsSpec, ReviewSpec, TermSpec, TransfersSpec

SHOWN = (
    AuthoritySpec,
    ConditionSpec,
    DefinitionSpec,
    InspectionSpec,
    JudgmentSpec,
    OverlaySpec,
    ReviewSpec,
    StatedSpec,
    SubmittalSpec,
    TermSpec,
)
DEFINING = ("tables", "measures")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Built:
    """A piece with what was compiled of it, by the place that takes in an edition."""

    piece: Piece
    cited: Cited | None
    parts: Mapping[str, Any] = field(default_factory=dict)


def editions(declared: Sequence[Declared], ground: Ground) -> tuple[tuple[Edition, ...], tuple[Built, ...]]:
    """All editions, following one another without gap, and the pieces they are made of."""
    defining = [each for each in declared if each.key in DEFINING]
    stretches = slices([span for each in defining for span in _changes(each)], ALWAYS)
    tracks = [each.name for each in declared if each.key == "tracks"]
    named = [each.rule_id for each in declared if each.rule_id is not None]
    ids = frozenset((*named, *(each.partition(".")[0] for each in named)))
    built: list[Built] = []
    for stretch in stretches:
        local = _with_definitions(defining, stretch, ground, built)
        for each in declared:
            if each.key not in DEFINING:
                built.extend(_build(piece, local, tracks, ids) for piece in _pieces(each, stretch))
    order = {id(each): place for place, each in enumerate(declared)}
    built.sort(key=lambda each: order[id(each.piece.declared)])
    spans = slices([each.piece.span for each in built], ALWAYS)
    return tuple(_edition(span, built) for span in spans), tuple(built)


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
            if isinstance(spec, TableSpec):
                made = tables.table(ground, piece, spec)
                if made is not None:
                    table, type_ = made
                    ground = replace(ground, scope=ground.scope.with_names({table.name: type_}))
                    built.append(Built(piece, ground.cited(piece) if spec.id else None, {"table": table}))
                else:
                    ground = _without(ground, f"t.{each.name}")
            elif isinstance(spec, MeasureSpec):
                measure = _measure(ground, piece, spec)
                if measure is not None:
                    named = {f"m.{spec.name}": measure}
                    ground = replace(ground, scope=ground.scope.with_definitions(named))
                    built.append(Built(piece, ground.cited(piece)))
                else:
                    ground = _without(ground, f"m.{spec.name}")
    return ground


def _without(ground: Ground, name: str) -> Ground:
    return replace(ground, unreadable=ground.unreadable | {name})


def _measure(ground: Ground, piece: Piece, spec: MeasureSpec) -> Expression | None:
    try:
        expects = Number(unit_named(spec.unit)) if spec.unit is not None else None
    except TypeSpecError as wrong:
        ground.log.add(piece.line("unit"), wrong.message, wrong.mend)
        return None
    return ground.formulas(piece).compiled(("is",), spec.is_, expects)


def _build(piece: Piece, ground: Ground, tracks: Sequence[str], ids: frozenset[str]) -> Built:
    spec = piece.version.spec
    parts: dict[str, Any] = {}
    match spec:
        case AppliesSpec(require=None):
            parts["needed"] = judging.needed(ground, piece, spec)
        case AppliesSpec():
            parts["in_order"] = judging.requirement(ground, piece, spec, tracks)
        case ExemptsSpec():
            parts["exempt"] = judging.exempt(ground, piece, spec, ids)
        case StandardSpec():
            parts["in_order"] = judging.standard(ground, piece, spec, tracks)
        case JudgmentSpec():
            parts["in_order"] = judging.judgment(ground, piece, spec, tracks)
        case TrackSpec():
            parts["track"] = judging.track(ground, piece, spec)
        case NoticeSpec():
            parts["notice"] = procedure.notice(ground, piece, spec)
        case DecisionSpec():
            parts["decision"] = procedure.decision(ground, piece, spec)
        case ClockSpec():
            parts["clock"] = timing.clock(ground, piece, spec)
        case ReviewSpec():
            parts["clock"] = timing.review(ground, piece, spec)
        case TermSpec():
            parts["clock"] = timing.term(ground, piece, spec)
        case EndsSpec():
            parts["end"] = timing.end(ground, piece, spec)
        case TransfersSpec():
            parts["transfer"] = timing.transfer(ground, piece, spec)
    if isinstance(spec, SHOWN) and isinstance(spec, Element):
        parts["stated"] = procedure.stated(ground, piece, spec)
    return Built(piece, ground.cited(piece), {name: part for name, part in parts.items() if part is not None})


def _edition(span: Span, built: Sequence[Built]) -> Edition:
    here = [each for each in built if each.piece.span.covers(span)]

    def of(name: str) -> tuple[Any, ...]:
        return tuple(each.parts[name] for each in here if name in each.parts)

    stated: dict[str, tuple[Any, ...]] = {}
    for each in here:
        if "stated" in each.parts:
            kind = each.piece.declared.kind
            stated[kind] = (*stated.get(kind, ()), each.parts["stated"])
    checked = CheckedElements(of("needed"), of("exempt"), of("track"), of("table"), of("in_order"))
    cited = {each.cited.id: each.cited for each in here if each.cited is not None}
    return Edition(
        span,
        checked,
        of("notice"),
        of("clock"),
        of("decision"),
        of("end"),
        of("transfer"),
        stated,
        cited,
    )
