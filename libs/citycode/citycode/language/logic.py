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
    """`and` ends at the first no, `or` at the first yes; a missing part leaves the answer open only without
    it.
    """
    ending = word == "or"
    node = Node(word, Boolean(), parts)
    node.run = _run(tuple(part.run for part in parts), ending)
    works = tuple(part.work for part in parts)

    def work(frame: Frame) -> Trace:
        shown: list[Trace] = []
        missing: Missing | None = None
        ended = False
        for each in works:
            try:
                part = each(frame)
            except EvaluationError:
                if ended or missing is not None:
                    continue
                raise
            shown.append(part)
            if part.value.__class__ is Missing:
                missing = part.value if missing is None else missing.joined(part.value)
            elif part.value is ending:
                ended = True
        value: Any = ending if ended else missing if missing is not None else not ending
        return Trace(node, value, tuple(shown))

    node.work = work
    return node


def _run(runs: tuple[Run, ...], ending: bool) -> Run:
    def run(frame: Frame) -> Any:
        missing: Missing | None = None
        for each in runs:
            if missing is None:
                value = each(frame)
            else:
                try:
                    value = each(frame)
                except EvaluationError:
                    continue  # whether this is ever asked depends on what is missing
            if value is ending:
                return ending
            if value.__class__ is Missing:
                missing = value if missing is None else missing.joined(value)
        return not ending if missing is None else missing

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
        answer = ask(frame)
        if answer.__class__ is Missing:
            return _either(answer, _attempt(one, frame, answer), _attempt(two, frame, answer))
        return one(frame) if answer else two(frame)

    def work(frame: Frame) -> Trace:
        asked = test.work(frame)
        if asked.value.__class__ is Missing:
            return Trace(node, run(frame), (asked,))
        taken = (yes if asked.value else no).work(frame)
        return Trace(node, taken.value, (taken, asked))

    node.run, node.work = run, work
    return node


def _attempt(run: Run, frame: Frame, open_test: Missing) -> Any:
    try:
        return run(frame)
    except EvaluationError:
        return open_test  # the branch may never be taken


def _either(test: Missing, one: Any, two: Any) -> Any:
    if one.__class__ is Missing:
        test = test.joined(one)
    if two.__class__ is Missing:
        return test.joined(two)
    return one if one.__class__ is not Missing and one == two else test
