"""The days on which something holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Span:
    """From `since` on (None: since ever) and before `until` (None: for good)."""

    since: date | None = None
    until: date | None = None

    def holds_on(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)

    def within(self, other: Span) -> Span | None:
        """The days common to both, None if there are none."""
        since = max((each for each in (self.since, other.since) if each), default=None)
        until = min((each for each in (self.until, other.until) if each), default=None)
        return None if since and until and since >= until else Span(since, until)

    def covers(self, other: Span) -> bool:
        begins = self.since is None or (other.since is not None and self.since <= other.since)
        ends = self.until is None or (other.until is not None and other.until <= self.until)
        return begins and ends

    def words(self) -> str:
        since = f"from {self.since}" if self.since else "since ever"
        return f"{since} until {self.until}" if self.until else f"{since} on"


ALWAYS = Span()


def slices(spans: Sequence[Span], within: Span) -> list[Span]:
    """`within` cut at every day on which one of `spans` begins or ends."""
    cuts = sorted(
        {
            day
            for span in spans
            for day in (span.since, span.until)
            if day is not None
            and (within.since is None or day > within.since)
            and (within.until is None or day < within.until)
        }
    )
    edges: list[date | None] = [within.since, *cuts, within.until]
    return [Span(edges[i], edges[i + 1]) for i in range(len(edges) - 1)]


def together_cover(spans: Sequence[Span], within: Span) -> bool:
    """Whether on every day of `within` one of `spans` holds."""
    return all(any(each.covers(piece) for each in spans) for piece in slices(spans, within))
