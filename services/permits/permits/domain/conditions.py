"""Under what a permit was granted: what the law has it comply with, then what the decision imposed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from citycode.city import City
from citycode.program import Program
from citycode.rules import Rule, RuleElement

from permits.domain.standing_check import StandingCheck

COMPLIED_WITH = frozenset({"standard", "judgment"})
"""Kinds of elements that bind where the facts brought them to bear."""
BINDING = frozenset({"end", "transfer", "term", "review"})
"""Kinds of elements that bind every holder."""


@dataclass(frozen=True, slots=True)
class Condition:
    """`id` is the rule's, or tells which imposed one it is (`imposed-1`); `rule` and `cite` are None then."""

    id: str
    text: str
    rule: str | None = None
    cite: str | None = None


def of_the_law(city: City, program: Program, standing: StandingCheck, on: date) -> tuple[Condition, ...]:
    """The rules in force on a day that the permit is to comply with, in the order of the ordinance.

    Standards and judgments as far as the facts brought them to bear; what is looked at for completeness of
    the application alone binds nobody later. What a remedy was granted under stands behind its rule.
    """
    papers = {each.rule for each in program.submittals(on)}
    borne = {each.id: each for each in standing.findings if each.kind in COMPLIED_WITH}
    found: list[Condition] = []
    for rule in city.rules.values():
        if rule.program != program.id or rule.id in papers or not _binds(rule, borne, on):
            continue
        found.append(Condition(rule.id, rule.text, rule.id, rule.cite))
        for finding in (each for each in borne.values() if each.rule == rule.id):
            remedy = standing.remedied.get(finding.id)
            if remedy is not None:
                found += _of_remedy(rule, finding.id, remedy)
    return tuple(found)


def imposed(texts: Iterable[str]) -> tuple[Condition, ...]:
    """What was written into the decision."""
    return tuple(Condition(f"imposed-{place}", text) for place, text in enumerate(texts, start=1))


def _binds(rule: Rule, borne: Mapping[str, Any], on: date) -> bool:
    return any(
        (each.kind in BINDING and _in_force(each, on))
        or (each.kind in COMPLIED_WITH and each.id in borne and borne[each.id].outcome in ("met", "not_met"))
        for each in rule.elements
    )


def _in_force(element: RuleElement, on: date) -> bool:
    return any(
        (each.since is None or each.since <= on) and (each.until is None or on < each.until)
        for each in element.versions
    )


def _of_remedy(rule: Rule, finding: str, remedy: Mapping[str, Any]) -> list[Condition]:
    words = remedy["remedy"].replace("_", " ")
    granted = f"Remedied by {words} of {remedy['granted_on']}: {remedy['resolution']}."
    texts = [granted, *remedy["conditions"]]
    return [
        Condition(f"{finding}.remedy-{place}", text, rule.id, rule.cite)
        for place, text in enumerate(texts, start=1)
    ]
