"""What the law says of an application as it stands, with what was surveyed and what was remedied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from casework.desk.gates import Gate
from citycode.facts import Facts, FactSpec, parse_facts
from citycode.program import Program
from citycode.results.checks import CheckResult
from citycode.results.findings import Finding

from permits.domain.application import Application


@dataclass(frozen=True, slots=True)
class StandingCheck:
    """The law's own check, its findings with notes on surveyed facts, and remedies by finding id."""

    check: CheckResult
    findings: tuple[Finding, ...]
    remedied: Mapping[str, Any]

    @property
    def unmet(self) -> tuple[Finding, ...]:
        """Standards that are not met and not remedied."""
        return tuple(
            each for each in self.findings if each.outcome == "not_met" and each.id not in self.remedied
        )


def standing_check(program: Program, application: Application, facts: Facts, on: date) -> StandingCheck:
    """Check the facts under the law of a day and lay over it what was surveyed and what was remedied."""
    check = program.check(facts, on, application.answers)
    notes: dict[str, list[str]] = {}
    for name in application.surveyed:
        for finding in _resting_on(program, application, facts, on, name):
            notes.setdefault(finding, []).append(_note(program.facts[name], application, name))
    findings = tuple(
        each._replace(notes=(*each.notes, *notes[each.id])) if each.id in notes else each
        for each in check.findings
    )
    return StandingCheck(check, findings, remedies_that_count(findings, application.remedies))


def papers_lacking(program: Program, standing: StandingCheck) -> Iterable[Gate]:
    """What a paper must be like by the rule that demands it, and is not: it came in, but not as it must."""
    papers = {each.rule for each in program.submittals(standing.check.law_date)}
    for finding in standing.unmet:
        if finding.kind == "standard" and finding.rule in papers:
            yield Gate("submittal_lacking", finding.sentence, (finding.rule,))


def remedies_that_count(findings: tuple[Finding, ...], kept: Mapping[str, Any]) -> dict[str, Any]:
    """The remedies that mend a standard which is not met, by the very word its law names."""
    return {
        each.id: kept[each.id]
        for each in findings
        if each.outcome == "not_met" and each.remedy is not None
        if each.id in kept and kept[each.id]["remedy"] == each.remedy
    }


def _resting_on(
    program: Program, application: Application, facts: Facts, on: date, name: str
) -> tuple[str, ...]:
    """The findings that need the fact: those that ask for it once it is taken away."""
    others = {other: value for other, value in facts.stated.items() if other != name}
    without = program.check(parse_facts(program.facts, others), on, application.answers)
    return tuple(
        each.id
        for each in without.findings
        if any(missing.partition("/")[0] == name for missing in each.missing)
    )


def _note(spec: FactSpec, application: Application, name: str) -> str:
    kept = application.surveyed[name]
    unit = f" {spec.unit}" if spec.unit else ""
    told = application.measured.get(name)
    instead = "which the map does not tell"
    if told is not None:
        instead = f"in place of {told['value']}{unit} on the map"
    return (
        f"{spec.label}: {kept['value']}{unit} by the survey {kept['document']} of {kept['surveyed_on']}, "
        f"{instead}."
    )
