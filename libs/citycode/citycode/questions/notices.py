"""Who must be told, and whether they were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.asking import holds
from citycode.elements.edition import Edition
from citycode.elements.notices import Notice, checked
from citycode.elements.precedence import Precedence
from citycode.facts import Facts
from citycode.questions.errors import UnknownElement
from citycode.questions.ground import asked
from citycode.results.notices import NoticeCheck, NoticeReach, NoticeRule, Party, Service

if TYPE_CHECKING:
    from citycode.program import Program


def notices(program: Program, kind: str, on: date) -> tuple[NoticeRule, ...]:
    found = program.edition(on).all(Notice)
    return tuple(replace(each.rule, law_date=on) for each in found if each.rule.kind == kind)


def notice(program: Program, notice_id: str, on: date) -> Notice:
    """With its rule dated. Raises UnknownElement."""
    in_force = program.edition(on).all(Notice)
    for each in in_force:
        if each.rule.id == notice_id:
            return replace(each, rule=replace(each.rule, law_date=on))
    raise UnknownElement(notice_id, (each.rule.id for each in in_force))


def notice_check(
    program: Program,
    notice_id: str,
    hearing_on: date | None,
    parties: Iterable[Party],
    served: Iterable[Service],
    on: date,
    published: Sequence[date],
    facts: Facts | None,
) -> NoticeCheck:
    found = notice(program, notice_id, on)
    edition, question = asked(program, facts, on)
    floors = _floors(edition, notice_id)
    calendar = program.calendar
    return checked(found, found.rule, floors, hearing_on, parties, served, published, question, calendar)


def notice_reach(program: Program, notice_id: str, on: date, facts: Facts | None) -> NoticeReach:
    found = notice(program, notice_id, on)
    edition, question = asked(program, facts, on)
    floors = [each for each in _floors(edition, notice_id) if holds(each.when, question) is not False]
    rules = [found.rule, *(each.rule for each in floors)]
    audience = frozenset(kind for each in rules for kind in each.audience)
    return NoticeReach(audience, max((each.within_ft for each in rules if each.within_ft), default=None))


def _floors(edition: Edition, notice_id: str) -> list[Notice]:
    """Notices of the state that this one may not fall short of."""
    pairs = [each for each in edition.all(Precedence) if each.under == notice_id and each.force == "floor"]
    named = {each.over for each in pairs}
    return [each for each in edition.all(Notice) if each.rule.id in named]
