"""What is refused because it cannot be: a thing the law does not have, a date that cannot be right."""

from __future__ import annotations

from datetime import date


class UnknownItem(Exception):
    """The law of this application has no such submittal or judgment; `known` lists those it has."""

    def __init__(self, pointer: str, wanted: str, known: tuple[str, ...]) -> None:
        super().__init__(wanted)
        self.pointer = pointer
        self.wanted = wanted
        self.known = known


class ImpossibleDate(Exception):
    """A date that cannot be: in the future, or before what it follows."""

    def __init__(self, pointer: str, says: str) -> None:
        super().__init__(says)
        self.pointer = pointer
        self.says = says


def require_past(pointer: str, day: date, today: date) -> None:
    """Raises ImpossibleDate for a day that has not come yet."""
    if day > today:
        raise ImpossibleDate(pointer, f"it cannot be later than today, {today}")
