"""Values in words ("lot area 39.9 acres", "150 sq ft (15 × √(length 100 ft))") and their formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .labels import fact_label, field_label, in_words, item_label, key_of, list_label, listed, wording
from .node import CALCULATED, ROUNDED, Node
from .numerals import date_words, instant_words, quantity_words, span_words, words_of_unit
from .trace import Trace
from .types import Boolean, Date, Duration, Enum, Instant, ListOf, Number, Text, Type
from .values import Missing

LEAVES_INLINE = 4
"""A formula of up to so many values is written out in one line; larger ones are shown step by step."""
TERMS_SHOWN = 6

_OPERATORS = {"plus": " + ", "minus": " − ", "times": " × ", "over": " ÷ "}
_BINDS = {"plus": 1, "minus": 1, "times": 2, "over": 2, "negative": 3}


def value_words(value: Any, type_: Type, name: str = "", labels: Mapping[str, str] | None = None) -> str:
    """A value with its unit: "39.9 acres", "$1,347.25", "October 2, 2006", "≈ 0.3333", "yes"."""
    match type_:
        case Number(unit=unit):
            return quantity_words(value, unit)
        case Boolean():
            return "yes" if value else "no"
        case Date():
            return date_words(value)
        case Instant():
            return instant_words(value)
        case Duration():
            return span_words(value)
        case Enum():
            return wording(name, value, labels or {})
        case ListOf(item=Enum() | Number() | Date() | Text() as item):
            shown = [value_words(each, item, name, labels) for each in value[:TERMS_SHOWN]]
            return (
                listed(shown)
                if len(value) <= TERMS_SHOWN
                else ", ".join(shown) + f" and {len(value) - TERMS_SHOWN} more"
            )
        case ListOf():
            return f"{len(value)} listed"
    return str(value)


def _sayer(node: Node, value: Any) -> Callable[[Any], str]:
    """How values of `node` are written where no label is needed; empty words where one is."""
    if node.type.__class__ in (Enum, ListOf):
        return lambda _: ""
    if node.kind == "constant":
        words = value_words(value, node.type)
        return lambda _: words
    if isinstance(node.type, Number):
        return words_of_unit(node.type.unit)
    return _SAYERS.get(node.type.__class__, str)


_SAYERS: dict[type, Callable[[Any], str]] = {
    Boolean: lambda value: "yes" if value else "no",
    Date: date_words,
    Instant: instant_words,
    Duration: span_words,
}


class Operands:
    """Words for values under one set of labels; with `formulas`, a computed value shows its formula in
    brackets.
    """

    __slots__ = ("formulas", "labels", "told")

    def __init__(self, labels: Mapping[str, str], formulas: bool = True) -> None:
        self.labels = labels
        self.formulas = formulas
        self.told: dict[int, str] = {}

    def name(self, trace: Trace) -> str:
        """The label of a fact, field or definition; empty for anything that has none."""
        kind = trace.kind
        if kind == "field":
            return field_label(trace.place, self.labels)
        if kind in ("fact", "on time", "definition"):
            return fact_label(trace.detail, self.labels)
        if kind == "item":
            return item_label(trace.place, self.labels)
        return ""

    def key(self, trace: Trace) -> str:
        """Under which name the wordings of an enum are found."""
        if trace.kind == "those of list":
            return f"{self._list_key(trace)}[].{trace.detail.element.detail}"
        while trace.kind in ("choice", "definition") and trace.parts:
            trace = trace.parts[0]
        return key_of(trace.place) if trace.kind == "field" else str(trace.detail)

    def value(self, trace: Trace, key: str = "") -> str:
        """The value alone."""
        node, value = trace.node, trace.value
        if value.__class__ is Missing:
            return "not stated"
        say = node.say
        if say is None:
            say = node.say = _sayer(node, value)
        return say(value) or value_words(value, node.type, key or self.key(trace), self.labels)

    def of_law(self, trace: Trace) -> bool:
        """Is it written in the law itself, perhaps under a name (`limit`)?"""
        while trace.kind in ("choice", "definition") and trace.parts:
            trace = trace.parts[0]
        return trace.kind == "constant"

    def worded(self, trace: Trace, key: str) -> str:
        """A wording beside the fact `key`, as the fact calls it: the law's `sanitary_sewer` → "into the
        sanitary sewer".
        """
        value = trace.value
        if not isinstance(value, str):
            return self.value(trace, key)
        return self.labels.get(f"{key_of(key)}={value}") or wording(self.key(trace), value, self.labels)

    def operand(self, trace: Trace) -> str:
        """The value with its name, or with its formula where it is computed."""
        kind = trace.kind
        if kind == "constant":
            return self.value(trace)
        name = self.name(trace)
        if name:
            return f"{name} {self.value(trace)}"
        if kind == "choice":
            return self.operand(trace.parts[0]) if trace.parts else self.value(trace)
        if kind in ("count", "sum", "smallest of list", "largest of list"):
            return f"{self.gathered_name(trace)} {self.value(trace)}"
        if kind == "those of list":
            return f"of the {self.list_name(trace)}: {self.value(trace) or 'none'}"
        if kind == "part of date":
            return f"{trace.detail} {self.value(trace)}" + self._bracket(self.operand(trace.parts[0]))
        return f"{self.value(trace)}" + self._bracket(self.formula(trace))

    def _bracket(self, formula: str) -> str:
        return f" ({formula})" if self.formulas and formula else ""

    def gathered_name(self, trace: Trace) -> str:
        """The name of a value over a list: "number of walls counted", "total area", "smallest distance"."""
        walked = trace.detail
        if trace.kind == "count":
            return f"number of {self.list_name(trace)}" + (" counted" if walked.condition is not None else "")
        taken = walked.element
        key = f"{self._list_key(trace)}[].{taken.detail}"
        named = (self.labels.get(key) or in_words(taken.detail)) if taken.kind == "field" else "value"
        return {"sum": "total", "smallest of list": "smallest", "largest of list": "largest"}[
            trace.kind
        ] + f" {named}"

    def list_name(self, trace: Trace) -> str:
        return list_label(self._list_key(trace), self.labels)

    def _list_key(self, trace: Trace) -> str:
        if trace.parts:
            return key_of(trace.parts[0].place.rpartition("/")[0])
        source = trace.detail.source
        return str(source.detail)

    def inlines(self, trace: Trace, part: Trace) -> bool:
        """Is the formula of `part` written inside the formula of `trace`?"""
        return (
            part.kind in CALCULATED
            and (trace.kind in CALCULATED or trace.kind in ROUNDED)
            and trace.node.leaves <= LEAVES_INLINE
        )

    def formula(self, trace: Trace) -> str:
        """The arithmetic in words, with the values put in; empty where there is none to show."""
        told = self.told.get(id(trace))
        if told is None:
            told = self.told[id(trace)] = self._formula(trace)
        return told

    def _formula(self, trace: Trace) -> str:
        kind = trace.kind
        if kind in _OPERATORS:
            left, right = trace.parts
            return f"{self._inner(trace, left)}{_OPERATORS[kind]}{self._inner(trace, right, right=True)}"
        if kind == "negative":
            return f"−{self._inner(trace, trace.parts[0])}"
        if kind == "root":
            (part,) = trace.parts
            inner = self._inner(trace, part)
            return f"√{inner}" if part.kind == "constant" else f"√({inner.strip('()')})"
        if kind in ("smallest", "largest"):
            compared = listed([self._inner(trace, part) for part in trace.parts])
            return f"the {self._comparative(trace)} of {compared}"
        if kind in ROUNDED:
            words = trace.detail if kind == "rounded" else "without its sign"
            return f"{self._inner(trace, trace.parts[0])} {words}"
        if kind == "between":
            first, last = trace.parts
            return f"from {self._inner(trace, first)} to {self._inner(trace, last)}"
        if kind == "sum":
            return self._terms(trace)
        if kind in ("converted", "length of time", "day of", "part of date"):
            return self._inner(trace, trace.parts[0])
        if kind in ("smallest of list", "largest of list"):
            shown = [self.value(part.parts[0]) for part in trace.parts[:TERMS_SHOWN] if part.parts]
            return f"the {kind.split()[0]} of {listed(shown)}" if len(trace.parts) <= TERMS_SHOWN else ""
        return ""

    def _comparative(self, trace: Trace) -> str:
        words = ("earlier", "earliest") if trace.kind == "smallest" else ("later", "latest")
        if isinstance(trace.type, Number | Duration):
            words = ("smaller", "smallest") if trace.kind == "smallest" else ("larger", "largest")
        return words[0] if len(trace.parts) == 2 else words[1]

    def _inner(self, trace: Trace, part: Trace, right: bool = False) -> str:
        """A part of a formula: written out, or as its value where that is worked out in a step of its own."""
        if part.kind == "choice" and part.parts:
            return self._inner(trace, part.parts[0], right)
        if self.inlines(trace, part):
            formula = self.formula(part)
            loose = _BINDS.get(part.kind, 9)
            outer = _BINDS.get(trace.kind, 0 if trace.kind in ("smallest", "largest") else 2)
            if loose < outer or (right and loose == outer and trace.kind in ("minus", "over")):
                return f"({formula})"
            return formula
        if part.kind in CALCULATED or (part.kind not in ("constant", "count", "sum") and not self.name(part)):
            return self.value(part)
        return self.operand(part)

    def _terms(self, trace: Trace) -> str:
        terms = [part.parts[0] for part in trace.parts if part.parts and part.value is not False]
        shown = [self.value(term) for term in terms[:TERMS_SHOWN]]
        more = len(terms) - TERMS_SHOWN
        return " + ".join([*shown, f"{more} more"] if more > 0 else shown)
