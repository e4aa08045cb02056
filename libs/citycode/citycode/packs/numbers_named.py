"""The numbers a wording names: figures, words, ordinals, percentages and days of the year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
_WORDS: dict[str, Fraction] = {
    **{word: Fraction(place) for place, word in enumerate(_ONES)},
    **{word: Fraction(10 * place) for place, word in enumerate(_TENS, start=2)},
    **{word: Fraction(place) for place, word in enumerate(_ORDINALS, start=1)},
    "half": Fraction(1, 2),
    "quarter": Fraction(1, 4),
    "twice": Fraction(2),
    "double": Fraction(2),
    "doubled": Fraction(2),
    "dozen": Fraction(12),
}
_SCALES = {"hundred": Fraction(100), "thousand": Fraction(1_000), "million": Fraction(1_000_000)}
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_CITED = re.compile(
    r"(?i)(?:\bM\.S\.|§|\b(?:sections?|sec\.|subd\.|subdivision|chapters?|items?|ordinance|rules?|table|parts?))"
    r"\s*(?:no\.\s*)?[0-9][0-9A-Za-z.:()-]*"
)
_DAYS = re.compile(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}})\b")
_FIGURES = re.compile(r"\d[\d,]*(?:\.\d+)?")
_TOKENS = re.compile(r"\d[\d,]*(?:\.\d+)?|[A-Za-z]+")


def days_named(wording: str) -> frozenset[str]:
    """Days of the year as packs write them: "May 15" → 05-15."""
    return frozenset(f"{MONTHS.index(month) + 1:02d}-{int(day):02d}" for month, day in _DAYS.findall(wording))


def numbers_named(wording: str) -> frozenset[Fraction]:
    """Every number the wording names, without those of citations."""
    return frozenset(_numbers(_CITED.sub(" ", wording)))


def _numbers(wording: str) -> Iterator[Fraction]:
    """ "twenty-five", "two hundred" and "1 1/2" are one number; each of their parts counts as well."""
    held: Fraction | None = None
    for token in _TOKENS.findall(wording):
        word = token.lower()
        if _FIGURES.fullmatch(token):
            held = Fraction(token.replace(",", ""))
        elif word in _WORDS:
            found = _WORDS[word]
            joins = held is not None and held % 10 == 0 and held % 100 >= 20 and 1 <= found <= 9
            held = held + found if joins and held is not None else found
        elif word in _SCALES:
            held = (held or Fraction(1)) * _SCALES[word]
        else:
            held = None
            continue
        yield held
