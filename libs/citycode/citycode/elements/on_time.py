"""Whether an act was in time, for `on_time('clock-id')` in any formula: by the days the facts give."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from citycode.calendar import LegalCalendar
from citycode.elements.asking import Asked, Broken, answer, holds
from citycode.elements.clocks import ClockRule, due_of, in_full
from citycode.elements.lengths import Due, civil_day
from citycode.elements.tables import Table
from citycode.language import Binding, Expression, Missing, clock_fact


def with_clocks(
    asked: Asked, clocks: Sequence[ClockRule], calendar: LegalCalendar, tables: Sequence[Table]
) -> Asked:
    """The question with the answer of every clock that tells when it began and when it was done.

    Clocks are looked at in the order of the pack, so that one may rest on those before it. What a clock
    says is told by its label: "request for the refund on June 30, 2027 (last day June 29, 2027)".
    """
    timed = [each for each in clocks if each.began is not None and each.done is not None]
    if not timed:
        return asked
    bindings: dict[str, Binding] = dict(asked.bindings)
    labels: dict[str, str] = dict(asked.labels)
    asked = Asked(bindings, labels, asked.on)
    for each in timed:
        name = clock_fact(each.cited.id)
        bindings[name], label = _answered(each, asked, calendar, tables)
        if label:
            labels[name] = label
    return asked


def _answered(
    rule: ClockRule, asked: Asked, calendar: LegalCalendar, tables: Sequence[Table]
) -> tuple[Binding, str]:
    """Kleene: a clock that does not apply is kept; what is missing matters only where it can change that."""
    gates = [holds(rule.when, asked)]
    if rule.waived_when is not None:
        waived = holds(rule.waived_when, asked)
        gates.append(waived if not isinstance(waived, bool) else not waived)
    if False in gates:
        return True, ""
    began, done = _moment(rule.began, asked), _moment(rule.done, asked)
    unknown = [each for each in (began, done) if isinstance(each, Missing)]
    if unknown or isinstance(began, Missing) or isinstance(done, Missing):
        return _missing([*unknown, *(each for each in gates if isinstance(each, Missing))]), ""
    if began is None or done is None:
        return Missing(frozenset({clock_fact(rule.cited.id)})), ""
    due = due_of(rule, began, asked, calendar, tables)
    kept = _kept(rule, due, done, calendar)
    if kept is None:
        return Missing(frozenset(due.missing) or frozenset({clock_fact(rule.cited.id)})), ""
    open_gates = [each for each in gates if not isinstance(each, bool)]
    if not kept and open_gates:
        return _missing([each for each in open_gates if isinstance(each, Missing)]), ""
    return kept, _label(rule, due, done, calendar)


def _moment(formula: Expression | None, asked: Asked) -> date | datetime | Missing | None:
    assert formula is not None  # noqa: S101 – chosen by the caller
    found = answer(formula, asked)
    if isinstance(found, Missing):
        return found
    return None if isinstance(found, Broken) else found.value  # type: ignore[return-value]


def _missing(parts: Sequence[Missing]) -> Missing:
    return Missing(frozenset().union(*(each.facts for each in parts)))


def _kept(rule: ClockRule, due: Due, done: date | datetime, calendar: LegalCalendar) -> bool | None:
    if due.last_day is None:
        return None
    if due.at is not None and isinstance(done, datetime):
        return done >= due.at if rule.may else done <= due.at
    day = civil_day(done, calendar)
    if due.at is not None and day == due.last_day:
        return None  # hours end within the day, and only the day is known
    return day > due.last_day if rule.may else day <= due.last_day


def _label(rule: ClockRule, due: Due, done: date | datetime, calendar: LegalCalendar) -> str:
    name = rule.cited.title if rule.cited.title != rule.cited.rule else _words(rule)
    assert due.last_day is not None  # noqa: S101 – decided above
    edge = "first day after" if rule.may else "last day"
    return f"{name} on {in_full(civil_day(done, calendar))} ({edge} {in_full(due.last_day)})"


def _words(rule: ClockRule) -> str:
    return (rule.must or rule.may or "act").replace("_", " ")
