"""Whether a permit is needed for what is described at all."""

from __future__ import annotations

from collections.abc import Iterable

from casework.desk.gates import Gate
from citycode.results.requirements import ProgramRequirement


def permit_needed(need: ProgramRequirement) -> Iterable[Gate]:
    """A permit is granted only for what needs it: standards of a program that does not apply hold nobody."""
    if need.requirement == "required":
        return
    rules = tuple(dict.fromkeys(each.rule for each in need.findings))
    if need.requirement == "cannot_be_told":
        named = ", ".join(fact.label for fact in need.missing_facts)
        yield Gate("facts_missing", f"Whether this permit is needed depends on: {named}.", rules)
        return
    how = "is exempt from" if need.requirement == "exempt" else "does not need"
    why = " ".join(each.sentence for each in need.findings)
    yield Gate("permit_not_needed", f"What is described {how} this permit. {why}".strip(), rules)
