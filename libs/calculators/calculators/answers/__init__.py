"""What the law answers, on the wire. The engine's own JSON; a test holds each model to it."""

from calculators.answers.checking import CheckAnswer, RequirementsAnswer
from calculators.answers.comparing import CompareAnswer
from calculators.answers.counting import (
    CapsAnswer,
    HoldsAnswer,
    LaddersAnswer,
    PeriodsAnswer,
    TermsAnswer,
)
from calculators.answers.documents import DocumentAnswer
from calculators.answers.law import ProgramAnswer, ProgramsAnswer, RuleAnswer, RulesAnswer
from calculators.answers.measures import MeasuresAnswer
from calculators.answers.procedure import DecisionAnswer, NoticeAnswer
from calculators.answers.timing import ClocksAnswer, EndsAnswer

__all__ = [
    "CapsAnswer",
    "CheckAnswer",
    "ClocksAnswer",
    "CompareAnswer",
    "DecisionAnswer",
    "DocumentAnswer",
    "EndsAnswer",
    "HoldsAnswer",
    "LaddersAnswer",
    "MeasuresAnswer",
    "NoticeAnswer",
    "PeriodsAnswer",
    "ProgramAnswer",
    "ProgramsAnswer",
    "RequirementsAnswer",
    "RuleAnswer",
    "RulesAnswer",
    "TermsAnswer",
]
