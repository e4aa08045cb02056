"""The working of an expression as a tree."""

from __future__ import annotations

from dataclasses import dataclass

from .types import Type
from .values import Missing, Value


@dataclass(frozen=True, slots=True)
class Trace:
    """One subexpression with its value: `kind` says what it does, `parts` are what it was made of."""

    kind: str
    text: str
    type: Type
    value: Value | Missing
    parts: tuple[Trace, ...] = ()
