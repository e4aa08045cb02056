"""fees.yaml read: dated amounts, bracket schedules, series, rounding; the state's serve every city."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise

from citycode.elements.rounding import CENT, Rounding
from citycode.elements.schedules import (
    Bracket,
    CityMoney,
    DatedItem,
    FeeAmount,
    Schedule,
    Series,
    Source,
)
from citycode.language import Number, Scope, TypeSpecError, unit_named
from citycode.packs.errors import ErrorLog
from citycode.packs.models import schedules as models
from citycode.packs.timeline import Dated, in_sequence, resolve_span
from citycode.packs.tree import Node, line_at
from citycode.packs.validation import read_as


def read_schedules(
    node: Node, amendments: Mapping[str, date], log: ErrorLog, state: CityMoney | None = None
) -> CityMoney | None:
    """The money of a city over that of the state; None where the file cannot be read (told in `log`)."""
    file = read_as(models.FeesFile, node, log)
    if file is None:
        return None
    state = state or CityMoney()
    _refuse_names(file, node, state, log)
    fees = {
        name: FeeAmount(name, each.label, _amounts(name, each, node, amendments, log))
        for name, each in file.fees.items()
    }
    schedules = {name: _schedule(name, each, node, amendments, log) for name, each in file.schedules.items()}
    series = {
        name: Series(name, each.label, {day: Fraction(one) for day, one in each.values.items()}, source)
        for name, each in file.series.items()
        for source in (_source(each),)
    }
    return CityMoney.of(
        {**state.fees, **fees},
        {**state.schedules, **{name: each for name, each in schedules.items() if each is not None}},
        {**state.series, **series},
        _rounding(file, node, log) if file.rounding is not None else state.rounding,
    )


def rounding_of(spec: models.RoundingSpec) -> Rounding:
    source = _source(spec)
    said = f"Rounding {Rounding(Fraction(spec.to), spec.ties).words()}"
    by = "assumed, an example" if source.example else source.by
    return Rounding(Fraction(spec.to), spec.ties, (f"{said}: {by}.", *source.notes))


def _rounding(file: models.FeesFile, node: Node, log: ErrorLog) -> Rounding | None:
    assert file.rounding is not None  # noqa: S101 – asked only then
    if (Fraction(file.rounding.to) / CENT).denominator != 1:
        log.add(
            line_at(node, ("rounding", "to")),
            "Money is not kept below the cent",
            "Write 0.01, 1, 5 or the like.",
        )
    return rounding_of(file.rounding)


def _source(spec: models.Source) -> Source:
    return Source(spec.resolution or spec.cite, spec.example, spec.notes())


def _refuse_names(file: models.FeesFile, node: Node, state: CityMoney, log: ErrorLog) -> None:
    for key, own, theirs in (
        ("fees", file.fees, state.fees),
        ("schedules", file.schedules, state.schedules),
        ("series", file.series, state.series),
    ):
        for name in own:
            if name in theirs:
                log.add(
                    line_at(node, (key, name)),
                    f"`{name}` is the name of one of the state's {key}",
                    "Give the city's another name.",
                )
    for name in file.fees:
        try:
            Scope({f"fees.{name}": Number()})
        except TypeSpecError as wrong:
            log.add(line_at(node, ("fees", name)), wrong.message, wrong.mend)


def _amounts(
    name: str, spec: models.FeeAmountSpec, node: Node, amendments: Mapping[str, date], log: ErrorLog
) -> tuple[DatedItem[Fraction], ...]:
    dated = _dated(f"the amount `{name}`", spec.amounts, ("fees", name, "amounts"), node, amendments, log)
    items = []
    for each in dated:
        usd = Fraction(each.item.usd)
        if (usd / CENT).denominator != 1:
            log.add(each.line, f"{each.item.usd} dollars are no whole cents", "Write dollars and cents.")
            continue
        items.append(DatedItem(each.span, usd, _source(each.item)))
    return tuple(items)


def _schedule(
    name: str, spec: models.ScheduleSpec, node: Node, amendments: Mapping[str, date], log: ErrorLog
) -> Schedule | None:
    steps = ("schedules", name)
    try:
        unit = Number(unit_named(spec.unit))
    except TypeSpecError as wrong:
        log.add(line_at(node, (*steps, "unit")), wrong.message, wrong.mend)
        return None
    dated = _dated(f"the schedule `{name}`", spec.versions, (*steps, "versions"), node, amendments, log)
    versions = []
    for at, each in enumerate(dated):
        brackets = _brackets(each.item.brackets, (*steps, "versions", at, "brackets"), node, log)
        versions.append(DatedItem(each.span, brackets, _source(each.item)))
    return Schedule(name, spec.label, spec.number, unit, tuple(versions))


def _dated(
    what: str,
    specs: Sequence[models.DatedT],
    steps: tuple[str | int, ...],
    node: Node,
    amendments: Mapping[str, date],
    log: ErrorLog,
) -> list[Dated[models.DatedT]]:
    dated = []
    for at, spec in enumerate(specs):
        line = line_at(node, (*steps, at))
        span = resolve_span(spec.since, spec.until, amendments, line, log)
        if span is not None:
            dated.append(Dated(span, line, spec))
    in_sequence(what, dated, log)
    return dated


def _brackets(
    specs: Sequence[models.BracketSpec], steps: tuple[str | int, ...], node: Node, log: ErrorLog
) -> tuple[Bracket, ...]:
    """Each begins where the one before ends."""
    brackets: list[Bracket] = []
    for at, spec in enumerate(specs):
        before = specs[at - 1].through if at else spec.above
        line = line_at(node, (*steps, at))
        if at and spec.above is not None:
            mend = "Each other begins where the one before ends."
            log.add(line, "Only the first bracket says `above`", mend)
        if at and before is None:
            log.add(line, "The bracket before has no end", "Add `through:` to it.")
        if at + 1 < len(specs) and spec.through is None:
            continue
        brackets.append(
            Bracket(
                _fraction(before),
                _fraction(spec.through),
                Fraction(spec.usd),
                _fraction(spec.plus),
                _fraction(spec.per),
                None if spec.percent is None else Fraction(spec.percent) / 100,
            )
        )
    for at, (lower, upper) in enumerate(pairwise(brackets)):
        if lower.high is not None and upper.high is not None and upper.high <= lower.high:
            log.add(
                line_at(node, (*steps, at + 1)),
                "The bracket ends before the one before it",
                "Let `through` rise from bracket to bracket.",
            )
    return tuple(brackets)


def _fraction(number: object) -> Fraction | None:
    return None if number is None else Fraction(str(number))
