"""True statements about the facts that show why a condition is met, not met, or open."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .labels import fact_label, listed, wording
from .operands import Operands, value_words
from .trace import Trace
from .types import Boolean, Date, Duration, Enum, Instant, ListOf, Text
from .values import Missing

ITEMS_SHOWN = 5
VALUES_SHOWN = 12

_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_OF_NUMBERS = {
    "<": "is less than",
    "<=": "is not more than",
    ">": "is more than",
    ">=": "is at least",
    "==": "is exactly",
    "!=": "is not",
}
_OF_DAYS = {
    "<": "is before",
    "<=": "is on or before",
    ">": "is after",
    ">=": "is on or after",
    "==": "is",
    "!=": "is not",
}
_OF_TIMES = {**_OF_DAYS, "<=": "is at or before", ">=": "is at or after"}
_OF_LENGTHS = {**_OF_NUMBERS, "<": "is shorter than", ">": "is longer than", "<=": "is not longer than"}
_RELATIONS: dict[type, dict[str, str]] = {Date: _OF_DAYS, Instant: _OF_TIMES, Duration: _OF_LENGTHS}


class Statements(Operands):
    """Statements under one set of labels."""

    __slots__ = ()

    def statement(self, trace: Trace) -> str:
        """What is so, in words; never the rule itself, so that it holds whether the rule is met or not."""
        if trace.value.__class__ is Missing:
            return missing_words(trace.value, self.labels)
        return _STATEMENTS[trace.kind](self, trace)

    def plain(self, trace: Trace) -> str:
        """A yes or no by its name."""
        name = self.name(trace)
        return f"{name}: {self.value(trace)}" if name else self.value(trace)

    def on_time(self, trace: Trace) -> str:
        label = self.labels.get(trace.detail)
        words = "in time" if trace.value else "too late"
        return f"{label}: {words}" if label else f"done {words}"

    def comparison(self, trace: Trace) -> str:
        """The relation that really holds between both sides."""
        left, right = trace.parts
        sign = trace.detail if trace.value else _OPPOSITE[trace.detail]
        if left.kind == "constant" and right.kind != "constant":
            left, right, sign = right, left, _FLIPPED[sign]
        kind = left.node.type.__class__
        if kind is Boolean:
            return self._same_answers(left, right)
        if kind is Enum or kind is Text:
            return self._same_wording(left, right, sign)
        one, two = self.operand(left), self.operand(right)
        told = f"{one} {_RELATIONS.get(kind, _OF_NUMBERS)[sign]} {two}"
        return told + self._hair(left, right, sign) if "≈" in told else told

    def _hair(self, left: Trace, right: Trace, sign: str) -> str:
        """A difference too small to be seen in the figures is told."""
        alike = self.value(left).strip("≈ ") == self.value(right).strip("≈ ")
        return " by less than the figures show" if alike and sign in ("<", ">", "!=") else ""

    def _same_answers(self, left: Trace, right: Trace) -> str:
        if right.kind == "constant":
            return self.statement(left)
        return f"{self.statement(left)}; {self.statement(right)}"

    def _same_wording(self, left: Trace, right: Trace, sign: str) -> str:
        key = self.key(left)
        found = self.worded(left, key)
        fixed = self.of_law(right)
        other = self.worded(right, key) if fixed else f"{self.name(right)} {self.worded(right, key)}".strip()
        name = self.name(left) or "it"
        if sign == "==":
            return f"{name} is {found}" if fixed else f"{name} is {found}, as is {other}"
        return f"{name} is {found}, not {other}"

    def membership(self, trace: Trace) -> str:
        left, *others = trace.parts
        inside = trace.value is (trace.detail == "in")
        key = self.key(left)
        if len(others) == 1 and isinstance(others[0].type, ListOf) and not self.of_law(others[0]):
            includes = "includes" if inside else "does not include"
            return f"{self.name(others[0]) or 'the list'} {includes} {self.value(left, self.key(others[0]))}"
        words = [word for other in others for word in self._worded_each(other, key)]
        more = len(words) - VALUES_SHOWN
        told = listed([*words[:VALUES_SHOWN], f"{more} more"] if more > 0 else words, "or")
        one_of = "one of " if len(words) > 1 else ""
        if left.kind == "part of date":
            return f"{self.operand(left)} is {'' if inside else 'not '}{one_of}{told}"
        name, held = self.name(left) or "it", self.worded(left, key)
        if not one_of:
            return f"{name} is {held}" if inside else f"{name} is {held}, not {told}"
        return f"{name} {held} is {'' if inside else 'not '}{one_of}{told}"

    def _worded_each(self, trace: Trace, key: str) -> list[str]:
        """Every item of a list the law writes out, or the one value."""
        if not isinstance(trace.type, ListOf):
            return [self.worded(trace, key)]
        coded = isinstance(trace.type.item, Enum | Text)
        return [
            wording(key, each, self.labels) if coded else value_words(each, trace.type.item, key, self.labels)
            for each in trace.value
        ]

    def known(self, trace: Trace) -> str:
        (asked,) = trace.parts
        positive = trace.value is (trace.kind == "known")
        name = self.name(asked) or "the value"
        return f"{name} is {'known' if positive else 'not known'}"

    def conjunction(self, trace: Trace) -> str:
        """`and`: what fails, or everything that holds; `or`: what holds, or everything that fails."""
        ending = trace.kind == "or"
        deciding = (
            [part for part in trace.parts if part.value is ending] if trace.value is ending else trace.parts
        )
        told = [self.statement(part) for part in deciding if part.value.__class__ is not Missing]
        return "; ".join(dict.fromkeys(told))

    def negation(self, trace: Trace) -> str:
        return self.statement(trace.parts[0])

    def choice(self, trace: Trace) -> str:
        if len(trace.parts) < 2:
            return "the answer is the same either way"
        taken, test = trace.parts
        return f"{self.statement(taken)} (because {self.statement(test)})"

    def definition(self, trace: Trace) -> str:
        return self.statement(trace.parts[0])

    def deciding(self, trace: Trace) -> list[Trace]:
        """The items of `any` and `all` on which the answer rests."""
        ending = trace.kind == "any"
        concerned = [
            item
            for item in trace.parts
            if (item.value is not False or trace.detail.condition is None)
            and item.parts
            and item.parts[0].value.__class__ is not Missing
        ]
        if trace.value is ending:
            return [item for item in concerned if item.parts[0].value is ending]
        return concerned

    def of_items(self, trace: Trace) -> str:
        """`any` and `all`: the items that decide, by name."""
        if not trace.parts:
            return f"there are no {self.list_name(trace)}"
        deciding = self.deciding(trace)
        if not deciding:
            return f"none of the {len(trace.parts)} {self.list_name(trace)} is concerned"
        told = [f"{self.name(item)}: {self._of_item(item)}" for item in deciding[:ITEMS_SHOWN]]
        more = len(deciding) - ITEMS_SHOWN
        return "; ".join([*told, f"and {more} more"] if more > 0 else told)

    def _of_item(self, item: Trace) -> str:
        element = item.parts[0]
        return self.value(element) if element.kind == "item" else self.statement(element)


_STATEMENTS: dict[str, Callable[[Statements, Trace], str]] = {
    "constant": Statements.plain,
    "fact": Statements.plain,
    "field": Statements.plain,
    "item": Statements.plain,
    "on time": Statements.on_time,
    "comparison": Statements.comparison,
    "membership": Statements.membership,
    "known": Statements.known,
    "not known": Statements.known,
    "and": Statements.conjunction,
    "or": Statements.conjunction,
    "not": Statements.negation,
    "choice": Statements.choice,
    "definition": Statements.definition,
    "any": Statements.of_items,
    "all": Statements.of_items,
}


def missing_words(missing: Missing, labels: Mapping[str, str]) -> str:
    """ "lot area and wall 2: sign area are not stated"."""
    names = [fact_label(name, labels) for name in sorted(missing.facts)]
    shown = list(dict.fromkeys(names))
    return f"{listed(shown)} {'is' if len(shown) == 1 else 'are'} not stated"
