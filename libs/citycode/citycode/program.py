"""One program of a city: everything its ordinance asks, answers and counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from citycode.facts import Facts, FactSpec
from citycode.results.checks import CheckResult
from citycode.results.clocks import ClocksResult
from citycode.results.decisions import DecisionCheck, DecisionRule, Votes
from citycode.results.ends import EndsResult
from citycode.results.findings import Json
from citycode.results.notices import NoticeCheck, NoticeRule, Party, Service
from citycode.results.requirements import ProgramRequirement, Submittal
from citycode.results.statements import Statement


class UnknownElement(KeyError):
    """The program has no such notice or kind of decision in force that day. `known` lists those it has."""

    def __init__(self, wanted: str, known: Iterable[str]) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.known = tuple(known)

    def __str__(self) -> str:
        return f"{self.wanted!r} is not one of {', '.join(self.known) or 'none'}"


@dataclass(frozen=True, slots=True)
class Program:
    """Immutable and thread-safe. Every question takes the day whose law governs.

    `service` is the service that keeps its records; `number_code` stands in record numbers (`WIND`);
    `sixty_day` says whether M.S. 15.99 governs: yes, no or attorney.
    """

    id: str
    title: str
    city: str
    service: str
    number_code: str
    sixty_day: str
    cite: str
    facts: Mapping[str, FactSpec]

    def check(self, facts: Facts, on: date, judgments: Mapping[str, bool] | None = None) -> CheckResult:
        """May it be allowed? All reasons, not the first. `judgments` are answers of offices by element id."""
        raise NotImplementedError

    def requirement(self, facts: Facts, on: date) -> ProgramRequirement:
        """Is this program needed for the described project, and what must be handed in?"""
        raise NotImplementedError

    def submittals(self, on: date, facts: Facts | None = None) -> tuple[Submittal, ...]:
        """What an application must contain; those that do not apply to the facts are left out."""
        raise NotImplementedError

    def judgments(self, on: date, facts: Facts | None = None) -> tuple[Statement, ...]:
        """Questions to offices without whose answers no decision is made."""
        raise NotImplementedError

    def clocks(
        self, event: str, on: date | datetime, facts: Facts | None = None, law_on: date | None = None
    ) -> ClocksResult:
        """Every date that follows from `event` happening `on`; reviews that start then are among them.

        Law of `law_on`, by default of the event's day. Hours need an instant. Raises UnknownEvent.
        """
        raise NotImplementedError

    def notices(self, kind: str, on: date) -> tuple[NoticeRule, ...]:
        """The notices demanded for `hearing` and the like."""
        raise NotImplementedError

    def notice(self, notice_id: str, on: date) -> NoticeRule:
        """Raises UnknownElement."""
        raise NotImplementedError

    def notice_check(
        self,
        notice_id: str,
        hearing_on: date,
        parties: Iterable[Party],
        served: Iterable[Service],
        on: date,
    ) -> NoticeCheck:
        """Was everybody who must be told told in time, by a method that counts? Raises UnknownElement."""
        raise NotImplementedError

    def decision_kinds(self, on: date) -> tuple[str, ...]:
        """`approve`, `revoke` … as far as the pack has them."""
        raise NotImplementedError

    def decision(self, kind: str, on: date, facts: Facts | None = None) -> DecisionRule:
        """Who decides and by which vote; `facts` tell among several. Raises UnknownElement."""
        raise NotImplementedError

    def decision_check(self, kind: str, votes: Votes, on: date, facts: Facts | None = None) -> DecisionCheck:
        """Did the vote carry? Raises UnknownElement, VotesError."""
        raise NotImplementedError

    def ends(self, event: str, facts: Facts | None, on: date, law_on: date | None = None) -> EndsResult:
        """What `event` on that day does to a permit. Raises UnknownEvent."""
        raise NotImplementedError

    def terms(self, on: date) -> tuple[Statement, ...]:
        raise NotImplementedError

    def inspections(self, on: date) -> tuple[Statement, ...]:
        raise NotImplementedError

    def conditions(self, on: date, facts: Facts | None = None) -> tuple[Statement, ...]:
        """What is attached to an approval, or may be (`discretionary`)."""
        raise NotImplementedError

    def reviews(self, on: date) -> tuple[Statement, ...]:
        raise NotImplementedError

    def stated(self, on: date) -> tuple[Statement, ...]:
        """Rules that are shown, printed and searched, not computed."""
        raise NotImplementedError

    def overlays(self, on: date) -> tuple[Statement, ...]:
        """Map layers the law names, to be computed by gis (`layer`)."""
        raise NotImplementedError

    def describe(self, on: date) -> dict[str, Json]:
        """The program as JSON: facts with their schema, and every element in force that day, cited."""
        raise NotImplementedError
