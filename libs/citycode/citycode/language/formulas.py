"""Arithmetic in words, with the values put in: "15 × √(length 100 ft)"."""

from __future__ import annotations

from collections.abc import Callable

from .figures import TERMS_SHOWN, named_value, value_of
from .labels import listed
from .node import CALCULATED, ROUNDED, Node
from .speech import Labels, Say, kept
from .trace import Trace
from .types import Duration, Number

LEAVES_INLINE = 4
"""A formula of up to so many values is written out in one line; larger ones are shown step by step."""

_OPERATORS = {"plus": " + ", "minus": " − ", "times": " × ", "over": " ÷ "}
_BINDS = {"plus": 1, "minus": 1, "times": 2, "over": 2, "negative": 3}
_BY_VALUE = CALCULATED | {"smallest of list", "largest of list", "those of list"}


@kept
def formula_of(node: Node) -> Say | None:
    """The arithmetic in words; None, or empty words, where there is none to show."""
    write = _FORMULAS.get(node.kind)
    return write(node) if write else None


def _operation(node: Node) -> Say:
    sign = _OPERATORS[node.kind]
    left, right = _inner(node.parts[0], node), _inner(node.parts[1], node, True)

    def operation(trace: Trace, labels: Labels) -> str:
        one, two = trace.parts
        return f"{left(one, labels)}{sign}{right(two, labels)}"

    return operation


def _around(node: Node, before: str = "", after: str = "") -> Say:
    """One operand between fixed words."""
    inner = _inner(node.parts[0], node)
    return lambda trace, labels: f"{before}{inner(trace.parts[0], labels)}{after}"


def _negative(node: Node) -> Say:
    return _around(node, "−")


def _root(node: Node) -> Say:
    if node.parts[0].kind == "constant":
        return _around(node, "√")
    inner = _inner(node.parts[0], node)
    return lambda trace, labels: f"√({inner(trace.parts[0], labels).strip('()')})"


def _rounded(node: Node) -> Say:
    return _around(node, after=f" {node.detail if node.kind == 'rounded' else 'without its sign'}")


def _compared(node: Node) -> Say:
    parts = [_inner(part, node) for part in node.parts]
    which = _comparative(node)

    def compared(trace: Trace, labels: Labels) -> str:
        told = [say(part, labels) for say, part in zip(parts, trace.parts, strict=True)]
        return f"the {which} of {listed(told)}"

    return compared


def _comparative(node: Node) -> str:
    words = ("earlier", "earliest") if node.kind == "smallest" else ("later", "latest")
    if isinstance(node.type, Number | Duration):
        words = ("smaller", "smallest") if node.kind == "smallest" else ("larger", "largest")
    return words[0] if len(node.parts) == 2 else words[1]


def _between(node: Node) -> Say:
    first, last = (_inner(part, node) for part in node.parts)
    return lambda trace, labels: f"from {first(trace.parts[0], labels)} to {last(trace.parts[1], labels)}"


def _terms(trace: Trace, labels: Labels) -> str:
    terms = [part.parts[0] for part in trace.parts if part.parts and part.value is not False]
    shown = [value_of(term.node)(term, labels) for term in terms[:TERMS_SHOWN]]
    more = len(terms) - TERMS_SHOWN
    return " + ".join([*shown, f"{more} more"] if more > 0 else shown)


def _of_list(trace: Trace, labels: Labels) -> str:
    if len(trace.parts) > TERMS_SHOWN:
        return ""
    taken = [part.parts[0] for part in trace.parts if part.parts]
    shown = [value_of(each.node)(each, labels) for each in taken]
    return f"the {trace.kind.split()[0]} of {listed(shown)}"


_FORMULAS: dict[str, Callable[[Node], Say]] = {
    **dict.fromkeys(_OPERATORS, _operation),
    "negative": _negative,
    "root": _root,
    "smallest": _compared,
    "largest": _compared,
    **dict.fromkeys(ROUNDED, _rounded),
    "between": _between,
    "sum": lambda _: _terms,
    **dict.fromkeys(("converted", "length of time", "day of", "part of date"), _around),
    "smallest of list": lambda _: _of_list,
    "largest of list": lambda _: _of_list,
}


def inlines(node: Node, part: Node) -> bool:
    """Is the formula of `part` written inside the formula of `node`?"""
    return (
        part.kind in CALCULATED
        and (node.kind in CALCULATED or node.kind in ROUNDED)
        and node.leaves <= LEAVES_INLINE
    )


@kept
def _inner(part: Node, node: Node, right: bool = False) -> Say:
    """A part of a formula: written out, or as its value where that is worked out in a step of its own."""
    value = value_of(part)
    if part.kind == "choice":

        def taken(trace: Trace, labels: Labels) -> str:
            if not trace.parts:
                return value(trace, labels)
            return _inner(trace.parts[0].node, node, right)(trace.parts[0], labels)

        return taken
    formula = formula_of(part) if inlines(node, part) else None
    if formula is not None:
        return _bracketed(formula) if _is_loose(part, node, right) else formula
    return value if part.kind in _BY_VALUE else named_value(part) or value


def _is_loose(part: Node, node: Node, right: bool) -> bool:
    loose = _BINDS.get(part.kind, 9)
    outer = _BINDS.get(node.kind, 0 if node.kind in ("smallest", "largest") else 2)
    return loose < outer or (right and loose == outer and node.kind in ("minus", "over"))


def _bracketed(formula: Say) -> Say:
    return lambda trace, labels: f"({formula(trace, labels)})"
