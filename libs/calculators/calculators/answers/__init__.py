"""What the law answers, on the wire. The engine's own JSON; a test holds each model to it."""

from calculators.answers.checking import CheckAnswer, RequirementsAnswer
from calculators.answers.law import ProgramAnswer, ProgramsAnswer, RuleAnswer, RulesAnswer
from calculators.answers.procedure import DecisionAnswer, NoticeAnswer
from calculators.answers.timing import ClocksAnswer, EndsAnswer

__all__ = [
    "CheckAnswer",
    "ClocksAnswer",
    "DecisionAnswer",
    "EndsAnswer",
    "NoticeAnswer",
    "ProgramAnswer",
    "ProgramsAnswer",
    "RequirementsAnswer",
    "RuleAnswer",
    "RulesAnswer",
]
