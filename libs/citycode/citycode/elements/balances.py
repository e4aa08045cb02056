"""The balance of a security through its movements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from citycode.results.securities import Movement


@dataclass(frozen=True, slots=True)
class Balance:
    """What is held at last, and after each day with a movement, in order."""

    usd: Fraction
    after: tuple[tuple[date, Fraction], ...]

    def fell_below(self, least: Fraction) -> date | None:
        """The day since which less than `least` is held; None if as much is held, or nothing ever was."""
        fell: date | None = None
        reached = False
        for day, usd in self.after:
            if usd >= least:
                fell, reached = None, True
            elif fell is None and reached:
                fell = day
        return fell


def balance(movements: Sequence[Movement]) -> Balance:
    """By day: the movements of one day count together. What is drawn beyond the balance is not held back."""
    after: list[tuple[date, Fraction]] = []
    usd = Fraction(0)
    for each in sorted(movements, key=lambda one: one.on):
        usd += Fraction(each.usd) * (1 if each.kind == "deposit" else -1)
        if after and after[-1][0] == each.on:
            after.pop()
        after.append((each.on, usd))
    return Balance(usd, tuple(after))
