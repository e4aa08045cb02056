"""What an event does to a permit or license: which state it falls into, and what its holder may do then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Finding, Json, MissingFact
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class Transition(Shown):
    """The record moves to state `to`.

    `rules` are the rules that say so; `options` what each party may do next.
    """

    to: str
    ids: tuple[str, ...]
    rules: tuple[str, ...]
    options: tuple[tuple[str, tuple[str, ...]], ...]
    says: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "to": self.to,
            "ids": list(self.ids),
            "rules": list(self.rules),
            "options": {party: list(choices) for party, choices in self.options},
            "says": list(self.says),
        }


@dataclass(frozen=True, slots=True)
class TransferRequest(Shown):
    """The right passes only when one of `by` asks for it, with what it `needs`; its time is a clock."""

    id: str
    rule: str
    by: tuple[str, ...]
    needs: tuple[str, ...]
    says: str
    section: str
    cite: str


@dataclass(frozen=True, slots=True)
class EndsResult(Shown):
    """Iterates over its transitions. `transfers`: does the right pass to the next holder (None: not
    regulated).

    `options` are those of the transfer rules (`buyer`: new_permit, remove). `outcome` of a finding is `met`
    where the rule applies, `not_applicable` where it does not, `needs_information` where `missing_facts`
    would tell.
    """

    city: str
    program: str
    event: str
    on: date
    transfers: bool | None
    options: tuple[tuple[str, tuple[str, ...]], ...]
    requests: tuple[TransferRequest, ...]
    transitions: tuple[Transition, ...]
    findings: tuple[Finding, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date

    def __iter__(self) -> Iterator[Transition]:
        return iter(self.transitions)

    def __len__(self) -> int:
        return len(self.transitions)

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "event": self.event,
            "on": self.on.isoformat(),
            "transfers": self.transfers,
            "options": {party: list(choices) for party, choices in self.options},
            "requests": [each.to_json() for each in self.requests],
            "transitions": [each.to_json() for each in self.transitions],
            "findings": [each.to_json() for each in self.findings],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
        }
