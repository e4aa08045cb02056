"""What an amendment changes: in the law, and for given facts. Two days of one city, or a city and a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from citycode.city import City, UnknownProgram
from citycode.facts import parse_facts
from citycode.program import Program
from citycode.results.checks import CheckResult
from citycode.results.comparisons import AnswerChange, Comparison, FindingChange, RuleChange
from citycode.results.findings import Finding
from citycode.rules import Rule, RuleElement, RuleVersion

InForce: TypeAlias = tuple[Rule, RuleElement, RuleVersion]


@dataclass(frozen=True, slots=True)
class Side:
    """The law of a city on a day."""

    city: City
    on: date

    def program(self, program_id: str) -> Program | None:
        """None where it is not there or has no law in force that day."""
        found = self.city.all_programs.get(program_id)
        return found if found is not None and found.edition(self.on).cited else None

    def in_force(self, program_id: str | None) -> dict[tuple[str, str], InForce]:
        """Every element in force, by program and id."""
        return {
            (rule.program, element.id): (rule, element, version)
            for rule in self.city.rules.values()
            if program_id is None or rule.program == program_id
            for element in rule.elements
            for version in element.versions
            if _holds(version, self.on)
        }


def compare(
    before: Side, after: Side, program_id: str | None = None, facts: Mapping[str, object] | None = None
) -> Comparison:
    """Which rules differ and, for `facts`, which answers. Each side reads the facts it knows.

    Raises UnknownProgram where neither side has the program, FactErrors for facts that cannot be read.
    """
    ids = list(dict.fromkeys((*before.city.all_programs, *after.city.all_programs)))
    if program_id is not None:
        if program_id not in ids:
            raise UnknownProgram(program_id)
        ids = [program_id]
    answers = () if facts is None else tuple(_answers(before, after, each, facts) for each in ids)
    return Comparison(
        before.city.slug,
        before.on,
        after.on,
        before.city.code_version,
        after.city.code_version,
        _rules(before, after, program_id),
        answers,
    )


def _rules(before: Side, after: Side, program_id: str | None) -> tuple[RuleChange, ...]:
    old, new = before.in_force(program_id), after.in_force(program_id)
    changes = []
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key), new.get(key)
        if was is None and now is not None:
            changes.append(_change("added", now, None, now[2]))
        elif was is not None and now is None:
            changes.append(_change("removed", was, was[2], None))
        elif was is not None and now is not None and _content(was) != _content(now):
            changes.append(_change("changed", now, was[2], now[2]))
    return tuple(changes)


def _content(found: InForce) -> object:
    rule, element, version = found
    return rule.text, rule.section, element.kind, version.values


def _change(
    change: str,
    found: InForce,
    before: RuleVersion | None,
    after: RuleVersion | None,
) -> RuleChange:
    rule, element, _ = found
    return RuleChange(
        id=element.id,
        rule=rule.id,
        program=rule.program,
        kind=element.kind,
        change=change,  # type: ignore[arg-type]
        before=before.values if before else (),
        after=after.values if after else (),
        says=rule.text,
        section=rule.section,
        cite=rule.cite,
    )


def _answers(before: Side, after: Side, program_id: str, facts: Mapping[str, object]) -> AnswerChange:
    one, two = _checked(before, program_id, facts), _checked(after, program_id, facts)
    old = {each.id: each for each in one.findings} if one else {}
    new = {each.id: each for each in two.findings} if two else {}
    changes = tuple(
        FindingChange(each, old.get(each), new.get(each))
        for each in dict.fromkeys((*old, *new))
        if _said(old.get(each)) != _said(new.get(each))
    )
    return AnswerChange(program_id, one.outcome if one else None, two.outcome if two else None, changes)


def _checked(side: Side, program_id: str, facts: Mapping[str, object]) -> CheckResult | None:
    program = side.program(program_id)
    if program is None:
        return None
    known = {name: value for name, value in facts.items() if name in program.facts}
    return program.check(parse_facts(program.facts, known), side.on)


def _said(finding: Finding | None) -> object:
    """What counts as another answer."""
    if finding is None:
        return None
    return finding.outcome, finding.limit, finding.sentence, finding.remedy, finding.missing, finding.governs


def _holds(version: RuleVersion, on: date) -> bool:
    return (version.since is None or version.since <= on) and (version.until is None or on < version.until)
