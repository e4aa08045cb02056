"""The law engine: packs, expressions, dates, findings, receipts. No HTTP, no SQL."""

from citycode.city import City, LawDateRule, Office, UnknownProgram, UnknownRule
from citycode.facts import FactErrors, FactProblem, Facts, FactSpec, parse_facts
from citycode.law import Law, UnknownCity, UnknownEvent, load_law
from citycode.packs.errors import PackError, PackErrors
from citycode.program import Program, UnknownElement
from citycode.questions.errors import AmountError
from citycode.receipts import Receipt, ReplayError, receipt, replay
from citycode.results.checks import CheckResult, Track
from citycode.results.clocks import Clock, ClocksResult, Lapse
from citycode.results.decisions import DecisionCheck, DecisionRule, Recommendation, Votes, VotesError
from citycode.results.ends import EndsResult, Transition
from citycode.results.fees import FeeLine, FeesResult, RefundLine
from citycode.results.findings import Finding, Json, MissingFact, Outcome
from citycode.results.notices import NoticeCheck, NoticeRule, Party, PartyNotice, Service
from citycode.results.requirements import ProgramRequirement, Submittal
from citycode.results.statements import Statement
from citycode.rules import Rule, RuleElement, RuleVersion

__all__ = [
    "AmountError",
    "CheckResult",
    "City",
    "Clock",
    "ClocksResult",
    "DecisionCheck",
    "DecisionRule",
    "EndsResult",
    "FactErrors",
    "FactProblem",
    "FactSpec",
    "Facts",
    "FeeLine",
    "FeesResult",
    "Finding",
    "Json",
    "Lapse",
    "Law",
    "LawDateRule",
    "MissingFact",
    "NoticeCheck",
    "NoticeRule",
    "Office",
    "Outcome",
    "PackError",
    "PackErrors",
    "Party",
    "PartyNotice",
    "Program",
    "ProgramRequirement",
    "Receipt",
    "Recommendation",
    "RefundLine",
    "ReplayError",
    "Rule",
    "RuleElement",
    "RuleVersion",
    "Service",
    "Statement",
    "Submittal",
    "Track",
    "Transition",
    "UnknownCity",
    "UnknownElement",
    "UnknownEvent",
    "UnknownProgram",
    "UnknownRule",
    "Votes",
    "VotesError",
    "load_law",
    "parse_facts",
    "receipt",
    "replay",
]
