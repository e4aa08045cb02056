"""What happened when a county file names another owner than before: told apart as far as the file allows.

Names are compared without case, punctuation, order and care lines; an initial stands for any name it begins.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from gis.domain.parties import Party, is_care_line, mailing_key

Change = Literal[
    "none", "spelling", "address_change", "name_change", "trust", "contract_for_deed", "sale", "unknown"
]
_FILLERS = frozenset(
    (
        *("AND", "ETAL", "ET", "AL", "ETUX", "UX", "THE", "OF"),
        *("MR", "MRS", "MS", "DR", "JR", "SR", "II", "III"),
    )
)
_TRUST = frozenset(
    (*("TRUST", "TRUSTEE", "TRUSTEES", "TR", "TRST", "REVOCABLE"), *("REV", "LIVING", "LVG", "FAMILY", "DTD"))
)
_CONTRACT = re.compile(r"\b(CONTRACT FOR DEED|C ?/ ?D|CFD|VENDEES?|CONTRACT PURCHASERS?)\b")


@dataclass(frozen=True, slots=True)
class Told:
    """What a file tells of the owners of a parcel, and of its last sale."""

    owners: tuple[Party, ...]
    sold_on: date | None


def change_between(before: Told, after: Told) -> Change:
    """Say what the difference between two files is.

    A contract for deed and a trust are told by their words; a sale by a sale date the earlier file did not
    have. The same letter box and no sale is a change of name. `unknown` is left to a clerk.
    """
    if not after.owners or before.owners == after.owners:
        return "none"
    old, new = _people(before.owners), _people(after.owners)
    text = " ".join(owner.name.upper() for owner in after.owners)
    if _CONTRACT.search(text) and not _CONTRACT.search(" ".join(each.name.upper() for each in before.owners)):
        return "contract_for_deed"
    if _same_people(old, new):
        return "spelling" if _boxes(before.owners) == _boxes(after.owners) else "address_change"
    if not before.owners:
        return "unknown"
    if _is_trust(text) and _shares_a_name(old, new):
        return "trust"
    if after.sold_on is not None and (before.sold_on is None or after.sold_on > before.sold_on):
        return "sale"
    if _boxes(before.owners) & _boxes(after.owners) and _shares_a_name(old, new):
        return "name_change"
    return "unknown"


def is_same_name(one: str, other: str) -> bool:
    """Whether two ways to write a name may mean the same person or firm."""
    return _same_words(_words(one), _words(other))


def _people(owners: Sequence[Party]) -> list[list[str]]:
    return [words for owner in owners if (words := _words(owner.name))]


def _words(name: str) -> list[str]:
    if is_care_line(name):
        return []
    text = re.split(r"\b(?:C/O|ATTN)\b", name.upper())[0]
    words = re.sub(r"[^A-Z0-9 ]", " ", re.sub(r"[.']", "", text)).split()
    return sorted(word for word in words if word not in _FILLERS)


def _same_people(old: list[list[str]], new: list[list[str]]) -> bool:
    if len(old) == len(new) and all(any(_same_words(a, b) for b in new) for a in old):
        return True
    return sorted(word for words in old for word in words) == sorted(word for words in new for word in words)


def _same_words(one: list[str], other: list[str]) -> bool:
    rest = list(other)
    unmatched = []
    for word in one:
        if word in rest:
            rest.remove(word)
        else:
            unmatched.append(word)
    if one and other and not (set(one) & set(other)):
        return False
    initials = [word for word in (*unmatched, *rest) if len(word) == 1]
    for word in unmatched:
        partner = next((each for each in rest if each[0] == word[0] and 1 in {len(each), len(word)}), None)
        if partner is not None:
            rest.remove(partner)
        elif word not in initials:
            return False
    return all(len(word) == 1 for word in rest)


def _is_trust(text: str) -> bool:
    return bool(_TRUST & set(re.sub(r"[^A-Z ]", " ", text).split()))


def _shares_a_name(old: list[list[str]], new: list[list[str]]) -> bool:
    names = {word for words in old for word in words if len(word) > 1} - _TRUST
    return bool(names & {word for words in new for word in words})


def _boxes(owners: Sequence[Party]) -> set[str]:
    return {mailing_key(owner.mailing) for owner in owners if owner.mailing}
