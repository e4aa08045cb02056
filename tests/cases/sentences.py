"""What people read in an answer, which shows labels and units and never a code."""

from __future__ import annotations

import re
from typing import Any

CODE = re.compile(r"\b[A-Za-z0-9]+_[A-Za-z0-9_]+\b")
SPOKEN = ("sentence", "says", "why", "detail", "steps", "arithmetic")
"""Members of an answer that people read."""


def with_a_code(answers: Any) -> list[str]:
    """The sentences that show a code."""
    return [each for each in sentences(answers) if CODE.search(each)]


def sentences(answer: Any) -> list[str]:
    """Every sentence of an answer."""
    if isinstance(answer, list):
        return [each for part in answer for each in sentences(part)]
    if not isinstance(answer, dict):
        return []
    here = [answer[key] for key in SPOKEN if key in answer]
    told = [each for value in here for each in (value if isinstance(value, list) else [value])]
    return [each for each in told if isinstance(each, str)] + sentences(list(answer.values()))
