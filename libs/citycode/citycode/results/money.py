"""What every answer about money shows: dollars, where scheduled amounts come from, costs."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from citycode.results.findings import Json
from citycode.results.shown import Shown, usd_json

MoneyOutcome = Literal["known", "not_applicable", "needs_information", "law_silent", "not_computable"]


@dataclass(frozen=True, slots=True)
class SetAmount(Shown):
    """A scheduled amount that an answer rests on, and `by` whom it was set.

    `example: true` marks one that the city has not set: it is only assumed. `stated: true` one that the
    question itself stated in its place.
    """

    name: str
    label: str
    usd: Decimal | None
    by: str | None
    example: bool
    stated: bool = False
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "label": self.label,
            "amount_usd": usd_json(self.usd),
            "set_by": self.by,
            "example": self.example,
            "stated": self.stated,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class CostLine(Shown):
    """One cost, or an addition to costs, with its arithmetic."""

    label: str
    amount_usd: Decimal | None
    steps: tuple[str, ...]
