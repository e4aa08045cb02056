"""Street addresses: read from what people type, compared both ways between spelled-out and postal forms."""

import re
from dataclasses import dataclass
from typing import Literal

from gis.domain.street_words import DIRECTIONS, ORDINALS, ROADS, TYPES, UNITS

AddressMatch = Literal["address", "address_without_direction", "address_without_type", "similar_address"]
GRADES: tuple[AddressMatch, ...] = ("address", "address_without_direction", "address_without_type")

_NUMBER = re.compile(r"\d{1,7}[A-Z]?")
_HALF = re.compile(r"[1-9]/[1-9]")
_TAIL = re.compile(r"(?:\bMN\b|\bMINNESOTA\b)?\s*(?:\b\d{5}(?:-\d{4})?)?\s*$")


class UnreadableAddress(Exception):
    """The text is no street address: it has no house number or no street name."""


@dataclass(frozen=True)
class StreetAddress:
    """A street address taken apart, in postal short forms; what it does not have is the empty string."""

    number: str
    fraction: str
    pre_direction: str
    name: str
    type: str
    post_direction: str
    unit: str


def read_address(text: str) -> StreetAddress:
    """Take a typed address apart; the town after the first comma, state and ZIP do not count.

    The postal town is left out on purpose: it does not tell who governs a place.
    Raises UnreadableAddress without a house number or a street name.
    """
    street = text.upper().replace("½", " 1/2").split(",")[0]
    street = _TAIL.sub("", street) if re.search(r"\b(MN|MINNESOTA)\b", street) else street
    words = re.sub(r"[^A-Z0-9/#\- ]", "", street.replace("#", " # ")).split()
    if len(words) < 2 or not _NUMBER.fullmatch(words[0]):
        raise UnreadableAddress(text)
    number, rest = words[0], words[1:]
    fraction = rest.pop(0) if _HALF.fullmatch(rest[0]) else ""
    rest, unit = _without_unit(rest)
    post_direction = DIRECTIONS[rest.pop()] if len(rest) > 1 and rest[-1] in DIRECTIONS else ""
    kind = TYPES[rest.pop()] if len(rest) > 1 and rest[-1] in TYPES else ""
    pre_direction = DIRECTIONS[rest.pop(0)] if len(rest) > 1 and rest[0] in DIRECTIONS else ""
    if not rest:
        raise UnreadableAddress(text)
    name = " ".join(_short_name(rest))
    return StreetAddress(number, fraction, pre_direction, name, kind, post_direction, unit)


def match_of(asked: StreetAddress, known: StreetAddress) -> AddressMatch | None:
    """Say how well `known` fits what was asked; None when it is another address.

    What one side leaves out may be anything; what both state must agree. A unit that is asked must be there.
    """
    if (asked.number, asked.fraction, asked.name) != (known.number, known.fraction, known.name):
        return None
    if asked.unit and asked.unit != known.unit:
        return None
    pairs = [(asked.pre_direction, known.pre_direction), (asked.post_direction, known.post_direction)]
    if any(a and b and a != b for a, b in [*pairs, (asked.type, known.type)]):
        return None
    if asked.type != known.type:
        return "address_without_type"
    return "address" if all(a == b for a, b in pairs) else "address_without_direction"


def _without_unit(words: list[str]) -> tuple[list[str], str]:
    for place, word in enumerate(words):
        if place > 0 and word in UNITS and place + 1 < len(words):
            unit = "".join(words[place + 1 :]).replace("#", "").replace("-", "")
            return words[:place], unit
    return words, ""


def _short_name(words: list[str]) -> list[str]:
    short: list[str] = []
    for place, word in enumerate(words):
        if place == 0 and word in ROADS and len(words) > 1:
            short.extend(ROADS[word])
        elif word == "SAINT":
            short.append("ST")
        elif word == "ROAD" and short[-1:] == ["CO"]:
            short.append("RD")
        elif word == "HIGHWAY":
            short.append("HWY")
        else:
            short.append(ORDINALS.get(word, word))
    return short
