"""Law through time: versions of an element, dated values, and the days on which each holds.

`from` is the first day in force, `until` the first day no longer. Versions must follow one another without
overlap and without gap: on every day of its life an element has exactly one version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Generic, TypeVar

from citycode.elements.spans import Span
from citycode.packs.errors import ErrorLog, nearest

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Dated(Generic[T]):
    """Something that holds during a span, read from `line`."""

    span: Span
    line: int
    item: T


def resolve_span(
    since: date | str | None,
    until: date | str | None,
    amendments: Mapping[str, date],
    line: int,
    log: ErrorLog,
) -> Span | None:
    """The span with amendments resolved to the day they are in force; None with the error in `log`."""
    ends: list[date | None] = []
    for each in (since, until):
        if isinstance(each, str):
            if each not in amendments:
                log.add(
                    line,
                    f"No amendment is called `{each}`",
                    nearest(each, amendments, "Declare it under `amendments:`, or write a date. Declared:"),
                )
                return None
            ends.append(amendments[each])
        else:
            ends.append(each)
    span = Span(ends[0], ends[1])
    if span.since and span.until and span.since >= span.until:
        log.add(line, f"It would hold {span.words()}, that is never", "Put `until` after `from`.")
        return None
    return span


def in_sequence(what: str, dated: Sequence[Dated[T]], log: ErrorLog) -> bool:
    """True if the versions follow one another exactly; overlaps and gaps are told."""
    sound = True
    for earlier, later in pairwise(dated):
        if later.span.since is None or earlier.span.until is None or later.span.since < earlier.span.until:
            log.add(
                later.line,
                f"Two versions of {what} are in force on one day: "
                f"{earlier.span.words()} and {later.span.words()}",
                "Let `until` of the earlier and `from` of the later name the same day.",
            )
            sound = False
        elif later.span.since > earlier.span.until:
            log.add(
                later.line,
                f"No version of {what} is in force from {earlier.span.until} until {later.span.since}",
                "Let `from` name the day the earlier one ends; a rule that truly lapsed in between is an "
                "element of its own, with a dotted suffix.",
            )
            sound = False
    return sound


def life_of(dated: Sequence[Dated[T]]) -> Span:
    """From the first version's beginning to the last one's end."""
    return Span(dated[0].span.since, dated[-1].span.until)
