"""A check: every element of a program put to the facts, all reasons listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from citycode.elements import judgments, standards
from citycode.elements.asking import Asked
from citycode.elements.comparisons import Tested
from citycode.elements.gates import Closed, Exempt, Standing, closed
from citycode.elements.judgments import Judgment
from citycode.elements.precedence import Conflicts, Put, governed
from citycode.elements.requirement import Exemptions, Need, Needed, exempt_finding, exemptions, need
from citycode.elements.standards import Standard
from citycode.elements.tables import Table, cell
from citycode.elements.tracks import Choice, TrackRule, choose
from citycode.language import Binding
from citycode.results.checks import CheckOutcome
from citycode.results.findings import Finding


@dataclass(frozen=True, slots=True)
class CheckedElements:
    """What a check of one edition puts to the facts; `in_order` are those of the pack, in its order."""

    needed: tuple[Needed, ...]
    exempts: tuple[Exempt, ...]
    tracks: tuple[TrackRule, ...]
    tables: tuple[Table, ...]
    in_order: tuple[Standard | Judgment, ...]
    conflicts: Conflicts


@dataclass(frozen=True, slots=True)
class Checked:
    """All findings in the order of the pack and what follows from them."""

    outcome: CheckOutcome
    need: Need
    choice: Choice
    findings: tuple[Finding, ...]

    @property
    def fails(self) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(each.rule for each in self.findings if each.governs and each.outcome == "not_met")
        )

    @property
    def missing(self) -> tuple[str, ...]:
        """Facts that are still needed, each once, in the order of the findings."""
        asking = (each for each in self.findings if each.governs and each.outcome == "needs_information")
        return tuple(
            dict.fromkeys((*(name for each in asking for name in each.missing), *self.choice.missing))
        )


def ask(facts: Mapping[str, Binding], labels: Mapping[str, str], on: date, tables: Sequence[Table]) -> Asked:
    """The question, with the cells of all tables looked up."""
    if not tables:
        return Asked(facts, labels, on)
    bindings = dict(facts)
    asked = Asked(bindings, labels, on)
    for table in tables:
        bindings[table.name] = cell(table, asked)
    return asked


def needed(elements: CheckedElements, asked: Asked) -> tuple[Need, Choice, Exemptions]:
    choice = choose(elements.tracks, asked)
    found = exemptions(elements.exempts, asked)
    return need(elements.needed, found, elements.tracks, choice, asked), choice, found


def checked(
    elements: CheckedElements, asked: Asked, answers: Mapping[str, bool], *, in_part: bool = False
) -> Checked:
    """Put every element to the facts. The question takes for granted that the program is needed unless the
    facts say it is not. Asked `in_part`, about some elements only, it waits for no track that none of them
    rests on.
    """
    necessity, choice, found = needed(elements, asked)
    if necessity.requirement == "not_needed" or (necessity.requirement == "exempt" and not found.permit_only):
        return Checked("allowed", necessity, choice, necessity.findings)
    standing = standing_of(choice, found)
    findings = [exempt_finding(each, asked) for each in found.in_force]
    if choice.finding is not None:
        findings.append(choice.finding)
    results: list[Put] = []
    for element in elements.in_order:
        finding, tested = _found(element, asked, standing, answers)
        if isinstance(element, Standard) and tested is not None:
            results.append(Put(len(findings), element, tested))
        findings.append(finding)
    findings = governed(findings, results, elements.conflicts)
    if in_part:
        choice = replace(choice, missing=())
    return Checked(_outcome(findings, choice), necessity, choice, tuple(findings))


def standing_of(choice: Choice, found: Exemptions) -> Standing:
    """What the track and the exemptions mean for elements one by one."""
    return Standing(
        track=choice.track.id if choice.track else None,
        track_missing=choice.missing,
        exempt={name: each for each in found.in_force for name in each.of},
        perhaps_exempt=_perhaps(found),
    )


def _perhaps(found: Exemptions) -> dict[str, tuple[str, ...]]:
    """The facts that would tell, per element that may be exempt; from the permit alone none is."""
    names: dict[str, tuple[str, ...]] = {}
    for exempt, missing in found.unsure:
        for name in () if exempt.permit_only else exempt.of or ("",):
            names[name] = tuple(dict.fromkeys((*names.get(name, ()), *missing)))
    return names


def _found(
    element: Standard | Judgment, asked: Asked, standing: Standing, answers: Mapping[str, bool]
) -> tuple[Finding, Tested | None]:
    gate = closed(element.gate, element.cited, asked, standing)
    if gate is not None:
        return _closed_finding(element, gate, asked), None
    tested: Tested | None = None
    if isinstance(element, Judgment):
        finding = judgments.find(element, asked, answers)
    else:
        finding, tested = standards.find(element, asked)
    if standing.perhaps_exempt and finding.outcome in ("not_met", "needs_judgment"):
        names = dict.fromkeys(
            name
            for each in ("", element.cited.rule, element.cited.id)
            for name in standing.perhaps_exempt.get(each, ())
        )
        if names:
            sentence = f"{finding.sentence} Whether an exemption applies is not known yet."
            finding = finding._replace(outcome="needs_information", sentence=sentence, missing=tuple(names))
    return finding, tested


def _closed_finding(element: Standard | Judgment, gate: Closed, asked: Asked) -> Finding:
    if gate.undecided:
        return element.cited.finding("needs_information", gate.why, asked.on, missing=gate.missing)
    return element.cited.finding("not_applicable", gate.why, asked.on, yields_to=gate.yields_to)


def _outcome(findings: Sequence[Finding], choice: Choice) -> CheckOutcome:
    outcomes = {each.outcome for each in findings if each.governs}
    if "not_met" in outcomes:
        return "not_allowed"
    if "needs_information" in outcomes or choice.missing:
        return "needs_information"
    if "needs_judgment" in outcomes or "law_silent" in outcomes:
        return "needs_judgment"
    return "allowed"
