"""Decisions: the office or body, the votes it takes, and whether they were cast."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil, floor
from typing import Literal

from citycode.elements.cited import Cited
from citycode.language import Expression
from citycode.results.decisions import DecisionCheck, DecisionRule, Votes, VotesError


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the members, of those present, or of those voting; `more_than` excludes the share itself."""

    of: Literal["members", "present", "voting"]
    part: Fraction
    more_than: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """`rule.needed` is set where the number does not depend on who is there."""

    cited: Cited
    when: Expression | None
    rule: DecisionRule
    share: Share | None


def checked(decision: Decision, rule: DecisionRule, votes: Votes, on: date) -> DecisionCheck:
    """Raises VotesError for votes that cannot be."""
    _require_possible(rule, votes)
    needed = _needed(decision, rule, votes)
    carried = votes.yes >= needed
    verdict = "The vote carried" if carried else "The vote did not carry"
    sentence = f"{verdict}: {votes.yes} affirmative, {needed} needed ({rule.needed_says})."
    finding = decision.cited.finding("met" if carried else "not_met", sentence, on)
    return DecisionCheck(rule, carried, needed, votes.yes, finding)


def _require_possible(rule: DecisionRule, votes: Votes) -> None:
    for name in ("yes", "no", "abstain", "absent"):
        if getattr(votes, name) < 0:
            raise VotesError(f"/{name}", "votes cannot be fewer than none")
    cast = votes.yes + votes.no + votes.abstain + votes.absent
    if rule.members is not None and cast > rule.members:
        raise VotesError(
            "", f"{cast} members are counted, but the body has {rule.members}: check the number of each vote"
        )


def _needed(decision: Decision, rule: DecisionRule, votes: Votes) -> int:
    if rule.needed is not None:
        return rule.needed
    if decision.share is None:
        return 1
    voting = votes.yes + votes.no
    base = {"members": rule.members or 0, "present": voting + votes.abstain, "voting": voting}[
        decision.share.of
    ]
    return share_of(base, decision.share)


def share_of(base: int, share: Share) -> int:
    """The fewest votes that are the share of `base`, and at least one."""
    exact = base * share.part
    return max(1, floor(exact) + 1 if share.more_than else ceil(exact))
