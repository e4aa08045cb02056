"""Wording and section of a rule, which stand once per rule id."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleText:
    """The rule in plain words, and where it stands."""

    text: str
    section: str
