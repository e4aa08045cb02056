"""Looks for planted words in everything a system shows or keeps: in plain, quoted, encoded or hashed form."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from urllib.parse import quote, quote_plus


@dataclass(frozen=True)
class Seen:
    """One thing that is shown or kept: where, and its text."""

    where: str
    text: str


@dataclass(frozen=True, order=True)
class Leak:
    """A planted word, and where it was found."""

    where: str
    word: str


class Walker:
    """Knows the planted words and every form in which they may be found."""

    def __init__(self, words: Collection[str]) -> None:
        self._word_of = {form.casefold(): word for word in words for form in forms_of(word)}

    def leaks(self, seen: Iterable[Seen]) -> set[Leak]:
        """Every planted word that was found, once for each place."""
        return {Leak(each.where, word) for each in seen for word in self._found(each.text.casefold())}

    def _found(self, text: str) -> set[str]:
        return {word for form, word in self._word_of.items() if form in text}


def forms_of(word: str) -> set[str]:
    """A word as it may be written: as it is, quoted for a URL, in base64, hashed without a key."""
    plain = word.encode()
    return {
        word,
        quote(word, safe=""),
        quote_plus(word),
        b64encode(plain).decode().rstrip("="),
        *(hashlib.new(name, plain).hexdigest() for name in ("md5", "sha1", "sha256")),
    }
