"""The law engine: packs, expressions, dates, findings, receipts. No HTTP, no SQL."""

from citycode.city import City, LawDateRule, Office, UnknownProgram, UnknownRule
from citycode.facts import FactErrors, FactProblem, Facts, FactSpec, parse_facts
from citycode.happenings import Happening, Holding
from citycode.law import Law, UnknownCity, UnknownEvent, load_law, load_law_apart
from citycode.packs.errors import PackError, PackErrors
from citycode.program import Program, UnknownElement
from citycode.questions.errors import AmountError
from citycode.receipts import Receipt, ReplayError, receipt, replay
from citycode.results.allocations import AllocationsResult
from citycode.results.caps import Cap, CapsResult
from citycode.results.checks import CheckResult, Track
from citycode.results.clocks import Clock, ClocksResult, Extension, Lapse, Stop
from citycode.results.comparisons import Comparison
from citycode.results.decisions import DecisionCheck, DecisionRule, Recommendation, Votes, VotesError
from citycode.results.documents import DocumentCheck, DocumentRule, Paper, PaperError
from citycode.results.ends import EndsResult, TransferRequest, Transition
from citycode.results.enforcement_costs import CostRecoveryResult, PenaltiesResult
from citycode.results.fees import FeeLine, FeesResult, RefundLine
from citycode.results.findings import Finding, Json, MissingFact, Outcome
from citycode.results.holds import Hold, HoldsResult
from citycode.results.ladders import Bar, CountedEvent, Ladder, LaddersResult, Step
from citycode.results.measures import MeasuresResult
from citycode.results.notices import NoticeCheck, NoticeReach, NoticeRule, Party, PartyNotice, Service
from citycode.results.periods import PeriodRun, PeriodsResult
from citycode.results.requirements import ProgramRequirement, Submittal
from citycode.results.securities import Movement, SecuritiesResult, SecurityAccount
from citycode.results.statements import Statement
from citycode.results.terms import Term, TermEnd, TermsResult
from citycode.rules import Rule, RuleElement, RuleVersion

__all__ = [
    "AllocationsResult",
    "AmountError",
    "Bar",
    "Cap",
    "CapsResult",
    "CheckResult",
    "City",
    "Clock",
    "ClocksResult",
    "Comparison",
    "CostRecoveryResult",
    "CountedEvent",
    "DecisionCheck",
    "DecisionRule",
    "DocumentCheck",
    "DocumentRule",
    "EndsResult",
    "Extension",
    "FactErrors",
    "FactProblem",
    "FactSpec",
    "Facts",
    "FeeLine",
    "FeesResult",
    "Finding",
    "Happening",
    "Hold",
    "Holding",
    "HoldsResult",
    "Json",
    "Ladder",
    "LaddersResult",
    "Lapse",
    "Law",
    "LawDateRule",
    "MeasuresResult",
    "MissingFact",
    "Movement",
    "NoticeCheck",
    "NoticeReach",
    "NoticeRule",
    "Office",
    "Outcome",
    "PackError",
    "PackErrors",
    "Paper",
    "PaperError",
    "Party",
    "PartyNotice",
    "PenaltiesResult",
    "PeriodRun",
    "PeriodsResult",
    "Program",
    "ProgramRequirement",
    "Receipt",
    "Recommendation",
    "RefundLine",
    "ReplayError",
    "Rule",
    "RuleElement",
    "RuleVersion",
    "SecuritiesResult",
    "SecurityAccount",
    "Service",
    "Statement",
    "Step",
    "Stop",
    "Submittal",
    "Term",
    "TermEnd",
    "TermsResult",
    "Track",
    "TransferRequest",
    "Transition",
    "UnknownCity",
    "UnknownElement",
    "UnknownEvent",
    "UnknownProgram",
    "UnknownRule",
    "Votes",
    "VotesError",
    "load_law",
    "load_law_apart",
    "parse_facts",
    "receipt",
    "replay",
]
