"""What an element of a pack holds, in words for people who read law and not formulas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from fractions import Fraction

from citycode.language import Number, fact_label, unit_named, value_words
from citycode.packs.values import unit_of_name
from citycode.results.findings import Json
from citycode.rules import RuleVersion

FORMULAS = frozenset({"require", "when", "limit", "is", "each_when", "amount", "of"})
"""Keys of an element that hold a formula."""
UNSAID = frozenset(
    {"id", "rule", "section", "as", "measure", "note", "reading", "verify", "external", "why_stated", "name"}
)
"""Keys that are shown elsewhere on a page, or only name things for formulas."""
_KEYS = {
    "require": "must be so",
    "when": "applies when",
    "each_when": "for those for which",
    "limit": "limit",
    "is": "is",
    "by": "by",
    "ask": "asked",
    "overridden_by": "unless",
    "starts": "runs from",
    "length": "for",
    "who": "whose duty",
}
_SIGNS = {
    "==": "is",
    "!=": "is not",
    "<=": "is at most",
    ">=": "is at least",
    "<": "is less than",
    ">": "is more than",
    "*": "×",
    "/": "÷",
    "-": "−",
}
_TIMES = frozenset({"hours", "days", "business_days", "weeks", "months", "years"})
_WORDS = {"in": "is one of", "not": "not", "is": "is", "known": "known", "true": "yes", "false": "no"}
_TOKEN = re.compile(r"'[^']*'|[A-Za-z_][\w.]*|[<>=!]=|[<>*/-]|\d[\d.]*|[^\s]")


def version_in_words(version: RuleVersion, labels: Mapping[str, str]) -> list[str]:
    """Each thing the version holds: "max height: 125 ft", "must be so: height is at most 125 ft"."""
    values = dict(version.values)
    return [
        f"{_key(name)}: {told}"
        for name, value in values.items()
        if name not in UNSAID and (told := _told(name, value, values, labels))
    ]


def _key(name: str) -> str:
    """`max_height_ft` → "max height": the unit stands with the number."""
    words = name.rpartition("_")[0] if unit_of_name(name) else name
    return _KEYS.get(name) or words.replace("_", " ")


def span_in_words(version: RuleVersion) -> str:
    """ "from July 1, 2026", "until …"; empty where it is in force throughout."""
    since = f"from {_day(version.since)}" if version.since else ""
    until = f"until {_day(version.until)}, not included" if version.until else ""
    return " ".join(each for each in (since, until) if each)


def _day(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _told(name: str, value: Json, values: Mapping[str, Json], labels: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _number(name, value)
    if isinstance(value, str):
        formula = name in FORMULAS or re.search(r"\b[vmtdpf]\.\w|fees\.", value)
        return formula_in_words(value, values, labels) if formula else _worded(value, labels)
    if isinstance(value, list):
        return "; ".join(told for each in value if (told := _told(name, each, values, labels)))
    if isinstance(value, dict):
        if "label" in value:
            return str(value["label"])
        parts = [(key, _told(key, each, values, labels)) for key, each in value.items() if key not in UNSAID]
        return ", ".join(
            f"{told} {_key(key)}" if key in _TIMES else f"{_key(key)} {told}" for key, told in parts if told
        )
    return ""


def _number(name: str, value: int | float) -> str:
    unit = unit_of_name(name)
    exact = Fraction(str(value))
    return value_words(exact, Number(unit_named(unit or "count")))


def _worded(value: str, labels: Mapping[str, str]) -> str:
    """A sentence as it is; a name or code as it is called, else its words."""
    if re.search(r"\s", value):
        return value
    if value in labels:
        return labels[value]
    found = {label for key, label in labels.items() if key.endswith(f"={value}")}
    return found.pop() if len(found) == 1 else value.replace("_", " ")


def formula_in_words(formula: str, values: Mapping[str, Json], labels: Mapping[str, str]) -> str:
    """`height_ft <= v.max_ft` → "height is at most 125 ft"."""
    told = " ".join(_token(each, values, labels) for each in _TOKEN.findall(formula))
    told = re.sub(r"\bnot is one of\b", "is none of", told)
    told = re.sub(r"\bis not known\b", "is not stated", re.sub(r"\bis known\b", "is stated", told))
    return re.sub(r"([({]) | ([)},:])", r"\1\2", told)


def _token(token: str, values: Mapping[str, Json], labels: Mapping[str, str]) -> str:
    if token[0] == "'":
        return _worded(token[1:-1], labels)
    if token in _SIGNS:
        return _SIGNS[token]
    if not (token[0].isalpha() or token[0] == "_"):
        return token
    space, _, name = token.partition(".")
    if space == "v" and name in values:
        return _told(name, values[name], values, labels)
    if token in _WORDS or token in ("and", "or", "if", "else", "for"):
        return _WORDS.get(token, token)
    if token in labels:
        return labels[token]
    fields = {label for key, label in labels.items() if name and key.endswith(f"[].{name}")}
    return fields.pop() if len(fields) == 1 else fact_label(token, {})
