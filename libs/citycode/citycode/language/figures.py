"""Values in words and what they are called: "39.9 acres", "lot area", "total sign area"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .labels import fact_label, field_label, in_words, item_label, key_of, list_label, listed, wording
from .node import Node, constant_value
from .numerals import date_words, instant_words, quantity_words, span_words, words_of_unit
from .speech import Labels, Say, kept
from .trace import Trace
from .types import Boolean, Date, Duration, Enum, Instant, ListOf, Number, Text, Type
from .values import Missing

TERMS_SHOWN = 6
GATHERED = {"sum": "total", "smallest of list": "smallest", "largest of list": "largest"}


def value_words(value: Any, type_: Type, name: str = "", labels: Labels | None = None) -> str:
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


_SAYERS: dict[type, Callable[[Any], str]] = {
    Boolean: lambda value: "yes" if value else "no",
    Date: date_words,
    Instant: instant_words,
    Duration: span_words,
}


@kept
def value_of(node: Node) -> Say:
    """The value alone."""
    if isinstance(node.type, Enum | ListOf):
        return lambda trace, labels: value_under(trace, key_in(trace), labels)
    if node.kind == "constant":
        words = value_words(constant_value(node), node.type)
        return lambda _, __: words
    write = (
        words_of_unit(node.type.unit)
        if isinstance(node.type, Number)
        else _SAYERS.get(node.type.__class__, str)
    )

    def value(trace: Trace, _: Labels) -> str:
        found = trace.value
        return "not stated" if found.__class__ is Missing else write(found)

    return value


def value_under(trace: Trace, key: str, labels: Labels) -> str:
    """The value alone, words of an enum as they are called under `key`."""
    if trace.value.__class__ is Missing:
        return "not stated"
    return value_words(trace.value, trace.type, key, labels)


def key_in(trace: Trace) -> str:
    """Under which name the wordings of an enum are found."""
    if trace.kind == "those of list":
        return f"{_list_key(trace)}[].{trace.detail.element.detail}"
    while trace.kind in ("choice", "definition") and trace.parts:
        trace = trace.parts[0]
    return key_of(trace.place) if trace.kind == "field" else str(trace.detail)


@kept
def name_of(node: Node) -> Say | None:
    """The label of a fact, field, item or definition; None for anything that has none."""
    if node.kind in ("fact", "on time", "definition"):
        name: str = node.detail
        words = fact_label(name, {})
        return lambda _, labels: labels.get(name, words)
    if node.kind == "field":
        return lambda trace, labels: field_label(trace.place, labels)
    if node.kind == "item":
        return lambda trace, labels: item_label(trace.place, labels)
    return None


def name_in(trace: Trace, labels: Labels) -> str:
    """Its label; empty for anything that has none."""
    name = name_of(trace.node)
    return name(trace, labels) if name else ""


@kept
def named_value(node: Node) -> Say | None:
    """A value of the law, or one that has a name, with it; None for anything else."""
    value = value_of(node)
    if node.kind == "constant":
        return value
    if node.kind == "those of list":
        return lambda trace, labels: f"of the {list_name(trace, labels)}: {value(trace, labels) or 'none'}"
    name = gathered_name if node.kind == "count" or node.kind in GATHERED else name_of(node)
    if name is None:
        return None
    return lambda trace, labels: f"{name(trace, labels)} {value(trace, labels)}"


def gathered_name(trace: Trace, labels: Labels) -> str:
    """The name of a value over a list: "number of walls counted", "total area", "smallest distance"."""
    walked = trace.detail
    if trace.kind == "count":
        counted = " counted" if walked.condition is not None else ""
        return f"number of {list_name(trace, labels)}{counted}"
    taken = walked.element
    named = "value"
    if taken.kind == "field":
        named = labels.get(f"{_list_key(trace)}[].{taken.detail}") or in_words(taken.detail)
    return f"{GATHERED[trace.kind]} {named}"


def list_name(trace: Trace, labels: Labels) -> str:
    return list_label(_list_key(trace), labels)


def _list_key(trace: Trace) -> str:
    if trace.parts:
        return key_of(trace.parts[0].place.rpartition("/")[0])
    return str(trace.detail.source.detail)
