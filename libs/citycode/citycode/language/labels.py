"""What people call the facts. Names of variables never reach a reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

_UNIT_ENDINGS = re.compile(
    r"(?<=[a-z0-9])_(acres?|sqft|sqyd|sqin|cuft|cuyd|ft|feet|yd|in|inches|mi|gal|usd|percent|pct|lbs?|tons?"
    r"|minutes|hours|days|weeks|months|years)$"
)
_POSITION = re.compile(r"/(\d+)")
_WEEKDAYS = {
    day.lower(): day for day in ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}
_ON_TIME = re.compile(r"on_time\((.*)\)")


@lru_cache(maxsize=4096)
def in_words(name: str) -> str:
    """A name as words, without namespace and unit: "t.lot_area_sqft" → "lot area"."""
    last = re.split(r"[./]", name)[-1]
    return _UNIT_ENDINGS.sub("", last).replace("_", " ").strip() or last


@lru_cache(maxsize=4096)
def key_of(place: str) -> str:
    """The label key of a place in the facts: "walls/1/length" → "walls[].length"."""
    return _POSITION.sub("[]", place).replace("/", ".")


@lru_cache(maxsize=1024)
def singular(plural: str) -> str:
    """One of several, for lists whose items have no label of their own."""
    if plural.endswith("ies"):
        return plural[:-3] + "y"
    if plural.endswith(("sses", "xes", "ches", "shes")):
        return plural[:-2]
    return plural[:-1] if plural.endswith("s") and not plural.endswith("ss") else plural


def fact_label(name: str, labels: Mapping[str, str]) -> str:
    """How people call a (missing) fact: "walls/1/sign_area" → "wall 2: sign area"."""
    found = labels.get(name)
    if found is not None:
        return found
    if "/" not in name:
        clock = _ON_TIME.fullmatch(name)
        return "whether it was in time" if clock else in_words(name)
    owners, field = _owners(name)
    parts = [item_label(owner, labels) for owner in owners]
    if field:
        parts.append(labels.get(key_of(name)) or in_words(field))
    return ": ".join(parts)


@lru_cache(maxsize=4096)
def _owners(place: str) -> tuple[tuple[str, ...], str]:
    """The items a place lies in, outermost first, and the field within the last: "walls/1/area" → (walls/1),
    area.
    """
    steps = place.split("/")
    owners = [("/".join(steps[: end + 1])) for end, step in enumerate(steps) if step.isdigit()]
    field = "" if steps[-1].isdigit() else steps[-1]
    return tuple(owners), field


def item_label(place: str, labels: Mapping[str, str]) -> str:
    """One item of a list: "walls/1" → "wall 2"."""
    origin, _, position = place.rpartition("/")
    key = key_of(origin)
    one = labels.get(f"{key}[]") or singular(list_label(origin, labels))
    return f"{one} {int(position) + 1}" if position.isdigit() else one


def list_label(place: str, labels: Mapping[str, str]) -> str:
    """All items of a list: "walls"."""
    key = key_of(place)
    return labels.get(key) or in_words(key)


def field_label(place: str, labels: Mapping[str, str]) -> str:
    """A field without the item it belongs to: "walls/1/length" → "length"."""
    return labels.get(key_of(place)) or in_words(place)


def wording(name: str, value: str, labels: Mapping[str, str]) -> str:
    """How people call a value of an enum."""
    return labels.get(f"{key_of(name)}={value}") or _WEEKDAYS.get(value) or value.replace("_", " ")


def listed(words: Iterable[str], last: str = "and") -> str:
    """ "A", "A and B", "A, B and C"."""
    shown = list(words)
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"
