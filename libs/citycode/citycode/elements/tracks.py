"""Approval tracks: exactly one is chosen, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citycode.elements.asking import Asked, Broken, holds, in_words, missing_names
from citycode.elements.cited import Cited
from citycode.language import Expression, Missing
from citycode.results.checks import Track
from citycode.results.findings import Finding

NONE_FITS = "The law names no way of approval for what was stated."


@dataclass(frozen=True, slots=True)
class TrackRule:
    """`track.office` is None where no approval is needed on this track."""

    cited: Cited
    when: Expression | None
    track: Track


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen track; without one, the facts that would choose (`missing`). `finding` says why."""

    track: Track | None
    missing: tuple[str, ...] = ()
    finding: Finding | None = None


def choose(rules: Sequence[TrackRule], asked: Asked) -> Choice:
    """The first whose condition holds, while all before it are known not to; none: the law is silent."""
    for rule in rules:
        held = holds(rule.when, asked)
        if held is True:
            why = in_words(rule.when, asked)[0] if rule.when else rule.cited.text
            return Choice(rule.track, (), rule.cited.finding("met", why, asked.on))
        if isinstance(held, Missing):
            return Choice(None, missing_names(held))
        if isinstance(held, Broken):
            return Choice(None)
    if not rules:
        return Choice(None)
    return Choice(None, (), rules[-1].cited.finding("law_silent", NONE_FITS, asked.on))
