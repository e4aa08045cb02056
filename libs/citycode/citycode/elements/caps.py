"""Caps: how many there may be, at once or in a time, and how far apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Literal

from citycode.calendar import Length, Period, Season, YearlyDay
from citycode.elements.asking import Asked, Broken, answer, holds, missing_names, sentence_of
from citycode.elements.cited import Cited
from citycode.elements.clocks import in_full
from citycode.elements.counted_days import ONE_DAY, clear_days_between, most_at_once, row_through, within
from citycode.elements.lengths import StatedLength, counted_length
from citycode.happenings import Holding
from citycode.language import Expression, Missing, fact_label
from citycode.results.caps import Cap

CALENDAR_YEAR = Season(YearlyDay(1, 1), YearlyDay(12, 31))
FAR = date(2499, 12, 31)
MOST_WINDOWS = 100
Counts = Literal["records", "days", "days_in_a_row"]


@dataclass(frozen=True, slots=True)
class CapRule:
    """At most `at_most` of the records for which `where` holds, with the same `keys`, in the same `window`.

    `apart` instead is the time that must lie between two of them. `keys` empty: all of the city count.
    """

    cited: Cited
    of: str
    of_words: str
    when: Expression | None
    where: Expression | None
    at_most: Expression | None
    apart: StatedLength | None
    per: tuple[str, ...]
    keys: tuple[str, ...]
    window: Season | None
    counts: Counts
    at_once: bool
    of_itself: bool
    remedy: str | None


@dataclass(frozen=True, slots=True)
class Against:
    """What stands against the wanted record. `unsure` are those that may count, with the facts that tell."""

    counting: tuple[Holding, ...]
    unsure: tuple[Holding, ...]
    missing: tuple[str, ...]


def capped(rule: CapRule, wanted: Holding, records: Sequence[Holding], asked: Asked) -> Cap | None:
    """The cap put to the wanted record; None where it does not bind it."""
    if wanted.of != rule.of:
        return None
    own = of_record(asked, wanted.facts.bindings)
    bound = [holds(rule.when, own), holds(rule.where, own)]
    if False in bound:
        return None
    unknown = tuple(name for each in bound if isinstance(each, Missing) for name in missing_names(each))
    lacking = tuple(each for each in rule.keys if each not in wanted.keys)
    limit, more = _limit(rule, own)
    if lacking or limit is None:
        return _cap(rule, None, asked, missing=(*unknown, *lacking, *more))
    against = _against(rule, wanted, records, asked)
    if rule.apart is not None:
        return _apart(rule, wanted, against, limit, unknown, asked)
    return _counted(rule, wanted, against, limit, unknown, asked)


def of_record(asked: Asked, facts: Mapping[str, object]) -> Asked:
    """The question as it is for one record: its own facts prevail."""
    return replace(asked, bindings={**asked.bindings, **facts}) if facts else asked  # type: ignore[dict-item]


def _limit(rule: CapRule, asked: Asked) -> tuple[int | None, tuple[str, ...]]:
    if rule.apart is not None:
        length = counted_length(rule.apart, asked)
        return (int(length.number), ()) if isinstance(length, Length) else (None, length.missing)
    assert rule.at_most is not None  # noqa: S101 – the pack was validated
    found = answer(rule.at_most, asked)
    if isinstance(found, Missing):
        return None, missing_names(found)
    if isinstance(found, Broken):
        return None, ()
    return int(Fraction(found.value)), ()  # type: ignore[arg-type]


def _against(rule: CapRule, wanted: Holding, records: Sequence[Holding], asked: Asked) -> Against:
    if rule.of_itself:
        return Against((), (), ())
    counting, unsure, missing = [], [], []
    for place, each in enumerate(records):
        if each.of != rule.of or (each.id and each.id == wanted.id):
            continue
        lacking = [key for key in rule.keys if key not in each.keys]
        if any(each.keys[key] != wanted.keys[key] for key in rule.keys if key in each.keys):
            continue
        held = holds(rule.where, of_record(asked, each.facts.bindings))
        if held is False:
            continue
        if held is True and not lacking:
            counting.append(each)
            continue
        unsure.append(each)
        names = missing_names(held) if isinstance(held, Missing) else ()
        missing += [f"records/{place}/{name}" for name in (*lacking, *names)]
    return Against(tuple(counting), tuple(unsure), tuple(missing))


def _spans(records: Sequence[Holding], window: Period | None) -> list[Period]:
    spans = (within(Period(each.first, each.last or FAR), window) for each in records)
    return [each for each in spans if each is not None]


def _windows(rule: CapRule, wanted: Holding) -> tuple[Period | None, ...]:
    """Every window that the wanted record touches; where its end is not known, the first two."""
    if rule.window is None:
        return (None,)
    found = [rule.window.running_or_next(wanted.first)]
    while len(found) < MOST_WINDOWS:
        following = rule.window.running_or_next(found[-1].last + ONE_DAY)
        if wanted.last is None:
            return (*found, following)
        if following.first > wanted.last:
            break
        found.append(following)
    return tuple(found)


def _amount(
    rule: CapRule, wanted: Holding, window: Period | None, records: Sequence[Holding], alone: bool
) -> int:
    """What is counted of `records` beside the wanted one, or (`alone` false) together with it."""
    itself = within(Period(wanted.first, wanted.last or FAR), window)
    spans = _spans(records, window)
    if rule.counts == "records":
        count = most_at_once(itself, spans) if rule.at_once and itself is not None else len(spans)
        return count if alone else count + 1
    if rule.counts == "days":
        total = sum(each.days for each in spans)
        return total if alone or itself is None else total + itself.days
    if alone or itself is None:
        return max((row_through(each, spans).days for each in spans), default=0)
    return row_through(itself, spans).days


def _counted(
    rule: CapRule, wanted: Holding, against: Against, limit: int, unknown: tuple[str, ...], asked: Asked
) -> Cap:
    """Of several windows that the wanted record touches, the fullest is told."""
    windows = _windows(rule, wanted)
    fullest = {each: _amount(rule, wanted, each, against.counting, alone=False) for each in windows}
    window = max(windows, key=lambda each: fullest[each])
    counted, together = _amount(rule, wanted, window, against.counting, alone=True), fullest[window]
    allowed: bool | None = together <= limit
    missing = unknown
    if allowed and against.unsure:
        every = (*against.counting, *against.unsure)
        if any(_amount(rule, wanted, each, every, alone=False) > limit for each in windows):
            allowed, missing = None, (*unknown, *against.missing)
    if unknown and not allowed:
        allowed = None
    counting = [each for each in against.counting if _counts_here(rule, each, wanted, window)]
    return _cap(
        rule,
        allowed,
        asked,
        limit=limit,
        counted=counted,
        together=together,
        window=window,
        counting=counting,
        missing=missing,
        steps=tuple(_record_told(each) for each in counting),
    )


def _counts_here(rule: CapRule, each: Holding, wanted: Holding, window: Period | None) -> bool:
    span = within(Period(each.first, each.last or FAR), window)
    if span is None:
        return False
    return not rule.at_once or span.overlaps(Period(wanted.first, wanted.last or FAR))


def _apart(
    rule: CapRule, wanted: Holding, against: Against, limit: int, unknown: tuple[str, ...], asked: Asked
) -> Cap:
    """Full days lie between: neither the last day of one nor the first of the next is counted."""
    itself = Period(wanted.first, wanted.last or FAR)

    def near(records: Sequence[Holding]) -> list[Holding]:
        return [
            each
            for each in records
            if clear_days_between(itself, Period(each.first, each.last or FAR)) < limit
        ]

    close, perhaps = near(against.counting), near(against.unsure)
    nearest = min(
        (clear_days_between(itself, Period(each.first, each.last or FAR)) for each in against.counting),
        default=None,
    )
    allowed: bool | None = not close
    missing = unknown
    if allowed and perhaps:
        allowed, missing = None, (*unknown, *against.missing)
    if unknown and not allowed:
        allowed = None
    free = max((each.last or FAR for each in close), default=None)
    return _cap(
        rule,
        allowed,
        asked,
        limit=limit,
        counted=max(nearest, 0) if nearest is not None else None,
        counting=close,
        missing=missing,
        steps=tuple(_record_told(each) for each in close),
        free_from=free + timedelta(limit + 1) if free is not None and free < FAR - timedelta(limit) else None,
    )


def _record_told(each: Holding) -> str:
    name = each.id or each.of.replace("_", " ")
    last = f"through {each.last}" if each.last is not None else "on"
    return f"{name}: from {each.first} {last}."


def _cap(
    rule: CapRule,
    allowed: bool | None,
    asked: Asked,
    *,
    limit: int | None = None,
    counted: int | None = None,
    together: int | None = None,
    window: Period | None = None,
    counting: Sequence[Holding] = (),
    missing: tuple[str, ...] = (),
    steps: tuple[str, ...] = (),
    free_from: date | None = None,
) -> Cap:
    cited = rule.cited
    return Cap(
        id=cited.id,
        rule=cited.rule,
        allowed=allowed,
        of=rule.of,
        per=rule.per,
        counts="apart" if rule.apart is not None else rule.counts,
        limit=limit,
        counted=counted,
        with_wanted=together,
        window=(window.first, window.last) if window is not None else None,
        counting=tuple(each.id for each in counting if each.id),
        free_from=free_from,
        remedy=rule.remedy if allowed is False else None,
        missing=tuple(dict.fromkeys(missing)),
        steps=steps,
        sentence=_told(rule, allowed, limit, counted, together, window, missing, free_from, asked),
        section=cited.section,
        cite=cited.cite,
        law_date=asked.on,
        code_version=cited.code_version,
        notes=cited.notes,
    )


def _told(
    rule: CapRule,
    allowed: bool | None,
    limit: int | None,
    counted: int | None,
    together: int | None,
    window: Period | None,
    missing: tuple[str, ...],
    free_from: date | None,
    asked: Asked,
) -> str:
    if allowed is None:
        names = ", ".join(fact_label(each, asked.labels) for each in dict.fromkeys(missing))
        return sentence_of(f"whether one more is possible is not known yet: {names}")
    per = (
        "" if not rule.keys else f" of the same {' and '.join(each.replace('_', ' ') for each in rule.keys)}"
    )
    what = f"{rule.of_words}{per}"
    if rule.apart is not None:
        if allowed:
            return sentence_of(f"at least {limit} full days lie between {what}")
        later = f"; one more may begin on {in_full(free_from)}" if free_from else ""
        return sentence_of(f"{limit} full days must lie between {what}, and {counted} do{later}")
    unit = "" if rule.counts == "records" else " days" if rule.counts == "days" else " days in a row"
    when = f" from {window.first} through {window.last}" if window is not None else ""
    when = " at one time" if rule.at_once else when
    if rule.counts == "records":
        more = "one more is possible" if allowed else "no more is possible"
        return sentence_of(f"{what}{when}: {counted} of at most {limit}; {more}")
    told = f"{what}{when}: {together} of at most {limit}{unit} with this one"
    return sentence_of(told if allowed else f"{told}; too many")
