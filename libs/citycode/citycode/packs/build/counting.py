"""Builders of caps and ladders."""

from __future__ import annotations

from citycode.calendar import Length, Season
from citycode.elements.caps import CALENDAR_YEAR, CapRule
from citycode.elements.ladders import BarRule, LadderRule, Relief, StepRule, Window
from citycode.language import BARE, Number, unit_named
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.build.lengths import fixed_length
from citycode.packs.build.terms import season
from citycode.packs.build.timing import actions, lapse, length, part_cited
from citycode.packs.errors import nearest
from citycode.packs.formulas import Formulas
from citycode.packs.models.counting import (
    WINDOWS,
    BarSpec,
    CapSpec,
    LadderSpec,
    StepSpec,
    WindowSpec,
    WithinSpec,
)
from citycode.packs.models.parts import LengthSpec
from citycode.packs.models.terms import PeriodSpec

OF_ALL, OF_ITSELF = "city", "record"


def cap(ground: Ground, piece: Piece, spec: CapSpec) -> CapRule | None:
    formulas = ground.formulas(piece)
    words = ground.vocabulary.counted
    ground.known(piece, "record to count", spec.of, words, "of")
    where = formulas.condition(("where",), spec.where)
    at_most = formulas.compiled(("at_most",), spec.at_most, BARE)
    apart = length(spec.apart, formulas, ("apart",))
    if spec.apart is not None and spec.apart.stated()[0] != "days":
        ground.log.add(piece.line("apart"), "The days between are counted in days", "Write {days: …}.")
        return None
    if (at_most is None and apart is None) or (spec.where is not None and where is None):
        return None
    window: Season | None = None
    if "season" in spec.per:
        window = season(ground, piece, spec.season, "season")
    elif "calendar_year" in spec.per:
        window = CALENDAR_YEAR
    return CapRule(
        cited=ground.cited(piece),
        of=spec.of,
        of_words=words.get(spec.of, spec.of),
        when=formulas.condition(("when",), spec.when),
        where=where,
        at_most=at_most,
        apart=apart,
        per=tuple(spec.per),
        keys=tuple(each for each in spec.per if each not in WINDOWS | {OF_ALL, OF_ITSELF}),
        window=window,
        counts=spec.counts,
        at_once=spec.at_once,
        of_itself=OF_ITSELF in spec.per,
        remedy=spec.remedy,
    )


def ladder(ground: Ground, piece: Piece, spec: LadderSpec) -> LadderRule | None:
    formulas = ground.formulas(piece)
    events = ground.vocabulary.events
    ground.known(piece, "event", spec.counts, events, "counts")
    return LadderRule(
        cited=ground.cited(piece),
        counts=spec.counts,
        counts_words=spec.noun or spec.counts.partition(".")[0].replace("_", " "),
        per=tuple(each for each in spec.per if each != OF_ALL),
        when=formulas.condition(("when",), spec.when),
        where=formulas.condition(("where",), spec.where),
        earlier=formulas.condition(("earlier",), spec.earlier),
        ignores=_reliefs(ground, piece, "ignores", spec.ignores, formulas),
        barred_by=_reliefs(ground, piece, "barred_by", spec.barred_by, formulas),
        window=_window(ground, piece, spec.period, formulas),
        steps=tuple(_step(ground, piece, each, place, formulas) for place, each in enumerate(spec.steps)),
        history=spec.history,
    )


def _reliefs(ground: Ground, piece: Piece, key: str, specs: tuple, formulas: Formulas) -> tuple[Relief, ...]:  # type: ignore[type-arg]
    reliefs = []
    for place, each in enumerate(specs):
        when = formulas.condition((key, place, "when"), each.when)
        if when is not None:
            reliefs.append(Relief(part_cited(ground, piece, each), when))
    return tuple(reliefs)


def _window(ground: Ground, piece: Piece, spec: WindowSpec | None, formulas: Formulas) -> Window | None:
    if spec is None:
        return None
    if spec.named is not None:
        names = [
            version.item.spec.name
            for each in ground.declared
            for version in each.versions[-1:]
            if isinstance(version.item.spec, PeriodSpec)
        ]
        if spec.named not in names:
            ground.log.add(
                piece.line("period", "named"),
                f"No period is called `{spec.named}`",
                nearest(spec.named, names, "Declare it under `periods:`. Declared:"),
            )
        return Window(named=spec.named)
    if spec.calendar_year:
        return Window(yearly=CALENDAR_YEAR)
    return Window(length=_one_of(ground, piece, spec, formulas, "period"), rolls=spec.rolls)


def _one_of(
    ground: Ground, piece: Piece, spec: WindowSpec | WithinSpec, formulas: Formulas, *steps: str | int
) -> Length | None:
    stated = {name: getattr(spec, name) for name in ("days", "months", "years") if getattr(spec, name)}
    return fixed_length(ground, piece, LengthSpec(**stated), formulas, *steps)


def _step(ground: Ground, piece: Piece, spec: StepSpec, place: int, formulas: Formulas) -> StepRule:
    steps = ("steps", place)
    if spec.to is not None:
        ground.known(piece, "state", spec.to, ground.vocabulary.states, *steps, "to")
    if spec.counted_from is not None:
        ground.known(piece, "event", spec.counted_from, ground.vocabulary.events, *steps, "counted_from")
    first = spec.at if spec.at is not None else spec.first or 1
    last = spec.at if spec.at is not None else spec.through
    within = (
        _one_of(ground, piece, spec.within, formulas, *steps, "within") if spec.within is not None else None
    )
    any_earlier = spec.within is not None and spec.within.of == "any_earlier"
    by = ground.office(piece, spec.by, *steps, "by")
    asked_by = ground.office(piece, spec.on_request_of, *steps, "on_request_of")
    return StepRule(
        cited=part_cited(ground, piece, spec),
        first=first,
        last=None if any_earlier else last,
        within=within,
        any_earlier=any_earlier,
        when=formulas.condition((*steps, "when"), spec.when),
        do=tuple(spec.do or ()),
        do_words=actions(ground, piece, spec.do, *steps, "do"),
        require=spec.require,
        require_words="".join(
            actions(ground, piece, (spec.require,) if spec.require else None, *steps, "require")
        ),
        length=length(spec.length, formulas, (*steps, "length")),
        counted_from=spec.counted_from,
        lapse=lapse(ground, piece, spec.lapse, *steps, "lapse"),
        fee=formulas.compiled((*steps, "fee"), spec.fee, Number(unit_named("usd"))),
        may=tuple(spec.may or ()),
        may_words=actions(ground, piece, spec.may, *steps, "may"),
        to=spec.to,
        to_words=ground.vocabulary.states.get(spec.to or "", ""),
        mandatory=spec.mandatory,
        by=by,
        by_title=ground.title_of(piece, by) if by is not None else None,
        on_request_of=asked_by,
        on_request_of_title=ground.title_of(piece, asked_by) if asked_by is not None else None,
        says=spec.says,
        then=_bar(ground, piece, spec.then, steps, formulas),
    )


def _bar(
    ground: Ground, piece: Piece, spec: BarSpec | None, steps: tuple[str | int, ...], formulas: Formulas
) -> BarRule | None:
    if spec is None:
        return None
    stated = length(spec.bar, formulas, (*steps, "then", "bar"))
    if spec.from_ is not None:
        ground.known(piece, "event", spec.from_, ground.vocabulary.events, *steps, "then", "from")
    words = actions(ground, piece, spec.bars, *steps, "then", "bars")
    if stated is None:
        return None
    return BarRule(part_cited(ground, piece, spec), stated, tuple(spec.bars), words, spec.from_)
