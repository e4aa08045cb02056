"""The earlier or the later of several dates or instants, with which one it was and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Generic, TypeVar

from .bounds import CalendarError
from .counts import Count, HourCount, spoken, spoken_instant

T = TypeVar("T", bound="date | Count | HourCount")


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """`chosen` under its label, among labeled candidates of one sort."""

    label: str
    chosen: T
    steps: tuple[str, ...]


def earlier_of(candidates: Mapping[str, T]) -> Choice[T]:
    """The earliest; the first named wins a tie. CalendarError for none, or for a date beside an instant."""
    ordered = _in_order(candidates)
    return _choice(candidates, ordered[0], "earliest")


def later_of(candidates: Mapping[str, T]) -> Choice[T]:
    """The latest; the first named wins a tie. CalendarError for none, or for a date beside an instant."""
    ordered = _in_order(candidates)
    latest = _moment(candidates[ordered[-1]])
    label = next(each for each in candidates if _moment(candidates[each]) == latest)
    return _choice(candidates, label, "latest")


def _choice(candidates: Mapping[str, T], label: str, superlative: str) -> Choice[T]:
    told = [f"{each}: {_told(candidate)}." for each, candidate in candidates.items()]
    return Choice(label, candidates[label], (*told, f"The {superlative} governs: {label}."))


def _in_order(candidates: Mapping[str, T]) -> list[str]:
    if not candidates:
        raise CalendarError("there is nothing to choose from")
    if len({isinstance(_moment(each), datetime) for each in candidates.values()}) > 1:
        raise CalendarError("a date and an instant cannot be compared; take the civil date of the instant")
    return sorted(candidates, key=lambda label: _moment(candidates[label]))


def _moment(candidate: date | Count | HourCount) -> date:
    """The day, or the instant, by which it is compared."""
    if isinstance(candidate, Count):
        return candidate.last_day
    return candidate.at if isinstance(candidate, HourCount) else candidate


def _told(candidate: date | Count | HourCount) -> str:
    moment = _moment(candidate)
    return spoken_instant(moment) if isinstance(moment, datetime) else spoken(moment)
