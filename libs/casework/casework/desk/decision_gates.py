"""What stands between an application and its decision: every unmet gate at once."""

from __future__ import annotations

from collections.abc import Iterable

from citycode.results.checks import CheckResult
from citycode.results.decisions import DecisionCheck, DecisionRule
from citycode.results.findings import Finding

from casework.desk.gates import Gate
from casework.hearings import Hearing


def knowing_enough(check: CheckResult) -> Iterable[Gate]:
    """Nothing is granted on a missing fact or an unanswered question."""
    if check.missing_facts:
        named = ", ".join(fact.label for fact in check.missing_facts)
        rules = _rules(check, "needs_information")
        yield Gate("facts_missing", f"These facts are missing: {named}.", rules)
    for judgment in check.judgments_needed:
        yield Gate("judgment_missing", f"Not answered yet: {judgment.sentence}", (judgment.rule,))


def before_any_decision(
    check: CheckResult,
    rule: DecisionRule,
    recommended: bool,
    hearings: Iterable[Hearing],
    *,
    refusable: bool = False,
) -> Iterable[Gate]:
    """No decision, either way, rests on a missing fact, or comes before who must be heard was heard.

    `refusable`: it is to be denied, and a standard that is not met suffices, whatever else is unknown.
    """
    if not refusable:
        yield from knowing_enough(check)
    if rule.recommendation is not None and not recommended:
        by = rule.recommendation.by.replace("_", " ")
        yield Gate(
            "recommendation_missing", f"The {by} has not recommended yet.", (rule.recommendation.rule,)
        )
    yield from not_heard(rule, hearings)


def not_heard(rule: DecisionRule, hearings: Iterable[Hearing]) -> Iterable[Gate]:
    """The gate of a hearing that the law asks and that was not held."""
    if rule.hearing and not any(hearing.held_on for hearing in hearings):
        yield Gate("hearing_not_held", "The hearing has not been held.", (rule.rule,))


def before_approval(unmet: Iterable[Finding], vote: DecisionCheck | None) -> Iterable[Gate]:
    """Approval takes every standard met, or remedied as its law lets it be, and the votes the law demands."""
    yield from standards_unmet(unmet)
    yield from votes_short(vote)


def standards_unmet(unmet: Iterable[Finding]) -> Iterable[Gate]:
    """One gate for every standard that is neither met nor remedied."""
    for finding in unmet:
        remedy = "" if finding.remedy is None else f" The law names a remedy: {_words(finding.remedy)}."
        yield Gate("not_allowed", f"{finding.sentence}{remedy}", (finding.rule,))


def before_denial(
    rule: DecisionRule,
    reasons: tuple[str, ...],
    barred: bool,
    voted: bool,
    vote: DecisionCheck | None,
) -> Iterable[Gate]:
    """A denial states its reasons. What the law itself bars needs no vote; else the vote did not carry."""
    if not reasons:
        yield Gate("reasons_missing", "A denial states its reasons.", (rule.rule,))
    if vote is None or barred:
        return
    if not voted:
        yield Gate("votes_missing", "The vote on the application is not recorded.", (rule.rule,))
    if vote.carried:
        yield Gate("vote_carried", f"{vote.finding.sentence} That is no denial.", (rule.rule,))


def votes_short(vote: DecisionCheck | None) -> Iterable[Gate]:
    """The gate of a vote that did not carry; none where no body votes."""
    if vote is not None and not vote.carried:
        yield Gate("votes_short", vote.finding.sentence, (vote.decision.rule,))


def _words(code: str) -> str:
    return code.replace("_", " ")


def _rules(check: CheckResult, outcome: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.rule for each in check.findings if each.outcome == outcome))
