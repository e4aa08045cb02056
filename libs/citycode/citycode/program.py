"""One program of a city: everything its ordinance asks, answers and counts.

The door only: what each question computes stands in `questions/`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from citycode.calendar import LegalCalendar
from citycode.descriptions import described, summarized
from citycode.elements.edition import Edition
from citycode.elements.schedules import NO_MONEY, CityMoney
from citycode.facts import Facts, FactSpec
from citycode.happenings import Happening, Holding
from citycode.questions import allocations as _allocations
from citycode.questions import checks as _checks
from citycode.questions import clocks as _clocks
from citycode.questions import counting as _counting
from citycode.questions import decisions as _decisions
from citycode.questions import documents as _documents
from citycode.questions import ends as _ends
from citycode.questions import enforcement_costs as _costs
from citycode.questions import fees as _fees
from citycode.questions import measures as _measures
from citycode.questions import notices as _notices
from citycode.questions import securities as _securities
from citycode.questions import statements as _statements
from citycode.questions import terms as _terms
from citycode.questions.errors import UnknownElement, UnknownEvent
from citycode.results.allocations import AllocationsResult
from citycode.results.caps import CapsResult
from citycode.results.checks import CheckResult
from citycode.results.clocks import ClocksResult
from citycode.results.decisions import DecisionCheck, DecisionRule, Votes
from citycode.results.documents import DocumentCheck, DocumentRule, Paper
from citycode.results.ends import EndsResult
from citycode.results.enforcement_costs import CostRecoveryResult, PenaltiesResult
from citycode.results.fees import FeesResult
from citycode.results.findings import Json
from citycode.results.holds import HoldsResult
from citycode.results.ladders import LaddersResult
from citycode.results.measures import MeasuresResult
from citycode.results.notices import NoticeCheck, NoticeReach, NoticeRule, Party, Service
from citycode.results.periods import PeriodsResult
from citycode.results.requirements import ProgramRequirement, Submittal
from citycode.results.securities import SecuritiesResult, SecurityAccount
from citycode.results.statements import Statement
from citycode.results.terms import TermsResult

__all__ = ["Program", "Source", "UnknownElement", "UnknownEvent"]


@dataclass(frozen=True, slots=True)
class Source:
    """What every answer of a program says about where it comes from."""

    code_version: str
    pack_hash: str
    engine_version: str


@dataclass(frozen=True, slots=True)
class Program:
    """Immutable and thread-safe. Every question takes the day whose law governs.

    `service` is the service that keeps its records; `number_code` stands in record numbers (`WIND`);
    `sixty_day` says whether M.S. 15.99 governs: yes, no or attorney. `editions` follow one another without
    gap. Where it `grants` nothing (words and measures that other law uses), no project needs it.
    """

    id: str
    title: str
    city: str
    service: str
    number_code: str
    sixty_day: str
    cite: str
    notes: tuple[str, ...]
    facts: Mapping[str, FactSpec]
    labels: Mapping[str, str]
    events: Mapping[str, str]
    editions: tuple[Edition, ...]
    calendar: LegalCalendar
    source: Source
    money: CityMoney = NO_MONEY
    fee_names: tuple[str, ...] = ()
    grants: bool = True

    def edition(self, on: date) -> Edition:
        """The law in force on a day."""
        return next(each for each in reversed(self.editions) if each.span.holds_on(on))

    # may it be allowed?

    def check(
        self,
        facts: Facts,
        on: date,
        judgments: Mapping[str, bool] | None = None,
        rules: Collection[str] = (),
    ) -> CheckResult:
        """May it be allowed?

        All reasons, not the first. `judgments` are answers of offices by element id. Where `rules` are named
        only these are asked, and nothing is said of the others. Raises UnknownElement.
        """
        return _checks.check(self, facts, on, judgments or {}, rules)

    def requirement(self, facts: Facts, on: date) -> ProgramRequirement:
        """Is this program needed for the described project, and what must be handed in?"""
        return _checks.requirement(self, facts, on)

    # by when, who is told, who decides, what ends it?

    def clocks(
        self,
        event: str,
        on: date | datetime,
        facts: Facts | None = None,
        law_on: date | None = None,
        happened: Sequence[Happening] = (),
        read_on: date | None = None,
    ) -> ClocksResult:
        """Every date that follows from `event` happening `on`; reviews and terms that start then are among
        them.

        Law of `law_on`, by default of the event's day. Hours need an instant. With `read_on` each clock says
        how it stands that day, by what `happened`. Raises UnknownEvent.
        """
        return _clocks.clocks(self, event, on, facts, law_on, happened, read_on)

    def clock_events(self, on: date) -> frozenset[str]:
        """The events that start, answer, stop or extend a clock of the law of a day."""
        return _clocks.clock_events(self, on)

    def terms(
        self,
        event: str,
        on: date,
        facts: Facts | None = None,
        happened: Sequence[Happening] = (),
        read_on: date | None = None,
        law_on: date | None = None,
    ) -> TermsResult:
        """How long what `event` on that day begins lives, by what `happened` through `read_on`.

        Raises UnknownEvent.
        """
        return _terms.terms(self, event, on, facts, happened, read_on, law_on)

    def periods(
        self,
        day: date,
        happened: Sequence[Happening] = (),
        read_on: date | None = None,
        law_on: date | None = None,
    ) -> PeriodsResult:
        """Which named periods a day lies in, by what was observed. Raises UnknownEvent."""
        return _terms.periods(self, day, happened, read_on, law_on)

    def holds(
        self,
        happened: Sequence[Happening],
        read_on: date,
        facts: Facts | None = None,
        law_on: date | None = None,
    ) -> HoldsResult:
        """What is barred on a day, by what `happened`. Raises UnknownEvent."""
        return _terms.holds(self, happened, read_on, facts, law_on)

    def caps(
        self,
        wanted: Holding,
        records: Sequence[Holding],
        on: date,
        facts: Facts | None = None,
    ) -> CapsResult:
        """May `wanted` be had beside the `records` there are? Law of `on`."""
        return _counting.caps(self, wanted, records, on, facts)

    def ladders(
        self,
        history: Sequence[Happening],
        read_on: date,
        facts: Facts | None = None,
        law_on: date | None = None,
    ) -> LaddersResult:
        """What the events of a history bring through a day, by ladder and subject. Raises UnknownEvent."""
        return _counting.ladders(self, history, read_on, facts, law_on)

    def notices(self, kind: str, on: date) -> tuple[NoticeRule, ...]:
        """The notices demanded for `hearing` and the like."""
        return _notices.notices(self, kind, on)

    def notice(self, notice_id: str, on: date) -> NoticeRule:
        """Raises UnknownElement."""
        return _notices.notice(self, notice_id, on).rule

    def notice_reach(self, notice_id: str, on: date, facts: Facts | None = None) -> NoticeReach:
        """Whom its list must hold: by the notice itself and by state law that it may not fall short of.

        Raises UnknownElement.
        """
        return _notices.notice_reach(self, notice_id, on, facts)

    def notice_check(
        self,
        notice_id: str,
        hearing_on: date | None,
        parties: Iterable[Party],
        served: Iterable[Service],
        on: date,
        published: Sequence[date] = (),
        facts: Facts | None = None,
    ) -> NoticeCheck:
        """Was everybody who must be told told in time, by a method that counts? Raises UnknownElement.

        `hearing_on` is the day the notice precedes, None for one that precedes nothing.
        """
        return _notices.notice_check(self, notice_id, hearing_on, parties, served, on, published, facts)

    def documents(self, on: date) -> tuple[DocumentRule, ...]:
        """Papers whose contents the law names: orders, placards, licenses, submittals, notices."""
        return _documents.documents(self, on)

    def document(self, document_id: str, on: date) -> DocumentRule:
        """Raises UnknownElement."""
        return _documents.document(self, document_id, on).rule

    def document_check(
        self, document_id: str, paper: Paper, on: date, facts: Facts | None = None
    ) -> DocumentCheck:
        """What is lacking in a paper? Raises UnknownElement, PaperError."""
        return _documents.document_check(self, document_id, paper, on, facts)

    def decision_kinds(self, on: date) -> tuple[str, ...]:
        """`approve`, `revoke` … as far as the pack has them."""
        return _decisions.decision_kinds(self, on)

    def decision(self, kind: str, on: date, facts: Facts | None = None) -> DecisionRule:
        """Who decides and by which vote; `facts` tell among several. Raises UnknownElement."""
        return _decisions.decision(self, kind, on, facts).rule

    def decision_check(self, kind: str, votes: Votes, on: date, facts: Facts | None = None) -> DecisionCheck:
        """Did the vote carry? Raises UnknownElement, VotesError."""
        return _decisions.decision_check(self, kind, votes, on, facts)

    def ends(self, event: str, facts: Facts | None, on: date, law_on: date | None = None) -> EndsResult:
        """What `event` on that day does to a permit. Raises UnknownEvent."""
        return _ends.ends(self, event, facts, on, law_on)

    def measures(self, facts: Facts, on: date, rules: Collection[str] = ()) -> MeasuresResult:
        """What named quantities (a sign's area) and computed definitions (is it a kennel?) come to.

        Only those of `rules` where some are named. Raises UnknownElement.
        """
        return _measures.measures(self, facts, on, rules)

    # what does it cost?

    def fees(
        self,
        facts: Facts,
        on: date,
        history: Iterable[Happening] | None = None,
        amounts: Mapping[str, Decimal] | None = None,
    ) -> FeesResult:
        """Every fee with its arithmetic, and what may be refunded.

        `amounts` state scheduled amounts by name in place of the schedule's, figures of an index as
        `series.<name>.<day>`. Raises AmountError.
        """
        return _fees.fees(self, facts, on, history, amounts)

    def securities(
        self,
        facts: Facts,
        on: date,
        accounts: Mapping[str, SecurityAccount] | None = None,
        amounts: Mapping[str, Decimal] | None = None,
    ) -> SecuritiesResult:
        """What is required, in cash and otherwise, and how each of `accounts` (by element id) stands.

        Raises AmountError, UnknownElement.
        """
        return _securities.securities(self, facts, on, accounts or {}, amounts)

    def allocations(
        self, facts: Facts, on: date, amounts: Mapping[str, Decimal] | None = None
    ) -> AllocationsResult:
        """How money is divided among several, to the cent. Raises AmountError."""
        return _allocations.allocations(self, facts, on, amounts)

    def penalties(
        self, facts: Facts, on: date, amounts: Mapping[str, Decimal] | None = None
    ) -> PenaltiesResult:
        """What a violation is, how many there are, what they cost. Raises AmountError."""
        return _costs.penalties(self, facts, on, amounts)

    def cost_recovery(
        self, facts: Facts, on: date, amounts: Mapping[str, Decimal] | None = None
    ) -> CostRecoveryResult:
        """What the city may recover of its costs, and by which lane. Raises AmountError."""
        return _costs.cost_recovery(self, facts, on, amounts)

    # what is shown

    def submittals(self, on: date, facts: Facts | None = None) -> tuple[Submittal, ...]:
        """What an application must contain; those that do not apply to the facts are left out."""
        return _statements.submittals(self, on, facts)

    def judgments(self, on: date, facts: Facts | None = None) -> tuple[Statement, ...]:
        """Questions to offices without whose answers no decision is made."""
        return _statements.statements(self, "judgment", on, facts)

    def term_rules(self, on: date) -> tuple[Statement, ...]:
        """What the law says of how long a permit lives; `terms` counts it."""
        return _statements.statements(self, "term", on)

    def inspections(self, on: date) -> tuple[Statement, ...]:
        """Which inspections are made, by whom and when."""
        return _statements.statements(self, "inspection", on)

    def conditions(self, on: date, facts: Facts | None = None) -> tuple[Statement, ...]:
        """What is attached to an approval, or may be (`discretionary`)."""
        return _statements.statements(self, "condition", on, facts)

    def reviews(self, on: date) -> tuple[Statement, ...]:
        """Reviews that come round again."""
        return _statements.statements(self, "review", on)

    def stated(self, on: date) -> tuple[Statement, ...]:
        """Rules that are shown, printed and searched, not computed."""
        return _statements.stated(self, on)

    def overlays(self, on: date) -> tuple[Statement, ...]:
        """Map layers the law names, to be computed by gis (`layer`)."""
        return _statements.statements(self, "overlay", on)

    def describe(self, on: date) -> dict[str, Json]:
        """The program as JSON: facts with their schema, and every element in force that day, cited."""
        return described(self, on)

    def summary(self, on: date) -> dict[str, Json]:
        """Title, authority and citation."""
        return summarized(self, on)
