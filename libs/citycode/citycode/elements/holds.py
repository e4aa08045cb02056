"""Holds: what is barred from one event until another, or as long as a condition holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from citycode.calendar import LegalCalendar
from citycode.elements.asking import Asked, holds, in_words, missing_names, sentence_of
from citycode.elements.cited import Cited
from citycode.elements.clocks import in_full
from citycode.elements.lengths import civil_day
from citycode.happenings import Happening
from citycode.language import Expression, Missing, fact_label
from citycode.results.holds import Hold


@dataclass(frozen=True, slots=True)
class HoldRule:
    """Bars `blocks` from one of `on` until one of `until`; with neither, as long as `when` holds."""

    cited: Cited
    when: Expression | None
    blocks: tuple[str, ...]
    blocks_words: tuple[str, ...]
    on: frozenset[str]
    until: frozenset[str]
    of: str
    by: str | None
    events: dict[str, str]


@dataclass(frozen=True, slots=True)
class Placed:
    """The newest placing event and the first release after it."""

    placed: Happening | None = None
    released: Happening | None = None


def held(
    rule: HoldRule, happened: Sequence[Happening], read_on: date, asked: Asked, calendar: LegalCalendar
) -> Hold | None:
    """The hold as it stands on a day; None where nothing placed it, or where it does not apply."""
    applies = holds(rule.when, asked)
    if applies is False:
        return None
    found = _placed(rule, happened, read_on, calendar)
    if rule.on and found.placed is None:
        return None
    missing = missing_names(applies) if isinstance(applies, Missing) else ()
    in_force = None if missing else found.released is None
    placed, released, cited = found.placed, found.released, rule.cited
    return Hold(
        id=cited.id,
        rule=cited.rule,
        in_force=False if released is not None else in_force,
        blocks=rule.blocks,
        of=rule.of,
        placed_by=placed.event if placed else None,
        placed_on=civil_day(placed.on, calendar) if placed else None,
        released_by=released.event if released else None,
        released_on=civil_day(released.on, calendar) if released else None,
        until=tuple(sorted(rule.until)),
        by=rule.by,
        missing=missing,
        sentence=sentence_of(_told(rule, found, missing, asked, calendar)),
        section=cited.section,
        cite=cited.cite,
        law_date=asked.on,
        code_version=cited.code_version,
        notes=cited.notes,
    )


def _placed(rule: HoldRule, happened: Sequence[Happening], read_on: date, calendar: LegalCalendar) -> Placed:
    """Taken in the order of their days; on one day a release follows the placing it answers."""
    dated = [(civil_day(each.on, calendar), each) for each in happened]
    ordered = sorted(
        (each for each in dated if each[0] <= read_on and each[1].event in rule.on | rule.until),
        key=lambda each: (each[0], each[1].event in rule.until),
    )
    found = Placed()
    for _, each in ordered:
        if each.event in rule.on and (found.placed is None or found.released is not None):
            found = Placed(each)
        elif each.event in rule.until and found.placed is not None and found.released is None:
            found = Placed(found.placed, each)
    return found


def _told(
    rule: HoldRule, found: Placed, missing: tuple[str, ...], asked: Asked, calendar: LegalCalendar
) -> str:
    if missing:
        return f"not known yet: {', '.join(fact_label(each, asked.labels) for each in missing)}"
    actions = " and ".join(rule.blocks_words)
    if found.released is not None:
        return f"released on {in_full(civil_day(found.released.on, calendar))}: no longer barred to {actions}"
    until = " or ".join(rule.events.get(each, each) for each in sorted(rule.until))
    if found.placed is not None:
        since = in_full(civil_day(found.placed.on, calendar))
        what = rule.events.get(found.placed.event, found.placed.event)
        return f"since {since} ({what}) it is barred to {actions}, until {until}"
    why = in_words(rule.when, asked)[0] if rule.when is not None else ""
    return f"barred to {actions}: {why}"
