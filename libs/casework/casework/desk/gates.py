"""What stands before an act: every unmet gate at once, never the first alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Gate:
    """One reason why not yet: a stable `code`, a sentence, and the rules it rests on."""

    code: str
    says: str
    rules: tuple[str, ...] = ()


class GatesUnmet(Exception):
    """Something must be done first; `gates` lists all of it."""

    def __init__(self, gates: tuple[Gate, ...]) -> None:
        super().__init__("; ".join(gate.says for gate in gates))
        self.gates = gates


class UnknownItem(Exception):
    """The law or the record has no such thing; `known` lists those it has, `pointer` says what was sent."""

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


def require(gates: Iterable[Gate]) -> None:
    """Raises GatesUnmet when there are any."""
    unmet = tuple(gates)
    if unmet:
        raise GatesUnmet(unmet)


def require_past(pointer: str, day: date, today: date, since: date | None = None) -> None:
    """Raises ImpossibleDate for a day that has not come yet, or that lies before `since`."""
    if day > today:
        raise ImpossibleDate(pointer, f"it cannot be later than today, {today}")
    if since is not None and day < since:
        raise ImpossibleDate(pointer, f"it cannot be earlier than {since}")
