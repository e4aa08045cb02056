"""Builders of clocks and reviews."""

from __future__ import annotations

from collections.abc import Sequence

from citycode.calendar import Pause, YearlyDay
from citycode.elements.cited import Cited
from citycode.elements.clocks import ClockRule, ExtensionRule
from citycode.elements.lengths import StatedLength
from citycode.language import BARE, Date, Expression, Instant
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.declared import Declared
from citycode.packs.formulas import Formulas
from citycode.packs.models.element import Naming
from citycode.packs.models.parts import LengthSpec, PauseSpec
from citycode.packs.models.timing import ClockSpec, ExtensionSpec, LapseSpec, ReviewSpec, StopSpec
from citycode.packs.tree import Steps
from citycode.results.clocks import Lapse, Stop


def length(spec: LengthSpec | None, formulas: Formulas, steps: Steps) -> StatedLength | None:
    if spec is None:
        return None
    unit, text = spec.stated()
    number = formulas.compiled((*steps, unit), text, BARE)
    return StatedLength(unit, number) if number is not None else None


def part_cited(ground: Ground, piece: Piece, part: Naming) -> Cited:
    """The citation of a part that may be a rule of its own, else that of the element."""
    return ground.nested(piece, part, piece.declared.kind)


def timed_clocks(declared: Sequence[Declared]) -> frozenset[str]:
    """The ids of clocks that tell when they began and when the act was done: `on_time` may ask about them."""
    return frozenset(
        each.rule_id
        for each in declared
        if each.rule_id is not None
        and all(
            isinstance(version.item.spec, ClockSpec) and version.item.spec.done for version in each.versions
        )
    )


def clock(ground: Ground, piece: Piece, spec: ClockSpec) -> ClockRule | None:
    formulas = ground.formulas(piece)
    stated = length(spec.length, formulas, ("length",))
    at = day_formula(ground, piece, formulas, spec.at, "at")
    yearly = yearly_day(ground, piece, spec.yearly, "yearly")
    if stated is None and at is None and yearly is None:
        return None
    events, key = (spec.starts, "starts") if spec.starts is not None else (spec.before, "before")
    began = day_formula(ground, piece, formulas, spec.began, "began")
    done = day_formula(ground, piece, formulas, spec.done, "done")
    if began is not None and done is not None:
        _require_comparable(ground, piece, spec, began, done)
    rule = ClockRule(
        cited=ground.cited(piece),
        kind="deadline" if spec.must else "earliest",
        starts=ground.events(piece, events or (), key),
        when=formulas.condition(("when",), spec.when),
        waived_when=formulas.condition(("waived_when",), spec.waived_when),
        length=stated,
        at=at,
        yearly=yearly,
        not_before=length(spec.not_before, formulas, ("not_before",)),
        backward=spec.before is not None,
        earlier_off_weekends=spec.earlier_off_weekends,
        must=spec.must,
        may=spec.may,
        who=ground.who(piece, spec.who, "who"),
        who_title=ground.title_of(piece, spec.who),
        sets=ground.office(piece, spec.sets, "sets"),
        sets_title=ground.title_of(piece, spec.sets) if spec.sets is not None else None,
        pauses=_pauses(ground, piece, spec.pauses),
        moved=spec.moved if spec.moved is not None else at is None,
        repeats=length(spec.repeats, formulas, ("repeats",)),
        done_by=tuple(sorted(ground.events(piece, spec.done_by or (), "done_by"))),
        stops=tuple(_stop(ground, piece, each, place) for place, each in enumerate(spec.stopped_by)),
        lapse=lapse(ground, piece, spec.lapse, "lapse"),
        extension=_extension(ground, piece, spec.extension, formulas),
        began=began,
        done=done,
    )
    _require_earlier_clocks(ground, piece, rule)
    return rule


def _require_earlier_clocks(ground: Ground, piece: Piece, rule: ClockRule) -> None:
    """A clock may rest on whether others were kept that stand before it, so that none waits for itself."""
    if rule.done is None:
        return
    before = [each.rule_id for each in ground.declared[: ground.declared.index(piece.declared)]]
    length_of = rule.length.number if rule.length is not None else None
    formulas = (rule.when, rule.waived_when, rule.at, rule.began, rule.done, length_of)
    for each in formulas:
        for name in each.facts if each is not None else ():
            asked_of = name.removeprefix("on_time(").removesuffix(")")
            if asked_of != name and asked_of not in before:
                ground.log.add(
                    piece.line(),
                    f"The clock rests on `{asked_of}`, which does not stand before it",
                    "Let the clock it asks about stand first.",
                )


