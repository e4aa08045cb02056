"""Builders of clocks, reviews, terms, ends and transfers."""

from __future__ import annotations

from citycode.calendar import Pause, Season
from citycode.elements.clocks import ClockRule, StatedLength
from citycode.elements.ends import End, Options, Transfer
from citycode.language import BARE, Date, Instant
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.formulas import Formulas
from citycode.packs.models.parts import LengthSpec, PauseSpec
from citycode.packs.models.timing import ClockSpec, EndsSpec, LapseSpec, ReviewSpec, TermSpec, TransfersSpec
from citycode.packs.tree import Steps
from citycode.results.clocks import Lapse


def length(spec: LengthSpec, formulas: Formulas, steps: Steps) -> StatedLength | None:
    unit, text = spec.stated()
    number = formulas.compiled((*steps, unit), text, BARE)
    return StatedLength(unit, number) if number is not None else None


def clock(ground: Ground, piece: Piece, spec: ClockSpec) -> ClockRule | None:
    formulas = ground.formulas(piece)
    stated = length(spec.length, formulas, ("length",)) if spec.length is not None else None
    at = formulas.compiled(("at",), spec.at)
    if at is not None and not isinstance(at.type, Date | Instant):
        ground.log.add(
            piece.line("at"), "`at` gives neither a date nor an instant", "Add a length to a date."
        )
        return None
    if stated is None and at is None:
        return None
    return ClockRule(
        cited=ground.cited(piece),
        kind="deadline" if spec.must else "earliest",
        starts=ground.events(piece, spec.starts, "starts"),
        when=formulas.condition(("when",), spec.when),
        waived_when=formulas.condition(("waived_when",), spec.waived_when),
        length=stated,
        at=at,
        season=None,
        must=spec.must,
        may=spec.may,
        who=ground.who(piece, spec.who, "who"),
        who_title=ground.title_of(spec.who),
        pauses=_pauses(ground, piece, spec.pauses),
        moved=spec.moved,
        repeats=False,
        stopped_by=tuple(
            ground.known(piece, "event", each.event, ground.vocabulary.events, "stopped_by", place, "event")
            for place, each in enumerate(spec.stopped_by)
        ),
        lapse=_lapse(ground, piece, spec.lapse),
    )


def _pauses(ground: Ground, piece: Piece, specs: tuple[PauseSpec, ...]) -> tuple[Pause, ...]:
    pauses = []
    for place, each in enumerate(specs):
        try:
            pauses.append(Pause.parse(each.first, each.through))
        except ValueError as wrong:
            ground.log.add(piece.line("pauses", place), str(wrong), "Write days of the year as MM-DD.")
    return tuple(pauses)


def _lapse(ground: Ground, piece: Piece, spec: LapseSpec | None) -> Lapse | None:
    if spec is None:
        return None
    if spec.to is not None:
        ground.known(piece, "state", spec.to, ground.vocabulary.states, "lapse", "to")
    by = ground.office(piece, spec.by, "lapse", "by")
    return Lapse(spec.to, by, spec.mandatory, spec.says)


def review(ground: Ground, piece: Piece, spec: ReviewSpec) -> ClockRule | None:
    formulas = ground.formulas(piece)
    every = length(spec.every, formulas, ("every",))
    if every is None:
        return None
    return ClockRule(
        cited=ground.cited(piece),
        kind="review",
        starts=ground.events(piece, spec.starts, "starts"),
        when=formulas.condition(("when",), spec.when),
        waived_when=None,
        length=every,
        at=None,
        season=None,
        must=spec.must,
        may=None,
        who=ground.who(piece, spec.who, "who"),
        who_title=ground.title_of(spec.who),
        pauses=(),
        moved=True,
        repeats=True,
        stopped_by=(),
        lapse=None,
    )


def term(ground: Ground, piece: Piece, spec: TermSpec) -> ClockRule | None:
    """The clock of a term that ends on a day; None for one that only events end."""
    formulas = ground.formulas(piece)
    ground.events(piece, spec.ends_on or (), "ends_on")
    stated = length(spec.length, formulas, ("length",)) if spec.length is not None else None
    season = None
    if spec.season is not None:
        try:
            season = Season.parse(spec.season.first, spec.season.to)
        except ValueError as wrong:
            ground.log.add(piece.line("season"), str(wrong), "Write days of the year as MM-DD.")
    starts = ground.events(piece, spec.starts or (), "starts")
    if stated is None and season is None:
        return None
    return ClockRule(
        cited=ground.cited(piece),
        kind="term",
        starts=starts,
        when=formulas.condition(("when",), spec.when),
        waived_when=None,
        length=stated,
        at=None,
        season=season,
        must=None,
        may=None,
        who=None,
        who_title=None,
        pauses=(),
        moved=False,
        repeats=False,
        stopped_by=tuple(spec.ends_on or ()),
        lapse=None,
    )


def end(ground: Ground, piece: Piece, spec: EndsSpec) -> End | None:
    when = ground.formulas(piece).condition(("when",), spec.when)
    if spec.when is not None and when is None:
        return None
    ground.known(piece, "state", spec.to, ground.vocabulary.states, "to")
    on = ground.events(piece, spec.on, "on")
    return End(ground.cited(piece), on, when, spec.to, _options(ground, piece, spec.options))


def transfer(ground: Ground, piece: Piece, spec: TransfersSpec) -> Transfer | None:
    when = ground.formulas(piece).condition(("when",), spec.when)
    if spec.when is not None and when is None:
        return None
    on = ground.events(piece, spec.on, "on")
    options = _options(ground, piece, spec.options)
    return Transfer(ground.cited(piece), on, when, spec.transferable, options)


def _options(ground: Ground, piece: Piece, options: dict[str, tuple[str, ...]]) -> Options:
    for party in options:
        ground.who(piece, party, "options", party)
    return tuple((party, tuple(choices)) for party, choices in options.items())
