"""One city: offices, calendar, programs, rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from citycode.calendar import LegalCalendar
from citycode.facts import Facts, FactSpec
from citycode.program import Program
from citycode.results.findings import Json
from citycode.results.requirements import ProgramRequirement
from citycode.rules import Rule


class UnknownProgram(KeyError):
    """The city has no such program, or not on that day."""


class UnknownRule(KeyError):
    """No loaded element of the city has this id."""


@dataclass(frozen=True, slots=True)
class Office:
    """An office or a body of the city between `since` and `until` (exclusive; None: open).

    `members` is the size of a body, None for a single office. `example` marks what is assumed, not read.
    """

    id: str
    title: str
    permissions: frozenset[str]
    members: int | None
    since: date | None
    until: date | None
    example: bool

    def exists_on(self, on: date) -> bool:
        return (self.since is None or self.since <= on) and (self.until is None or on < self.until)


@dataclass(frozen=True, slots=True)
class LawDateRule:
    """Which event fixes the law date of one kind of question; `note` warns where that is unsettled."""

    question: str
    event: str
    note: str | None


@dataclass(frozen=True, slots=True)
class City:
    """Immutable and thread-safe. `prefix` starts record numbers; `pack_hash` is over every file it rests on."""

    slug: str
    name: str
    prefix: str
    county: str
    county_fips: str
    timezone: ZoneInfo
    calendar: LegalCalendar
    offices: tuple[Office, ...]
    zoning_districts: Mapping[str, str]
    law_dates: Mapping[str, LawDateRule]
    facts: Mapping[str, FactSpec]
    rules: Mapping[str, Rule]
    pack_hash: str
    code_version: str

    def programs(self, on: date | None = None) -> tuple[Program, ...]:
        """All programs, or those with law in force on a day."""
        raise NotImplementedError

    def program(self, program_id: str) -> Program:
        """Raises UnknownProgram."""
        raise NotImplementedError

    def rule(self, rule_id: str) -> Rule:
        """By the id of the inventory or of an element (with dotted suffix). Raises UnknownRule."""
        raise NotImplementedError

    def search_rules(self, text: str) -> tuple[Rule, ...]:
        """Rules in whose id, section, title or wording every word of `text` stands."""
        raise NotImplementedError

    def office(self, office_id: str, on: date) -> Office | None:
        raise NotImplementedError

    def permissions_of(self, offices: Iterable[str], on: date) -> frozenset[str]:
        """What the holders of these offices may do on that day; unknown offices carry nothing."""
        raise NotImplementedError

    def law_date_rule(self, question: str) -> LawDateRule:
        """Which event fixes the law date of `question` (`application`, `revocation` …), else the default's."""
        raise NotImplementedError

    def requirements(self, facts: Facts, on: date) -> tuple[ProgramRequirement, ...]:
        """Every program of the city: required, exempt, not needed, or not to be told yet."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Json]:
        raise NotImplementedError
