"""Owners and taxpayers, and the mailing addresses that letters to them carry."""

import re
from dataclasses import dataclass

from gis.domain.street_words import DIRECTIONS, STATES, TYPES, UNITS

MailingLines = tuple[str, ...]

_ZIP4 = re.compile(r"\b(\d{5})[- ]\d{4}\s*$")
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
    boxed = [line for line in lines if not is_care_line(line)] or list(lines)
    text = _ZIP4.sub(r"\1", " ".join(boxed).upper().replace("#", " # "))
    text = re.sub(r"[^A-Z0-9/# ]", " ", re.sub(r"[.']", "", text))
    words = _BOX.sub("POBOX", " ".join(text.split())).split()
    return " ".join(
        _SHORT_FORMS.get(word, word) for word in words if _SHORT_FORMS.get(word) not in _UNIT_MARKS
    )


def care_line(lines: MailingLines) -> str | None:
    """Give the C/O or attention line of a mailing address, if it has one."""
    return next((line for line in lines if is_care_line(line)), None)


def is_care_line(line: str) -> bool:
    """Whether a line names a person or office to hand the letter to, and no place."""
    return line.strip().upper().startswith(("C/O ", "CO/ ", "ATTN", "ATTENTION "))
