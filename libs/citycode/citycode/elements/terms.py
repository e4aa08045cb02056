"""Terms: from which day through which a right lives; of several ends the first counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from citycode.calendar import LegalCalendar, Season
from citycode.elements.asking import Asked, holds, in_words, missing_names, sentence_of
from citycode.elements.cited import Cited
from citycode.elements.clocks import in_full
from citycode.elements.lengths import Due, StatedLength, civil_day, computed, counted_after
from citycode.happenings import Happening
from citycode.language import Expression, Missing, fact_label
from citycode.results.terms import Term, TermEnd


@dataclass(frozen=True, slots=True)
class EndRule:
    """One end of a term: `on` an event, a `length` from its start (or `from_`), or when `while_` fails."""

    cited: Cited
    on: frozenset[str] = frozenset()
    length: StatedLength | None = None
    from_: Expression | None = None
    season: Season | None = None
    while_: Expression | None = None
    when: Expression | None = None


@dataclass(frozen=True, slots=True)
class TermRule:
    """The term that one of `starts` begins (none named: whatever begins it)."""

    cited: Cited
    starts: frozenset[str]
    when: Expression | None
    ends: tuple[EndRule, ...]
    events: dict[str, str]
    moved: bool
    prorated: bool | None

    @property
    def season(self) -> Season | None:
        return next((each.season for each in self.ends if each.season is not None), None)


def term_of(
    rule: TermRule,
    event: str,
    on: date,
    happened: Sequence[Happening],
    read_on: date,
    asked: Asked,
    calendar: LegalCalendar,
) -> Term | None:
    """The term as it reads on a day; None where it does not apply."""
    held = holds(rule.when, asked)
    if held is False:
        return None
    first = rule.season.running_or_next(on).first if rule.season is not None else on
    steps: list[str] = []
    ends = tuple(_ends(rule, on, happened, read_on, asked, calendar, steps))
    known = [each for each in ends if each.day is not None]
    over = min(known, key=lambda each: (each.day, not each.by_event), default=None)
    missing = [name for each in ends for name in each.missing]
    if isinstance(held, Missing):
        missing += missing_names(held)
    cited = rule.cited
    return Term(
        id=cited.id,
        rule=cited.rule,
        event=event,
        starts_on=on,
        first_day=first,
        ends_on=over.day if over is not None else None,
        ended_by=over.id if over is not None else None,
        in_force=_in_force(first, over, read_on, bool(missing)),
        ends=ends,
        prorated=rule.prorated,
        missing=tuple(dict.fromkeys(missing)),
        steps=tuple(steps),
        sentence=_told(rule, first, over, tuple(missing), asked),
        section=cited.section,
        cite=cited.cite,
        law_date=asked.on,
        code_version=cited.code_version,
        notes=cited.notes,
    )


def _ends(
    rule: TermRule,
    on: date,
    happened: Sequence[Happening],
    read_on: date,
    asked: Asked,
    calendar: LegalCalendar,
    steps: list[str],
) -> Iterator[TermEnd]:
    for each in rule.ends:
        held = holds(each.when, asked)
        if held is False:
            continue
        unknown = missing_names(held) if isinstance(held, Missing) else ()
        if each.on:
            yield _by_event(each, rule, on, happened, read_on, unknown, calendar)
        elif each.while_ is not None:
            yield _while(each, read_on, unknown, asked)
        else:
            yield _fixed(each, rule, on, unknown, asked, calendar, steps)


def _by_event(
    end: EndRule,
    rule: TermRule,
    on: date,
    happened: Sequence[Happening],
    read_on: date,
    unknown: tuple[str, ...],
    calendar: LegalCalendar,
) -> TermEnd:
    days = [civil_day(each.on, calendar) for each in happened if each.event in end.on]
    day = min((each for each in days if on <= each <= read_on), default=None)
    words = " or ".join(rule.events.get(each, each) for each in sorted(end.on))
    says = f"Ended on {in_full(day)}: {words}." if day else f"Ends when {words}."
    return TermEnd(end.cited.id, end.cited.rule, None if unknown else day, True, says, unknown)


def _while(end: EndRule, read_on: date, unknown: tuple[str, ...], asked: Asked) -> TermEnd:
    assert end.while_ is not None  # noqa: S101 – chosen by the caller
    held = holds(end.while_, asked)
    if isinstance(held, Missing):
        unknown = (*unknown, *missing_names(held))
    over = held is False and not unknown
    says = in_words(end.while_, asked)[0]
    return TermEnd(end.cited.id, end.cited.rule, read_on if over else None, True, says, unknown)


def _fixed(
    end: EndRule,
    rule: TermRule,
    on: date,
    unknown: tuple[str, ...],
    asked: Asked,
    calendar: LegalCalendar,
    steps: list[str],
) -> TermEnd:
    due = _due(end, rule, on, asked, calendar)
    steps += due.steps
    day = due.last_day
    missing = (*unknown, *due.missing)
    if day is not None:
        says = f"Ends with {in_full(day)}{f' ({due.length})' if due.length else ''}."
    else:
        says = (
            due.trouble or f"Not known yet: {', '.join(fact_label(each, asked.labels) for each in missing)}"
        )
    return TermEnd(end.cited.id, end.cited.rule, None if unknown else day, False, sentence_of(says), missing)


def _due(end: EndRule, rule: TermRule, on: date, asked: Asked, calendar: LegalCalendar) -> Due:
    if end.season is not None:
        run = end.season.running_or_next(on)
        last = calendar.business_day_on_or_after(run.last) if rule.moved else run.last
        return Due(last, run.last, steps=(f"The season runs from {run.first} through {run.last}.",))
    assert end.length is not None  # noqa: S101 – chosen by the caller
    if end.from_ is None:
        return counted_after(on, end.length, asked, calendar, rule.moved)
    start = computed(end.from_, asked, calendar, False)
    if start.last_day is None:
        return start
    return counted_after(start.last_day, end.length, asked, calendar, rule.moved)


def _in_force(first: date, over: TermEnd | None, read_on: date, unsure: bool) -> bool | None:
    if read_on < first:
        return False
    over_on = over.day if over is not None else None
    if (
        over is not None
        and over_on is not None
        and (read_on > over_on or (over.by_event and read_on == over_on))
    ):
        return False
    return None if unsure else True


def _told(rule: TermRule, first: date, over: TermEnd | None, missing: tuple[str, ...], asked: Asked) -> str:
    parts = [f"The term runs from {in_full(first)}"]
    if over is not None and over.day is not None:
        parts.append("until it ended on" if over.by_event else "through")
        parts.append(in_full(over.day))
    else:
        ends = sorted({rule.events.get(name, name) for each in rule.ends for name in each.on})
        parts.append(f"until {' or '.join(ends)}" if ends else "without an end that is known")
    told = f"{' '.join(parts)}."
    if missing:
        names = ", ".join(fact_label(each, asked.labels) for each in dict.fromkeys(missing))
        told += f" Not known yet: {names}."
    if rule.prorated is False:
        told += " A shorter time costs the whole fee."
    return told
