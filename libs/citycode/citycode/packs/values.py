"""The values of an element: numbers, words, dates and lists of the law, each possibly dated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from citycode.elements.spans import ALWAYS, Span
from citycode.language import (
    BARE,
    Boolean,
    Constant,
    Date,
    ListOf,
    Number,
    Text,
    Type,
    TypeSpecError,
    Value,
    unit_named,
)
from citycode.language.scope import require_readable
from citycode.packs.errors import ErrorLog, nearest
from citycode.packs.timeline import Dated, in_sequence, life_of, resolve_span
from citycode.packs.tree import Branch, Leaf, Node, Row, plain
from citycode.results.findings import Json

DATED_KEYS = ("from", "until", "is", "unit", "cite", "note", "verify")
NO_VALUE_NAMES = frozenset({"from", "until", "is", "cite", "unit", "values"})
"""Keys of a dated value: as the name of a value each is a version written in the wrong place."""
NAME_UNITS = {
    "acres": "acre",
    "acre": "acre",
    "ft": "ft",
    "in": "in",
    "yd": "yd",
    "mi": "mi",
    "sqft": "sqft",
    "sqyd": "sqyd",
    "cuyd": "cuyd",
    "cuft": "cuft",
    "gal": "gal",
    "mph": "mph",
    "usd": "usd",
    "percent": "percent",
}


@dataclass(frozen=True, slots=True)
class LawValue:
    """One value with its type; `shown` is its JSON form, `cite` where it is cited by itself."""

    constant: Constant
    shown: Json
    cite: str | None
    note: str | None


Values: TypeAlias = "Mapping[str, tuple[Dated[LawValue], ...]]"


def unit_of_name(name: str) -> str | None:
    """The unit the last word of a name states: `min_lot_acres` → acre."""
    return NAME_UNITS.get(name.rsplit("_", 1)[-1]) if "_" in name else None


def read_values(node: Node | None, life: Span, amendments: Mapping[str, date], log: ErrorLog) -> Values:
    """Every value of an element that lives during `life`; a dated value must cover all of it."""
    read: dict[str, tuple[Dated[LawValue], ...]] = {}
    if not isinstance(node, Branch):
        return read
    for name, each in node.items.items():
        if name in NO_VALUE_NAMES:
            log.add(node.key_lines[name], f"`{name}` is no name of a value", _as_versions(node))
            continue
        if not _can_be_read(name, node.key_lines[name], log):
            continue
        entries = _entries(each)
        dated: list[Dated[LawValue]] = []
        for entry in entries:
            one = _entry(name, entry, amendments, log)
            if one is not None:
                dated.append(one)
        if len(dated) < len(entries) or not in_sequence(f"the value `{name}`", dated, log):
            continue
        if not life_of(dated).covers(life):
            log.add(
                node.key_lines[name],
                f"The value `{name}` holds {life_of(dated).words()}, its element {life.words()}",
                "Let the values cover every day of the element, or date the element by `from` and `until`.",
            )
            continue
        read[name] = tuple(dated)
    return read


def _can_be_read(name: str, line: int, log: ErrorLog) -> bool:
    """Whether formulas can read `v.<name>`: a keyword of the language is no name."""
    try:
        require_readable(f"v.{name}")
    except TypeSpecError as wrong:
        log.add(line, wrong.message, wrong.mend)
        return False
    return True


def _as_versions(values: Branch) -> str:
    """How what was meant is written, with the value and the day that stand there."""
    stated = {name: each.value for name, each in values.items.items() if isinstance(each, Leaf)}
    name, old = next(
        (each for each in stated.items() if each[0] not in NO_VALUE_NAMES),
        ("height_ft", stated.get("is", 125)),
    )
    day = stated.get("until") or stated.get("from") or "<day>"
    return (
        f"Versions of a value are a list: `{name}:`, below it `- {{is: {old}, until: {day}}}` "
        f"and `- {{is: <new>, from: {day}, cite: <amendment>}}`."
    )


def _entries(node: Node) -> list[Node]:
    """A dated value has one entry per version, any other value one entry in all."""
    if isinstance(node, Row) and node.items and all(isinstance(each, Branch) for each in node.items):
        return list(node.items)
    return [node]


def _entry(name: str, node: Node, amendments: Mapping[str, date], log: ErrorLog) -> Dated[LawValue] | None:
    if not isinstance(node, Branch):
        value = _law_value(name, node, None, None, None, log)
        return Dated(ALWAYS, node.line, value) if value else None
    for key in node.items:
        if key not in DATED_KEYS:
            log.add(
                node.key_lines[key], f"`{key}` is no key of a value", nearest(key, DATED_KEYS, "Known keys:")
            )
            return None
    if "is" not in node.items:
        log.add(node.line, f"The value `{name}` does not say what it is", "Add `is:`.")
        return None
    stated = {key: plain(each) for key, each in node.items.items()}
    span = resolve_span(stated.get("from"), stated.get("until"), amendments, node.line, log)
    cite, note = stated.get("cite"), stated.get("verify") or stated.get("note")
    value = _law_value(name, node.items["is"], stated.get("unit"), cite, note, log)
    return Dated(span, node.line, value) if span and value else None


def _law_value(
    name: str, node: Node, unit: str | None, cite: str | None, note: str | None, log: ErrorLog
) -> LawValue | None:
    try:
        constant = _constant(name, node, unit)
    except TypeSpecError as wrong:
        log.add(node.line, wrong.message, wrong.mend)
        return None
    if constant is None:
        log.add(
            node.line,
            f"The value `{name}` is no number, word, date, `true` or `false`, and no list of one of them",
            "Write such a value, or versions of one as [{from: …, is: …}].",
        )
        return None
    return LawValue(constant, shown(plain(node)), cite, note)


def _constant(name: str, node: Node, unit: str | None) -> Constant | None:
    if isinstance(node, Row):
        items = [_constant(name, each, unit) for each in node.items]
        types = {each.type if each else None for each in items}
        if len(types) != 1 or None in types:
            return None
        sound = [each for each in items if each]
        return Constant(ListOf(sound[0].type), tuple(each.value for each in sound))
    if not isinstance(node, Leaf):
        return None
    raw = node.value
    typed: tuple[Type, Value] | None = None
    match raw:
        case bool():
            typed = Boolean(), raw
        case int() | Decimal():
            named = unit or unit_of_name(name)
            number = BARE if named is None else Number(unit_named(named))
            exact = Fraction(raw)
            typed = number, exact.numerator if exact.denominator == 1 else exact
        case date():
            typed = Date(), raw
        case str():
            typed = Text(), raw
    return Constant(*typed) if typed else None


def shown(raw: object) -> Json:
    """The JSON form of a value as the pack states it; decimals stay exact as strings where JSON would
    round.
    """
    match raw:
        case None | bool() | int() | str():
            return raw
        case Decimal():
            return float(raw) if Decimal(repr(float(raw))) == raw else str(raw)
        case date():
            return raw.isoformat()
        case list() | tuple():
            return [shown(each) for each in raw]
        case dict():
            return {str(key): shown(each) for key, each in raw.items()}
        case _:
            return str(raw)


def in_force(values: Values, day_in: Span) -> dict[str, LawValue]:
    """Each value as it stands throughout `day_in`, a slice that no value changes within."""
    return {
        name: next(each.item for each in dated if each.span.within(day_in) is not None)
        for name, dated in values.items()
    }
