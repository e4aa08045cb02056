"""What is barred, since when and until what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Json, MissingFact
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class Hold(Shown):
    """One hold. `in_force` None: `missing` facts would tell. `of` says whom it binds: the record, the place,
    the person, or the person everywhere in the city. `until` are the events that release it.
    """

    id: str
    rule: str
    in_force: bool | None
    blocks: tuple[str, ...]
    of: str
    placed_by: str | None
    placed_on: date | None
    released_by: str | None
    released_on: date | None
    until: tuple[str, ...]
    by: str | None
    missing: tuple[str, ...]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HoldsResult(Shown):
    """Every hold that was placed or may stand, read on a day; `blocked` are the actions barred then."""

    city: str
    program: str
    read_on: date
    holds: tuple[Hold, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date

    @property
    def blocked(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(action for each in self.holds if each.in_force for action in each.blocks))

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "read_on": self.read_on.isoformat(),
            "blocked": list(self.blocked),
            "holds": [each.to_json() for each in self.holds],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
        }
