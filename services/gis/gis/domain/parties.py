"""Owners and taxpayers, and the mailing addresses that letters to them carry."""

import re
from dataclasses import dataclass

from gis.domain.street_words import DIRECTIONS, STATES, TYPES, UNITS

MailingLines = tuple[str, ...]

_ZIP4 = re.compile(r"\b(\d{5})[- ]\d{4}\s*$")
_CARE = re.compile(r"\s*(?:C/O |CO/ |ATTN|ATTENTION )", re.IGNORECASE)
_BOX = re.compile(r"\bP\s*O\s+BOX\b")
_SHORT_FORMS = {**UNITS, **TYPES, **STATES, **DIRECTIONS}
_UNIT_MARKS = frozenset({"APT", "UNIT", "STE", "#"})


@dataclass(frozen=True)
class Party:
    """A person or firm as the county writes it, with the lines of its mailing address (perhaps none)."""

    name: str
    mailing: MailingLines


def mailing_key(lines: MailingLines) -> str:
    """Give what makes two mailing addresses the same letter box.

    Case, punctuation, the four digits after the ZIP code and spelled-out forms do not count, nor does a C/O
    or attention line: the letter box is the same.
    """
    boxed = [line for line in lines if not _CARE.match(line)] or lines
    text = _ZIP4.sub(r"\1", " ".join(boxed).upper()).translate(_PLAIN)
    if "BOX" in text:
        text = _BOX.sub("POBOX", " ".join(text.split()))
    words = ((word, _SHORT_FORMS.get(word)) for word in text.split())
    return " ".join(short or word for word, short in words if short not in _UNIT_MARKS)


def care_line(lines: MailingLines) -> str | None:
    """Give the C/O or attention line of a mailing address, if it has one."""
    return next((line for line in lines if _CARE.match(line)), None)


def is_care_line(line: str) -> bool:
    """Whether a line names a person or office to hand the letter to, and no place."""
    return _CARE.match(line) is not None


class _Plain(dict[int, str | None]):
    """What becomes of each character: letters and digits stay, a period goes, the rest parts words."""

    def __missing__(self, character: int) -> str:
        return " "


_PLAIN = _Plain({ord(each): each for each in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/"})
_PLAIN.update({ord("."): None, ord("'"): None, ord("#"): " # "})
