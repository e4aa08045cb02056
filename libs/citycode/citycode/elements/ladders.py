"""Ladders: events counted in a time, and the steps that the n-th of them reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from citycode.calendar import LegalCalendar, Length, Season
from citycode.elements.asking import Asked, holds, missing_names
from citycode.elements.caps import of_record
from citycode.elements.cited import Cited
from citycode.elements.lengths import StatedLength, civil_day
from citycode.happenings import Happening
from citycode.language import Expression, Missing
from citycode.results.clocks import Lapse


@dataclass(frozen=True, slots=True)
class Relief:
    """A rule under which an event is not counted, or nobody may act for it."""

    cited: Cited
    when: Expression


@dataclass(frozen=True, slots=True)
class Window:
    """Events are counted together: in a `length` that `rolls`, or that the first one opens; in a `yearly`
    season; in a `named` period of the program.
    """

    length: Length | None = None
    rolls: bool = False
    yearly: Season | None = None
    named: str | None = None


@dataclass(frozen=True, slots=True)
class BarRule:
    """`bars` are closed for a length from the event, or from the day of the event named `from_`."""

    cited: Cited
    length: StatedLength
    bars: tuple[str, ...]
    bars_words: tuple[str, ...]
    from_: str | None


@dataclass(frozen=True, slots=True)
class StepRule:
    """What the `first` through the `last` counted event bring (last None: all later ones too)."""

    cited: Cited
    first: int
    last: int | None
    within: Length | None
    any_earlier: bool
    when: Expression | None
    do: tuple[str, ...]
    do_words: tuple[str, ...]
    require: str | None
    require_words: str
    length: StatedLength | None
    counted_from: str | None
    lapse: Lapse | None
    fee: Expression | None
    may: tuple[str, ...]
    may_words: tuple[str, ...]
    to: str | None
    to_words: str
    mandatory: bool
    by: str | None
    by_title: str | None
    on_request_of: str | None
    on_request_of_title: str | None
    says: str | None
    then: BarRule | None

    def takes(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True)
class LadderRule:
    """`counts` is the event; of earlier ones only those count for which `earlier` holds."""

    cited: Cited
    counts: str
    counts_words: str
    per: tuple[str, ...]
    when: Expression | None
    where: Expression | None
    earlier: Expression | None
    ignores: tuple[Relief, ...]
    barred_by: tuple[Relief, ...]
    window: Window | None
    steps: tuple[StepRule, ...]
    history: str | None


@dataclass(frozen=True, slots=True)
class Taken:
    """An event with what the ladder makes of it by itself.

    `counts` and `earlier` None: `missing` facts would tell; `earlier`: does it count for those after it?
    """

    event: Happening
    day: date
    asked: Asked
    counts: bool | None
    earlier: bool | None
    ignored_by: Cited | None
    missing: tuple[str, ...]


def subjects(rule: LadderRule, happened: Sequence[Happening], read_on: date, calendar: LegalCalendar) -> (
    dict[tuple[tuple[str, str], ...], list[tuple[int, Happening]]]
):  # fmt: skip
    """The ladder's events through that day in order, by what they are counted per.

    An event that does not say of what it is stands under the keys it has.
    """
    found: dict[tuple[tuple[str, str], ...], list[tuple[int, Happening]]] = {}
    for place, each in _in_order(happened, calendar):
        if each.event == rule.counts and civil_day(each.on, calendar) <= read_on:
            keys = tuple((key, each.keys[key]) for key in rule.per if key in each.keys)
            found.setdefault(keys, []).append((place, each))
    return found


def _in_order(happened: Sequence[Happening], calendar: LegalCalendar) -> list[tuple[int, Happening]]:
    def moment(each: tuple[int, Happening]) -> tuple[date, float, int]:
        on = each[1].on
        seconds = on.timestamp() if isinstance(on, datetime) else 0.0
        return civil_day(on, calendar), seconds, each[0]

    return sorted(enumerate(happened), key=moment)


def taken(
    rule: LadderRule, place: int, event: Happening, asked: Asked, calendar: LegalCalendar
) -> Taken | None:
    """None where the event is none of those the ladder counts."""
    own = of_record(asked, event.facts.bindings)
    meant = [holds(rule.when, own), holds(rule.where, own)]
    if False in meant:
        return None
    missing = [name for each in meant if isinstance(each, Missing) for name in missing_names(each)]
    day = civil_day(event.on, calendar)
    unsure = bool(missing)
    for relief in rule.ignores:
        held = holds(relief.when, own)
        if held is True:
            return Taken(event, day, own, False, False, relief.cited, ())
        if held is not False:
            unsure = True
            missing += missing_names(held) if isinstance(held, Missing) else ()
    counts = None if unsure else True
    earlier = holds(rule.earlier, own)
    seen: bool | None = earlier if isinstance(earlier, bool) else None
    if counts is None and seen is True:
        seen = None
    if isinstance(earlier, Missing):
        missing += missing_names(earlier)
    placed = tuple(dict.fromkeys(f"history/{place}/{name}" for name in missing))
    return Taken(event, day, own, counts, seen, None, placed)
