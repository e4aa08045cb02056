"""The first look at a text: its length, its characters, its brackets, before any parser sees it."""

from __future__ import annotations

import re

from . import bounds
from .errors import ExpressionError

_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(")]}")
_FOREIGN = {
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "÷": "/",
    "−": "-",
    "–": "-",
    "·": "*",
    "’": "'",
    "‘": "'",
    "“": "'",
    "”": "'",
    "√": "sqrt(…)",
}
_HINTS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"&&?"), "'&' is not used here", "Write and."),
    (re.compile(r"\|\|?"), "'|' is not used here", "Write or."),
    (re.compile(r"!(?!=)"), "'!' is not used here", "Write not."),
    (
        re.compile(r"\$"),
        "'$' is not used here",
        "Write the bare amount; the unit is declared with the value.",
    ),
    (re.compile(r"%"), "'%' is not used here", "Write to_unit(15, 'percent') or 0.15."),
    (re.compile(r";"), "there is one expression only", "Join conditions with and, or state two elements."),
    (re.compile(r"\?"), "'?' is not used here", "Write value_if_true if condition else value_if_false."),
    (re.compile(r"=>|=<"), "the signs are turned around", "Write >= or <=."),
    (re.compile(r"(?<![=<>!:])=(?!=)"), "a single '=' does not compare", "Write ==."),
    (re.compile(r"<>"), "'<>' is not used here", "Write !=."),
)
_NUMBER = re.compile(r"(?<![A-Za-z_0-9.])(\d[\w.]*|\.\d[\w.]*)")
_WRITTEN = re.compile(r"(0|[1-9]\d*)(\.\d+)?")


def without_strings(text: str) -> str:
    """Check length, characters and brackets; return `text` with quoted wording blanked out, columns kept.

    Raises `ExpressionError`.
    """
    if not text.strip():
        raise ExpressionError("the expression is empty", "State a condition or a value.")
    if len(text) > bounds.TEXT_LENGTH:
        raise ExpressionError(
            f"the expression is longer than {bounds.TEXT_LENGTH:,} characters",
            "Name parts of it as measures.",
            bounds.TEXT_LENGTH + 1,
        )
    blanked: list[str] = []
    quote = ""
    opened: list[tuple[str, int]] = []
    for column, character in enumerate(text, start=1):
        if character == "\\" or (not character.isprintable() and character not in "\n\t"):
            raise ExpressionError(
                f"the character {character!r} cannot stand in an expression", "Remove it.", column
            )
        if quote:
            quote = "" if character == quote else quote
            blanked.append("'" if not quote else "_")
            continue
        if character in "'\"":
            quote = character
            blanked.append("'")
            continue
        _follow(character, column, opened)
        blanked.append(" " if character in "\n\t" else character)
    if quote:
        raise ExpressionError("a quotation is not closed", "Add the closing quotation mark.", len(text))
    if opened:
        bracket, column = opened[-1]
        raise ExpressionError(f"{bracket!r} is not closed", f"Add {_OPENING[bracket]!r}.", column)
    bare = "".join(blanked)
    _require_written_numbers(bare)
    return bare


def _follow(character: str, column: int, opened: list[tuple[str, int]]) -> None:
    if not character.isascii():
        mend = (
            f"Write {_FOREIGN[character]}."
            if character in _FOREIGN
            else "Put wording between quotation marks."
        )
        raise ExpressionError(f"the character {character!r} is not part of the language", mend, column)
    if character == "#":
        raise ExpressionError("a comment cannot stand inside an expression", "Put it into the pack.", column)
    if character in _OPENING:
        opened.append((character, column))
        if len(opened) > bounds.NESTING_DEPTH:
            raise ExpressionError("the brackets are nested too deeply", "Name parts as measures.", column)
    elif character in _CLOSING:
        if not opened or _OPENING[opened[-1][0]] != character:
            raise ExpressionError(f"{character!r} closes nothing", "Remove it or open the bracket.", column)
        opened.pop()


def _require_written_numbers(bare: str) -> None:
    for number in _NUMBER.finditer(bare):
        written, column = number[0], number.start() + 1
        if not _WRITTEN.fullmatch(written):
            raise ExpressionError(
                f"{written[:40]!r} is not a number of this language",
                "Write 40, 1000 or 0.25; a unit goes into to_unit(40, 'ft').",
                column,
            )
        if len(written) > bounds.LITERAL_DIGITS:
            raise ExpressionError(
                f"the number has more than {bounds.LITERAL_DIGITS} digits", "Check the figure.", column
            )


def hint(bare: str) -> ExpressionError | None:
    """A habit of other languages, where one explains why the text could not be read."""
    for pattern, message, mend in _HINTS:
        found = pattern.search(bare)
        if found:
            return ExpressionError(message, mend, found.start() + 1)
    return None
