"""One city: offices, calendar, programs, rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from citycode.calendar import LegalCalendar, OfficeHours
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
    """Immutable and thread-safe.

    `prefix` starts record numbers; `pack_hash` is over every file it rests on; `code` names the ordinances in
    which the text stands.
    """

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
    all_programs: Mapping[str, Program]
    rules: Mapping[str, Rule]
    pack_hash: str
    code_version: str
    notes: tuple[str, ...] = ()
    code: str = ""

    @property
    def office_hours(self) -> OfficeHours:
        return self.calendar.office_hours

    def programs(self, on: date | None = None) -> tuple[Program, ...]:
        """All programs, or those with law in force on a day."""
        return tuple(each for each in self.all_programs.values() if on is None or each.edition(on).cited)

    def program(self, program_id: str) -> Program:
        """Raises UnknownProgram."""
        try:
            return self.all_programs[program_id]
        except KeyError:
            raise UnknownProgram(program_id) from None

    def rule(self, rule_id: str) -> Rule:
        """By the id of the inventory or of an element (with dotted suffix). Raises UnknownRule."""
        rule = self.rules.get(rule_id.partition(".")[0])
        if rule is None or ("." in rule_id and all(each.id != rule_id for each in rule.elements)):
            raise UnknownRule(rule_id)
        return rule

    def search_rules(self, text: str) -> tuple[Rule, ...]:
        """Rules in whose id, section, program or wording every word of `text` stands."""
        words = text.lower().split()
        return tuple(
            rule
            for rule in self.rules.values()
            if all(word in f"{rule.id} {rule.program} {rule.section} {rule.text}".lower() for word in words)
        )

    def office(self, office_id: str, on: date) -> Office | None:
        """The office as it is on a day, None if there is none."""
        return next((each for each in self.offices if each.id == office_id and each.exists_on(on)), None)

    def permissions_of(self, offices: Iterable[str], on: date) -> frozenset[str]:
        """What the holders of these offices may do on that day; unknown offices carry nothing."""
        held = set(offices)
        found: set[str] = set()
        for each in self.offices:
            if each.id in held and each.exists_on(on):
                found |= each.permissions
        return frozenset(found)

    def law_date_rule(self, question: str) -> LawDateRule:
        """Which event fixes the law date of `question` (`application` …), else the default's."""
        return self.law_dates.get(question) or self.law_dates["default"]

    def requirements(
        self, facts: Facts, on: date, programs: Collection[str] | None = None
    ) -> tuple[ProgramRequirement, ...]:
        """Every program of the city: required, exempt, not needed, or not to be told yet.

        `facts` are read with `parse_facts(city.facts, …)`. With `programs` only these are asked, in the
        order of the city. Raises UnknownProgram.
        """
        for each in programs or ():
            self.program(each)
        return tuple(
            each.requirement(facts, on)
            for each in self.programs(on)
            if programs is None or each.id in programs
        )

    def to_json(self) -> dict[str, Json]:
        """What the public may know of the city."""
        return {
            "city": self.slug,
            "name": self.name,
            "county": self.county,
            "county_fips": self.county_fips,
            "timezone": self.timezone.key,
            "zoning_districts": dict(self.zoning_districts),
            "offices": [
                {
                    "id": each.id,
                    "title": each.title,
                    "members": each.members,
                    "from": each.since.isoformat() if each.since else None,
                    "until": each.until.isoformat() if each.until else None,
                    "example": each.example,
                }
                for each in self.offices
            ],
            "law_dates": {
                question: {"event": rule.event, "note": rule.note}
                for question, rule in self.law_dates.items()
            },
            "programs": list(self.all_programs),
            "code_version": self.code_version,
            "pack_hash": self.pack_hash,
            "notes": list(self.notes),
        }
