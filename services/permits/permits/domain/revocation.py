"""What must stand before a permit is revoked, and the day whose law counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date

from casework.desk.decision_gates import votes_short
from casework.desk.gates import Gate
from casework.hearings import Hearing
from citycode.results.decisions import DecisionCheck, DecisionRule

BREACH = "noncompliance_with_conditions"
"""The ground that conditions of the permit were not kept."""

QUESTION = "revocation"
"""The kind of question under which a city declares what fixes the law date."""


def law_date_by(event: str, days: Mapping[str, date | None]) -> date | None:
    """The day on which the event that fixes the law date happened; None when it did not."""
    return days.get(event)


def before_revocation(
    rule: DecisionRule,
    grounds: Collection[str],
    reasons: tuple[str, ...],
    hearings: Iterable[Hearing],
    decided_on: date,
    vote: DecisionCheck | None,
    breached: Iterable[str],
) -> Iterable[Gate]:
    """Grounds of the law, what was found, the hearing and the votes: everything that is missing."""
    if rule.grounds and not set(rule.grounds) & set(grounds):
        named = ", ".join(each.replace("_", " ") for each in rule.grounds)
        yield Gate("grounds_missing", f"A revocation rests on one of these grounds: {named}.", (rule.rule,))
    if BREACH in grounds and not tuple(breached):
        says = "A revocation for not keeping conditions names those of the permit that were not kept."
        yield Gate("breach_missing", says, (rule.rule,))
    if not reasons:
        yield Gate("reasons_missing", "A revocation states what was breached.", (rule.rule,))
    if rule.hearing and not any(each.held_on and each.held_on <= decided_on for each in hearings):
        yield Gate("hearing_not_held", "No hearing on the revocation has been held.", (rule.rule,))
    yield from votes_short(vote)
