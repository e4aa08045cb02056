"""Notices: who must be told, by when, and whether everybody was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from citycode.calendar import LegalCalendar, Length
from citycode.calendar.publication import check_publication, last_first_publication
from citycode.elements.asking import Asked, holds
from citycode.elements.cited import Cited
from citycode.elements.service import Way, best_service
from citycode.language import Expression
from citycode.results.notices import (
    NoticeCheck,
    NoticeFloor,
    NoticeRule,
    Party,
    PartyNotice,
    PublicationRule,
    PublicationStanding,
    Service,
)


@dataclass(frozen=True, slots=True)
class Publication:
    """Publication that is demanded, the first so long before (`lead`)."""

    rule: PublicationRule
    lead: Length | None


@dataclass(frozen=True, slots=True)
class Notice:
    """The rule without its law date, how its lead is counted, and the ways of service. Audience is shown."""

    cited: Cited
    rule: NoticeRule
    when: Expression | None
    lead: Length | None
    moved_earlier: bool
    ways: tuple[Way, ...]
    publication: Publication | None
    audience_words: str


def last_mailing_day(
    notice: Notice, hearing_on: date | None, calendar: LegalCalendar
) -> tuple[date | None, tuple[str, ...]]:
    """None where nothing follows that it must precede; without a stated lead, the very day."""
    if hearing_on is None:
        return None, ()
    if notice.lead is None:
        return hearing_on, ("The law names no least time; it must precede the hearing.",)
    count = calendar.before(hearing_on, notice.lead, notice.moved_earlier)
    return count.last_day, count.steps


def checked(
    notice: Notice,
    rule: NoticeRule,
    floors: Sequence[Notice],
    hearing_on: date | None,
    parties: Iterable[Party],
    served: Iterable[Service],
    published: Sequence[date],
    asked: Asked,
    calendar: LegalCalendar,
) -> NoticeCheck:
    """Party by party. A second service mends an earlier one: the best counts. `floors` are notices of the
    state: the notice goes out in their time, to their audience and in print as they demand too.
    """
    held = holds(notice.when, asked)
    applies = held if isinstance(held, bool) else None
    floors = [each for each in floors if holds(each.when, asked) is not False]
    last_day, steps, beneath = _last_day_over(notice, floors, hearing_on, calendar)
    services: dict[str, list[Service]] = {}
    for each in served:
        services.setdefault(each.party, []).append(each)
    if applies is False:
        why = "The notice is not needed."
        told = tuple(PartyNotice(party.id, False, why, None, None, ()) for party in parties)
    else:
        told = tuple(
            _party(notice, rule, floors, party, services.get(party.id, []), last_day, asked, calendar)
            for party in parties
        )
    demanded = [each.publication for each in (notice, *floors) if each.publication is not None]
    printed = _published_over(demanded, hearing_on, published, calendar) if applies is not False else None
    missing = tuple(each.party for each in told if each.must_be_notified is not False and not each.in_time)
    return NoticeCheck(
        notice=rule,
        hearing_on=hearing_on,
        last_mailing_day=last_day,
        parties=told,
        in_time=not missing and (printed is None or printed.in_time),
        missing=missing,
        sentence=_sentence(told, missing, last_day, printed),
        steps=steps,
        applies=applies,
        publication=printed,
        floors=beneath,
    )


def _last_day_over(
    notice: Notice, floors: Sequence[Notice], hearing_on: date | None, calendar: LegalCalendar
) -> tuple[date | None, tuple[str, ...], tuple[NoticeFloor, ...]]:
    """The last day to mail, its steps, and the floors: the earliest last day governs."""
    own, own_steps = last_mailing_day(notice, hearing_on, calendar)
    days = [last_mailing_day(each, hearing_on, calendar) for each in floors]
    sooner = [(day, steps) for day, steps in days if day is not None and own is not None and day < own]
    last, steps = min(sooner, key=lambda each: each[0], default=(own, own_steps))
    in_print = _first_day(notice, hearing_on, calendar)
    beneath = [
        _floor(
            notice, each, day, day == last != own, _earlier(_first_day(each, hearing_on, calendar), in_print)
        )
        for each, (day, _) in zip(floors, days, strict=True)
    ]
    return last, (*steps, *(each.says for each in beneath if each.governs)), tuple(beneath)


def _floor(
    notice: Notice, floor: Notice, last_day: date | None, in_less_time: bool, in_print: bool
) -> NoticeFloor:
    cited, own = floor.cited, notice.cited.section
    stricter = [
        *([f"leaves less time than {own}"] if in_less_time else []),
        *([f"demands more in print than {own}"] if in_print else []),
    ]
    says = (
        f"{cited.section} {' and '.join(stricter)} and governs: the city may not fall short of state law."
        if stricter
        else f"{own} leaves no more time than {cited.section} and governs."
    )
    return NoticeFloor(cited.id, cited.rule, cited.section, cited.cite, last_day, bool(stricter), says)


def _first_day(notice: Notice, hearing_on: date | None, calendar: LegalCalendar) -> date | None:
    """The last day on which it may first be printed; None where nothing is printed or no day is set."""
    if notice.publication is None or hearing_on is None:
        return None
    return _last_first_day(notice.publication, hearing_on, calendar)


def _earlier(day: date | None, than: date | None) -> bool:
    return day is not None and (than is None or day < than)


def _party(
    notice: Notice,
    rule: NoticeRule,
    floors: Sequence[Notice],
    party: Party,
    services: list[Service],
    last_day: date | None,
    asked: Asked,
    calendar: LegalCalendar,
) -> PartyNotice:
    must, why = _must_be_notified_over(notice, rule, floors, party)
    best = best_service(notice.ways, services, last_day, asked, calendar)
    if best is None:
        if must is False:
            return PartyNotice(party.id, must, why, None, None, ())
        return PartyNotice(party.id, must, why, None, False, ("No notice went out.",))
    in_time = None if must is False else not best.wrong
    return PartyNotice(
        party.id, must, why, best.served_on, in_time, best.wrong, best.effective_on, best.missing_proof
    )


def _must_be_notified_over(
    notice: Notice, rule: NoticeRule, floors: Sequence[Notice], party: Party
) -> tuple[bool | None, str]:
    """By the notice itself, or by the state's where the city's does not reach the party."""
    must, why = _must_be_notified(notice, rule, party)
    for floor in floors:
        demanded, reason = _must_be_notified(floor, floor.rule, party)
        if must is not True and (demanded or (demanded is None and must is False)):
            must, why = demanded, f"{reason} ({floor.cited.section})"
    return must, why


def _must_be_notified(notice: Notice, rule: NoticeRule, party: Party) -> tuple[bool | None, str]:
    if not rule.audience:
        return False, "Notice is given by publication."
    if not party.kinds & set(rule.audience):
        return False, f"Notice goes to {notice.audience_words} only."
    if rule.within_ft is None:
        return True, f"Notice goes to {notice.audience_words}."
    reach = f"{feet(rule.within_ft)} of the property"
    if party.distance_ft is None:
        return None, f"How far away the party is must be known: notice goes to everybody within {reach}."
    near = party.distance_ft <= rule.within_ft
    return near, f"{feet(party.distance_ft)} away; notice goes to everybody within {reach}."


def _published_over(
    demanded: Sequence[Publication],
    hearing_on: date | None,
    published: Sequence[date],
    calendar: LegalCalendar,
) -> PublicationStanding | None:
    """How it was printed beside every publication that is demanded: the strictest governs."""
    if not demanded:
        return None
    days = tuple(sorted(set(published)))
    last_days = [_last_first_day(each, hearing_on, calendar) for each in demanded if hearing_on is not None]
    last_day = min(last_days, default=None)
    weeks = max(each.rule.weeks for each in demanded)
    wrong: list[str] = []
    if weeks > 1 or not days:
        wrong += check_publication(days, weeks).reasons
    if days and last_day is not None and days[0] > last_day:
        wrong.append(f"It was first published {days[0]}, after the last day {last_day}.")
    return PublicationStanding(last_day, days, not wrong, tuple(wrong))


def _last_first_day(publication: Publication, hearing_on: date, calendar: LegalCalendar) -> date:
    """The last day on which it may first be printed."""
    last_day = hearing_on
    if publication.lead is not None:
        last_day = calendar.before(hearing_on, publication.lead).last_day
    if publication.rule.weeks > 1:
        last_day = min(last_day, last_first_publication(hearing_on, publication.rule.weeks).last_day)
    return last_day


def _sentence(
    told: tuple[PartyNotice, ...],
    missing: tuple[str, ...],
    last_day: date | None,
    printed: PublicationStanding | None,
) -> str:
    due = sum(each.must_be_notified is not False for each in told)
    by = f" by {last_day}" if last_day else ""
    if missing:
        said = f"{len(missing)} of {due} who must be notified{by} were not, or not properly."
    else:
        said = (
            f"Everybody who must be notified ({due}) was{f', on or before {last_day}' if last_day else ''}."
        )
    if printed is None:
        return said
    return f"{said} {'It was published as demanded.' if printed.in_time else ' '.join(printed.wrong)}"


def feet(number: int | Fraction) -> str:
    """`480 ft`, `350.1 ft`; a fraction without exact decimal to three places."""
    if isinstance(number, int) or number.denominator == 1:
        return f"{int(number):,} ft"
    return f"{float(round(number, 3)):,} ft"
