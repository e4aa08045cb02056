"""Ways of service: which will do, from which day they count, and what proves them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product

from citycode.calendar import LegalCalendar, Length
from citycode.elements.asking import Asked, holds
from citycode.language import Expression
from citycode.results.notices import Service, ServiceRule


@dataclass(frozen=True, slots=True)
class Way:
    """One way that will do, `when` it may be used; `words` say it. It counts from the method in
    `counts_from`, else from the last of all.
    """

    rule: ServiceRule
    when: Expression | None
    after: Length | None
    words: str
    counts_from: str | None = None


@dataclass(frozen=True, slots=True)
class Served:
    """The best of what was sent to a party, and what is wrong with it."""

    served_on: date
    effective_on: date | None
    wrong: tuple[str, ...]
    missing_proof: tuple[str, ...] = ()


def best_service(
    ways: Sequence[Way],
    services: Sequence[Service],
    last_day: date | None,
    asked: Asked,
    calendar: LegalCalendar,
) -> Served | None:
    """None where nothing was sent. Fewest faults win, then the earliest."""
    open_ways = [each for each in ways if holds(each.when, asked) is not False]
    judged = [
        _judged(way, chosen, last_day, calendar)
        for way in open_ways
        for chosen in product(
            *([each for each in services if each.method == name] for name in way.rule.methods)
        )
    ]
    if not judged:
        judged = [_of_no_use(each, open_ways, last_day) for each in services]
    return min(judged, key=lambda each: (len(each.wrong), each.served_on), default=None)


def _judged(
    way: Way, services: tuple[Service, ...], last_day: date | None, calendar: LegalCalendar
) -> Served:
    """Services by all the methods of a way, each in time: it counts from the last or the named one."""
    wrong: list[str] = []
    days = [_effective(way, each, calendar) for each in services]
    known = [each for each in days if each is not None]
    complete = max(known) if len(known) == len(days) else None
    effective = _counted_from(way, services, days) if complete is not None else None
    sent = max(each.on for each in services)
    if complete is None:
        wrong.append("The day it was received is not known.")
    elif last_day is not None and complete > last_day:
        told = f"It went out on {sent}" if complete == sent else f"It counts from {complete}"
        wrong.append(f"{told}, after the last day {last_day}.")
    lacking = []
    if way.rule.proof is not None and all(each.proof != way.rule.proof for each in services):
        lacking.append(way.rule.proof.replace("_", " "))
        wrong.append(f"{_capital(way.words)} is good only with {_article(lacking[0])}.")
    return Served(sent, effective, tuple(wrong), tuple(lacking))


def _counted_from(way: Way, services: tuple[Service, ...], days: list[date | None]) -> date | None:
    named = [
        day
        for each, day in zip(services, days, strict=True)
        if day is not None and way.counts_from in (None, each.method)
    ]
    return max(named, default=None)


def _effective(way: Way, service: Service, calendar: LegalCalendar) -> date | None:
    begins = service.received_on if way.rule.counts == "received" else service.on
    if begins is None or way.after is None:
        return begins
    return calendar.after(begins, way.after, roll=False).last_day


def _of_no_use(service: Service, ways: Sequence[Way], last_day: date | None) -> Served:
    """Sent by a method that will not do."""
    wrong = []
    if last_day is not None and service.on > last_day:
        wrong.append(f"It went out on {service.on}, after the last day {last_day}.")
    demanded = " or ".join(each.words for each in ways)
    wrong.append(f"It went out by {service.method.replace('_', ' ')}; {demanded} is demanded.")
    return Served(service.on, None, tuple(wrong))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _article(words: str) -> str:
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
