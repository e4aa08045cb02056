"""From a syntax tree to checked, compiled parts: one function per form of the language."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from . import bounds
from .errors import ExpressionError
from .node import Node
from .scope import Scope
from .syntax import Source
from .types import Type

_PARTS_WITH_DEFINITIONS = 4 * bounds.NODE_COUNT
_NESTING_WITH_DEFINITIONS = 100


@dataclass(slots=True)
class Local:
    """The item of a comprehension: where it lies in the frame, its type, and the list it comes from."""

    slot: int
    type: Type
    source: Node


@dataclass(slots=True)
class Budget:
    """How much may still be compiled, shared with the definitions an expression names."""

    parts: int = _PARTS_WITH_DEFINITIONS
    depth: int = _NESTING_WITH_DEFINITIONS


@dataclass(slots=True)
class Checker:
    """Checks one expression in one scope."""

    source: Source
    scope: Scope
    budget: Budget = field(default_factory=Budget)
    locals: dict[str, Local] = field(default_factory=dict)
    slots: int = 1
    """Places of the frame in use; a definition named inside goes on counting from here."""

    def check(self, tree: ast.expr) -> Node:
        """The compiled part for `tree`. Raises `ExpressionError`."""
        self.budget.parts -= 1
        if self.budget.parts < 0:
            self.refuse(
                tree, "the expression is too large with its definitions", "State fewer measures in one."
            )
        if self.budget.depth <= 0:
            self.refuse(tree, "the expression is nested too deeply with its definitions", "Use fewer steps.")
        form = FORMS.get(type(tree))
        if form is None:
            self.refuse(tree, "this form stands in the wrong place", "Use it inside a function or after in.")
        self.budget.depth -= 1
        node = form(self, tree)
        self.budget.depth += 1
        if not node.text:
            node.text = self.source.segment(tree)
            node.column = self.source.column(tree)
        return node

    def refuse(self, tree: ast.AST, message: str, mend: str) -> NoReturn:
        raise ExpressionError(message, mend, self.source.column(tree))


Form: TypeAlias = Callable[[Checker, ast.expr], Node]

FORMS: dict[type[ast.expr], Form] = {}


def form(*kinds: type[ast.expr]) -> Callable[[Form], Form]:
    """Register the function that checks these syntax nodes."""

    def register(function: Form) -> Form:
        for kind in kinds:
            FORMS[kind] = function
        return function

    return register


def nearest(name: str, known: Iterable[str], otherwise: str) -> str:
    """ "Did you mean …?" for a misspelled name."""
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.6)
    return f"Did you mean {' or '.join(near)}?" if near else otherwise
