"""Builders of terms and periods."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from citycode.calendar import CalendarError, Season, YearlyDay
from citycode.elements.clocks import ClockRule
from citycode.elements.periods import Bound, PeriodRule
from citycode.elements.spans import Span
from citycode.elements.terms import EndRule, TermRule
from citycode.language import Boolean, Date, Known, ListOf, TableKeys, Type
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.build.lengths import fixed_length
from citycode.packs.build.timing import day_formula, length, part_cited, yearly_day
from citycode.packs.declared import Declared
from citycode.packs.formulas import Formulas
from citycode.packs.models.terms import BoundSpec, EndOfTermSpec, PeriodSpec, SeasonSpec, TermSpec

CALENDAR_YEAR = Season(YearlyDay(1, 1), YearlyDay(12, 31))


def season(ground: Ground, piece: Piece, spec: SeasonSpec | None, *steps: str | int) -> Season | None:
    if spec is None:
        return None
    try:
        return Season.parse(spec.first, spec.to)
    except ValueError as wrong:
        ground.log.add(piece.line(*steps), str(wrong), "Write days of the year as MM-DD.")
        return None


def term_clock(ground: Ground, piece: Piece, spec: TermSpec) -> ClockRule | None:
    """The clock of a term that ends on a day; None for one that only events end."""
    if spec.length is None and spec.season is None and not spec.calendar_year:
        return None
    formulas = ground.formulas(piece)
    return ClockRule(
        cited=ground.cited(piece),
        kind="term",
        starts=frozenset(spec.starts or ()),
        when=formulas.condition(("when",), spec.when),
        length=length(spec.length, formulas, ("length",)),
        season=CALENDAR_YEAR if spec.calendar_year else season(ground, piece, spec.season, "season"),
        moved=spec.moved_for_weekends,
    )


def term(ground: Ground, piece: Piece, spec: TermSpec) -> TermRule:
    formulas = ground.formulas(piece)
    starts = ground.events(piece, spec.starts or (), "starts")
    ends = [*_own_ends(ground, piece, spec, formulas)]
    ends += [_end(ground, piece, each, place, formulas) for place, each in enumerate(spec.first_of)]
    return TermRule(
        cited=ground.cited(piece),
        starts=starts,
        when=formulas.condition(("when",), spec.when),
        ends=tuple(ends),
        events=dict(ground.vocabulary.events),
        moved=spec.moved_for_weekends,
        prorated=spec.prorated,
    )


def _own_ends(ground: Ground, piece: Piece, spec: TermSpec, formulas: Formulas) -> list[EndRule]:
    cited = ground.cited(piece)
    ends = []
    if spec.calendar_year:
        ends.append(EndRule(cited, season=CALENDAR_YEAR))
    elif spec.season is not None:
        ends.append(EndRule(cited, season=season(ground, piece, spec.season, "season") or CALENDAR_YEAR))
    elif (stated := length(spec.length, formulas, ("length",))) is not None:
        ends.append(EndRule(cited, length=stated))
    if spec.ends_on is not None:
        ends.append(EndRule(cited, on=ground.events(piece, spec.ends_on, "ends_on")))
    if (held := formulas.condition(("while",), spec.while_)) is not None:
        ends.append(EndRule(cited, while_=held))
    return ends


def _end(ground: Ground, piece: Piece, spec: EndOfTermSpec, place: int, formulas: Formulas) -> EndRule:
    steps = ("first_of", place)
    return EndRule(
        cited=part_cited(ground, piece, spec),
        on=ground.events(piece, spec.on or (), *steps, "on"),
        length=length(spec.length, formulas, (*steps, "length")),
        from_=day_formula(ground, piece, formulas, spec.from_, "from", *steps),
        while_=formulas.condition((*steps, "while"), spec.while_),
        when=formulas.condition((*steps, "when"), spec.when),
    )


def period_names(declared: Sequence[Declared]) -> dict[str, Type]:
    """How formulas ask whether the day lies in a period, for those that need nothing observed: p.<name>."""
    return {
        f"p.{spec.name}": Boolean()
        for each in declared
        if isinstance(spec := each.versions[-1].item.spec, PeriodSpec)
        and not any(bound.first or bound.last for bound in (spec.begins, spec.ends))
    }


def yearly_periods(declared: Sequence[Declared], within: Span) -> dict[str, TableKeys]:
    """How formulas ask it of any day, for periods between two days of each year: p.<name>(day)."""
    return {
        f"p.{spec.name}": TableKeys((Date(),), Boolean(), known.__contains__)
        for each in declared
        for version in each.versions
        if isinstance(spec := version.item.spec, PeriodSpec)
        and version.span.covers(within)
        and (known := _yearly(spec)) is not None
    }


def _yearly(spec: PeriodSpec) -> Season | None:
    begins, ends = spec.begins, spec.ends
    if begins.day is None or ends.day is None or any((begins.less, begins.plus, ends.less, ends.plus)):
        return None
    try:
        return Season.parse(begins.day, ends.day)
    except CalendarError:
        return None  # told where the period is built


def period(ground: Ground, piece: Piece, spec: PeriodSpec) -> PeriodRule | None:
    formulas = ground.formulas(piece)
    first = _bound(ground, piece, spec.begins, formulas, "begins")
    through = _bound(ground, piece, spec.ends, formulas, "ends")
    if first is None or through is None:
        return None
    return PeriodRule(
        cited=ground.cited(piece),
        name=spec.name,
        label=spec.label,
        first=first,
        through=through,
        within=season(ground, piece, spec.within, "within"),
        known_from=_fixed_day(ground, piece, spec.known_from, formulas, "known_from"),
        known_through=_fixed_day(ground, piece, spec.known_through, formulas, "known_through"),
        events=dict(ground.vocabulary.events),
    )


def _bound(ground: Ground, piece: Piece, spec: BoundSpec, formulas: Formulas, key: str) -> Bound | None:
    event = spec.first or spec.last
    if event is not None:
        ground.known(piece, "event", event, ground.vocabulary.events, key, "first" if spec.first else "last")
    shift = None
    if spec.less is not None or spec.plus is not None:
        side = "less" if spec.less is not None else "plus"
        shift = fixed_length(ground, piece, spec.less or spec.plus, formulas, key, side)  # type: ignore[arg-type]
        if shift is not None and shift.is_hours:
            ground.log.add(piece.line(key, side), "A period is counted in days", "Write {days: …}.")
            return None
    dates = _dates(ground, piece, spec.dates, formulas, key)
    if spec.dates is not None and not dates:
        return None
    return Bound(
        day=yearly_day(ground, piece, spec.day, key, "day"),
        event=event,
        newest=spec.last is not None,
        dates=dates,
        shift=shift,
        back=spec.less is not None,
    )


def _dates(ground: Ground, piece: Piece, text: str | None, formulas: Formulas, key: str) -> tuple[date, ...]:
    found = formulas.compiled((key, "dates"), text)
    if found is None:
        return ()
    answered = found.evaluate({}) if not found.facts else None
    if not isinstance(found.type, ListOf) or not isinstance(found.type.item, Date) or not isinstance(
        answered, Known
    ):  # fmt: skip
        ground.log.add(
            piece.line(key, "dates"), "`dates` is no list of dates of the law", "Name a value: v.primaries."
        )
        return ()
    days: tuple[date, ...] = answered.value  # type: ignore[assignment]
    return tuple(sorted(days))


def _fixed_day(ground: Ground, piece: Piece, text: str | None, formulas: Formulas, key: str) -> date | None:
    found = formulas.compiled((key,), text, Date()) if text is not None else None
    answered = found.evaluate({}) if found is not None else None
    if found is not None and not isinstance(answered, Known):
        ground.log.add(piece.line(key), f"`{key}` must not depend on facts", "Name a date of the law.")
    return answered.value if isinstance(answered, Known) else None  # type: ignore[return-value]
