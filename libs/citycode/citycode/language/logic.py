"""and, or, not, if: Kleene's logic. What is not known matters only where it could change the answer."""

from __future__ import annotations

import ast
from typing import Any

from .arithmetic import signed
from .checker import Checker, form
from .errors import EvaluationError
from .naming import together, type_words
from .node import Frame, Node, Run, strict
from .trace import Trace
from .types import Boolean
from .values import Missing


def require_boolean(checker: Checker, tree: ast.expr, node: Node, where: str) -> None:
    """Refuse anything but a yes or no."""
    if not isinstance(node.type, Boolean):
        checker.refuse(
            tree,
            f"{where} stands {type_words(node.type)}, not a yes or no",
            "Compare it: >=, ==, in, is known.",
        )


@form(ast.BoolOp)
def joined(checker: Checker, tree: ast.expr) -> Node:
    assert isinstance(tree, ast.BoolOp)  # noqa: S101
    word = "and" if isinstance(tree.op, ast.And) else "or"
    parts: list[Node] = []
    for operand in tree.values:
        node = checker.check(operand)
        require_boolean(checker, operand, node, f"beside {word}")
        parts.append(node)
    return kleene(word, tuple(parts))


def kleene(word: str, parts: tuple[Node, ...]) -> Node:
    """`and` is no at any no, `or` is yes at any yes, in whatever order the parts stand.

    Without such a part, what is missing leaves the answer open; an error counts where nothing else decides.
    """
    ending = word == "or"
    node = Node(word, Boolean(), parts)
    node.run = _run(tuple(part.run for part in parts), ending)
    works = tuple(part.work for part in parts)

    def work(frame: Frame) -> Trace:
        shown: list[Trace] = []
        tally = Tally(ending)
        for each in works:
            try:
                part = each(frame)
            except EvaluationError as problem:
                tally.take_error(problem)
            else:
                shown.append(part)
                tally.take(part.value)
        return Trace(node, tally.answer(), tuple(shown))

    node.work = work
    return node


class Tally:
    """Collects the answers of parts until one equals `ending`."""

    __slots__ = ("ended", "ending", "error", "missing")

    def __init__(self, ending: bool) -> None:
        self.ending = ending
        self.ended = False
        self.missing: Missing | None = None
        self.error: EvaluationError | None = None

    def take(self, value: Any) -> None:
        if value is self.ending:
            self.ended = True
        elif value.__class__ is Missing:
            self.missing = value if self.missing is None else self.missing.joined(value)

    def take_error(self, error: EvaluationError) -> None:
        self.error = self.error or error

    def answer(self) -> Any:
        """The answer of all parts. Raises the first error when nothing else decides."""
        if self.ended:
            return self.ending
        if self.missing is not None:
            return self.missing
        if self.error is not None:
            raise self.error
        return not self.ending


def _run(runs: tuple[Run, ...], ending: bool) -> Run:
    def run(frame: Frame) -> Any:
        tally: Tally | None = None
        for each in runs:
            try:
                value = each(frame)
            except EvaluationError as problem:
                tally = tally or Tally(ending)
                tally.take_error(problem)
                continue
            if value is ending:
                return ending
            if value.__class__ is Missing:
                tally = tally or Tally(ending)
                tally.take(value)
        return not ending if tally is None else tally.answer()

    return run


@form(ast.UnaryOp)
def negation(checker: Checker, tree: ast.expr) -> Node:
    """`not`, or a sign."""
    assert isinstance(tree, ast.UnaryOp)  # noqa: S101
    if not isinstance(tree.op, ast.Not):
        return signed(checker, tree)
    operand = checker.check(tree.operand)
    require_boolean(checker, tree.operand, operand, "after not")
    return strict("not", Boolean(), (operand,), lambda value: not value)


@form(ast.IfExp)
def choice(checker: Checker, tree: ast.expr) -> Node:
    """`a if test else b`: with an open test the answer still stands when both branches agree."""
    assert isinstance(tree, ast.IfExp)  # noqa: S101
    test = checker.check(tree.test)
    require_boolean(checker, tree.test, test, "after if")
    yes, no = checker.check(tree.body), checker.check(tree.orelse)
    type_ = together(checker, [(tree.body, yes), (tree.orelse, no)])
    node = Node("choice", type_, (yes, no, test))
    ask, one, two = test.run, yes.run, no.run

    def run(frame: Frame) -> Any:
        answer = _attempt(ask, frame)
        if answer is True:
            return one(frame)
        if answer is False:
            return two(frame)
        return _either(answer, _attempt(one, frame), _attempt(two, frame))

    def work(frame: Frame) -> Trace:
        if _attempt(ask, frame).__class__ is not bool:
            return Trace(node, run(frame))
        asked = test.work(frame)
        taken = (yes if asked.value else no).work(frame)
        return Trace(node, taken.value, (taken, asked))

    node.run, node.work = run, work
    return node


def _attempt(run: Run, frame: Frame) -> Any:
    """The value, or the error as a value."""
    try:
        return run(frame)
    except EvaluationError as problem:
        return problem


def _either(test: Any, one: Any, two: Any) -> Any:
    """With a test that is open or in error: the branches' common value, else the missing, else the error."""
    branches = (one, two)
    if not any(isinstance(branch, Missing | EvaluationError) for branch in branches) and one == two:
        return one
    missing = [each for each in (test, *branches) if each.__class__ is Missing]
    if missing:
        return Missing(frozenset().union(*(each.facts for each in missing)))
    raise test