def day_formula(
    ground: Ground, piece: Piece, formulas: Formulas, text: str | None, key: str, *steps: str | int
) -> Expression | None:
    """A formula that gives a date or an instant."""
    found = formulas.compiled((*steps, key), text)
    if found is not None and not isinstance(found.type, Date | Instant):
        ground.log.add(
            piece.line(*steps, key),
            f"`{key}` gives neither a date nor an instant",
            "Add a length to a date, or name one.",
        )
        return None
    return found


def yearly_day(ground: Ground, piece: Piece, text: str | None, *steps: str | int) -> YearlyDay | None:
    if text is None:
        return None
    try:
        return YearlyDay.parse(text)
    except ValueError as wrong:
        ground.log.add(piece.line(*steps), str(wrong), "Write a day of the year as MM-DD.")
        return None


def _require_comparable(
    ground: Ground, piece: Piece, spec: ClockSpec, began: Expression, done: Expression
) -> None:
    hours = spec.length is not None and spec.length.stated()[0] in ("hours", "business_hours")
    if hours and not (isinstance(began.type, Instant) and isinstance(done.type, Instant)):
        ground.log.add(
            piece.line("began"),
            "Hours run from an instant to an instant, and `began` or `done` is a date",
            "Let both be instants.",
        )


def _pauses(ground: Ground, piece: Piece, specs: tuple[PauseSpec, ...]) -> tuple[Pause, ...]:
    pauses = []
    for place, each in enumerate(specs):
        try:
            pauses.append(Pause.parse(each.first, each.through))
        except ValueError as wrong:
            ground.log.add(piece.line("pauses", place), str(wrong), "Write days of the year as MM-DD.")
    return tuple(pauses)


def _stop(ground: Ground, piece: Piece, spec: StopSpec, place: int) -> Stop:
    event = ground.known(piece, "event", spec.event, ground.vocabulary.events, "stopped_by", place, "event")
    cited = part_cited(ground, piece, spec)
    says = cited.text if spec.id is not None else f"{ground.vocabulary.events.get(event, event)}."
    return Stop(
        cited.id, cited.rule, event, tuple(spec.form or ()), spec.late, says, cited.section, cited.cite
    )


def lapse(ground: Ground, piece: Piece, spec: LapseSpec | None, *steps: str | int) -> Lapse | None:
    if spec is None:
        return None
    if spec.to is not None:
        ground.known(piece, "state", spec.to, ground.vocabulary.states, *steps, "to")
    actions(ground, piece, spec.may, *steps, "may")
    by = ground.office(piece, spec.by, *steps, "by")
    cited = part_cited(ground, piece, spec)
    says = spec.says or (cited.text if spec.id is not None else None)
    return Lapse(
        cited.id,
        cited.rule,
        spec.to,
        tuple(spec.may or ()),
        by,
        spec.mandatory,
        says,
        cited.section,
        cited.cite,
    )


def actions(
    ground: Ground, piece: Piece, names: tuple[str, ...] | None, *steps: str | int
) -> tuple[str, ...]:
    """Actions, as the vocabulary words them."""
    words = ground.vocabulary.actions
    for name in names or ():
        ground.known(piece, "action", name, words, *steps)
    return tuple(words.get(name, name.replace("_", " ")) for name in names or ())


def _extension(
    ground: Ground, piece: Piece, spec: ExtensionSpec | None, formulas: Formulas
) -> ExtensionRule | None:
    if spec is None:
        return None
    return ExtensionRule(
        cited=part_cited(ground, piece, spec),
        at_most=length(spec.at_most, formulas, ("extension", "at_most")),
        not_past=yearly_day(ground, piece, spec.not_past, "extension", "not_past"),
        times=spec.times,
        reasoned=spec.reasoned,
        by=ground.office(piece, spec.by, "extension", "by"),
        by_title=ground.title_of(piece, spec.by) if spec.by is not None else None,
        when=formulas.condition(("extension", "when"), spec.when),
        granted_by=tuple(sorted(ground.events(piece, spec.granted_by or (), "extension", "granted_by"))),
    )


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
        length=every,
        must=spec.must,
        who=ground.who(piece, spec.who, "who"),
        who_title=ground.title_of(piece, spec.who),
        repeats=every,
    )
