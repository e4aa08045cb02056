"""Statements about words: what a fact is called, beside what the law calls it."""

from __future__ import annotations

from .figures import key_in, name_in, value_under, value_words
from .labels import key_of, listed, wording
from .operands import operand_in
from .speech import Labels
from .trace import Trace
from .types import Enum, ListOf, Text

VALUES_SHOWN = 12


def same_wording(left: Trace, right: Trace, sign: str, labels: Labels) -> str:
    """Two wordings are one and the same, or not, as `sign` says."""
    key = key_in(left)
    found = _worded(left, key, labels)
    fixed = _of_law(right)
    other = _worded(right, key, labels)
    if not fixed:
        other = f"{name_in(right, labels)} {other}".strip()
    name = name_in(left, labels) or "it"
    if sign == "==":
        return f"{name} is {found}" if fixed else f"{name} is {found}, as is {other}"
    return f"{name} is {found}, not {other}"


def membership(trace: Trace, labels: Labels, formulas: bool) -> str:
    """A value is among several, or a list of the facts includes it."""
    left, *others = trace.parts
    inside = trace.value is (trace.detail == "in")
    key = key_in(left)
    if len(others) == 1 and isinstance(others[0].type, ListOf) and not _of_law(others[0]):
        includes = "includes" if inside else "does not include"
        found = value_under(left, key_in(others[0]), labels)
        return f"{name_in(others[0], labels) or 'the list'} {includes} {found}"
    words = [word for other in others for word in _worded_each(other, key, labels)]
    more = len(words) - VALUES_SHOWN
    told = listed([*words[:VALUES_SHOWN], f"{more} more"] if more > 0 else words, "or")
    one_of = "one of " if len(words) > 1 else ""
    negated = "" if inside else "not "
    if left.kind == "part of date":
        return f"{operand_in(left, labels, formulas)} is {negated}{one_of}{told}"
    name, held = name_in(left, labels) or "it", _worded(left, key, labels)
    if not one_of or isinstance(left.type, Enum | Text):
        return f"{name} is {held}" if inside else f"{name} is {held}, not {told}"
    return f"{name} {held} is {negated}{one_of}{told}"


def _worded(trace: Trace, key: str, labels: Labels) -> str:
    """A wording beside the fact `key`, as the fact calls it: the law's `sanitary_sewer` → "into the sanitary
    sewer".
    """
    value = trace.value
    if not isinstance(value, str):
        return value_under(trace, key, labels)
    return labels.get(f"{key_of(key)}={value}") or wording(key_in(trace), value, labels)


def _worded_each(trace: Trace, key: str, labels: Labels) -> list[str]:
    """Every item of a list the law writes out, or the one value."""
    if not isinstance(trace.type, ListOf):
        return [_worded(trace, key, labels)]
    item = trace.type.item
    if isinstance(item, Enum | Text):
        return [wording(key, each, labels) for each in trace.value]
    return [value_words(each, item, key, labels) for each in trace.value]


def _of_law(trace: Trace) -> bool:
    """Is it written in the law itself, perhaps under a name (`limit`)?"""
    while trace.kind in ("choice", "definition") and trace.parts:
        trace = trace.parts[0]
    return trace.kind == "constant"
