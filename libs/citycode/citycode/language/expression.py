"""A compiled expression: its type, the facts it reads, its value and its working."""

from __future__ import annotations

from collections.abc import Mapping

from .scope import Scope
from .trace import Trace
from .types import Type
from .values import Binding, Known, Missing


class Expression:
    """Compiled once, evaluated often; immutable and safe to share between threads."""

    text: str
    type: Type
    facts: frozenset[str]
    """Every name it may read, definitions included ("lot_area", "t.setback", "on_time(id)")."""

    def evaluate(self, bindings: Mapping[str, Binding]) -> Known | Missing:
        """The exact answer, or all facts that are needed and not stated. Raises `EvaluationError`."""
        raise NotImplementedError

    def trace(self, bindings: Mapping[str, Binding]) -> Trace:
        """The working: every subexpression that was looked at, with its value. Raises `EvaluationError`."""
        raise NotImplementedError


def compile_expression(text: str, scope: Scope, expects: Type | None = None) -> Expression:
    """Compile `text`; with `expects`, refuse any other type (a bare number takes the expected unit).

    Raises `ExpressionError` with column, what is wrong and the mend.
    """
    raise NotImplementedError
