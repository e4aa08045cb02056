"""Who must be told, and whether they were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.notices import Notice, checked
from citycode.facts import Facts
from citycode.questions.errors import UnknownElement
from citycode.questions.ground import asked
from citycode.results.notices import NoticeCheck, NoticeRule, Party, Service

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
    _, question = asked(program, facts, on)
    return checked(found, found.rule, hearing_on, parties, served, published, question, program.calendar)
