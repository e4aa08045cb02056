"""Notices: who must be told, by when, and whether everybody was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from citycode.calendar import LegalCalendar, Length
from citycode.results.notices import NoticeCheck, NoticeRule, Party, PartyNotice, Service


@dataclass(frozen=True, slots=True)
class Notice:
    """The rule without its law date, and how its lead is counted.

    Words for audience and methods are shown.
    """

    rule: NoticeRule
    lead: Length
    moved_earlier: bool
    audience_words: str
    method_words: str


def last_mailing_day(
    notice: Notice, hearing_on: date, calendar: LegalCalendar
) -> tuple[date, tuple[str, ...]]:
    count = calendar.before(hearing_on, notice.lead, notice.moved_earlier)
    return count.last_day, count.steps


def checked(
    notice: Notice,
    rule: NoticeRule,
    hearing_on: date,
    parties: Iterable[Party],
    served: Iterable[Service],
    calendar: LegalCalendar,
) -> NoticeCheck:
    """Party by party. A second service mends an earlier one: the best counts."""
    last_day, steps = last_mailing_day(notice, hearing_on, calendar)
    services: dict[str, list[Service]] = {}
    for each in served:
        services.setdefault(each.party, []).append(each)
    told = tuple(_party(notice, rule, party, services.get(party.id, []), last_day) for party in parties)
    missing = tuple(each.party for each in told if each.must_be_notified is not False and not each.in_time)
    return NoticeCheck(
        notice=rule,
        hearing_on=hearing_on,
        last_mailing_day=last_day,
        parties=told,
        in_time=not missing,
        missing=missing,
        sentence=_sentence(told, missing, last_day),
        steps=steps,
    )


def _party(
    notice: Notice, rule: NoticeRule, party: Party, services: list[Service], last_day: date
) -> PartyNotice:
    must, why = _must_be_notified(notice, rule, party)
    judged = [(service, _wrong(notice, rule, service, last_day)) for service in services]
    best = min(judged, key=lambda each: (len(each[1]), each[0].on), default=None)
    if best is None:
        if must is False:
            return PartyNotice(party.id, must, why, None, None, ())
        return PartyNotice(party.id, must, why, None, False, ("No notice went out.",))
    service, wrong = best
    return PartyNotice(party.id, must, why, service.on, None if must is False else not wrong, wrong)


def _must_be_notified(notice: Notice, rule: NoticeRule, party: Party) -> tuple[bool | None, str]:
    if not party.kinds & set(rule.audience):
        return False, f"Notice goes to {notice.audience_words} only."
    if rule.within_ft is None:
        return True, f"Notice goes to {notice.audience_words}."
    reach = f"{feet(rule.within_ft)} of the property"
    if party.distance_ft is None:
        return None, f"How far away the party is must be known: notice goes to everybody within {reach}."
    near = party.distance_ft <= rule.within_ft
    return near, f"{feet(party.distance_ft)} away; notice goes to everybody within {reach}."


def _wrong(notice: Notice, rule: NoticeRule, service: Service, last_day: date) -> tuple[str, ...]:
    found = []
    if service.on > last_day:
        found.append(f"It went out on {service.on}, after the last day {last_day}.")
    if service.method not in rule.methods:
        found.append(f"It went out by {service.method.replace('_', ' ')}; {notice.method_words} is demanded.")
    return tuple(found)


def _sentence(told: tuple[PartyNotice, ...], missing: tuple[str, ...], last_day: date) -> str:
    due = sum(each.must_be_notified is not False for each in told)
    if not missing:
        return f"Everybody who must be notified ({due}) was, on or before {last_day}."
    return f"{len(missing)} of {due} who must be notified by {last_day} were not, or not properly."


def feet(number: int | Fraction) -> str:
    """`480 ft`, `350.1 ft`; a fraction without exact decimal to three places."""
    if isinstance(number, int) or number.denominator == 1:
        return f"{int(number):,} ft"
    return f"{float(round(number, 3)):,} ft"
