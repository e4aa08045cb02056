"""Anchors: what the histories of a city looked like at some moment, chained so that none can be dropped.

Whoever can rewrite the database can rewrite anchors too; the newest anchor's hash kept elsewhere (printed,
mailed, written to another machine) shows it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

FIRST_ANCHOR = bytes(32)
"""What stands before the first anchor of a city."""


@dataclass(frozen=True, slots=True)
class Head:
    """The newest entry of a record's history: its number and hash."""

    record_id: UUID
    seq: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Anchor:
    """One link: it vouches for the heads that moved since the one before. Numbers count from 1 per city."""

    city: str
    number: int
    heads: int
    previous: bytes
    hash: bytes


def anchored(city: str, number: int, heads: Sequence[Head], previous: bytes) -> Anchor:
    """The anchor that follows `previous` and freezes these heads, in whatever order they come."""
    content = {
        "city": city,
        "number": number,
        "heads": [
            [str(each.record_id), each.seq, each.hash.hex()]
            for each in sorted(heads, key=lambda it: it.record_id)
        ],
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    return Anchor(city, number, len(heads), previous, hashlib.sha256(previous + canonical).digest())


def first_broken_anchor(
    links: Iterable[tuple[Anchor, Sequence[Head]]], kept: Anchor | None = None
) -> tuple[int, str] | None:
    """The first anchor that does not hold, and in what; `kept` is one that was kept outside the database."""
    previous, number, hashes = FIRST_ANCHOR, 0, {}
    for link, heads in links:
        number += 1
        if link.number != number:
            return number, f"anchor {number} is missing"
        if link.previous != previous:
            return number, f"anchor {number} does not follow the one before it"
        if anchored(link.city, number, heads, previous).hash != link.hash:
            return number, f"anchor {number} was changed"
        previous = hashes[number] = link.hash
    if kept is None:
        return None
    if kept.number > number:
        return number + 1, f"{kept.number} anchors were taken, {number} are here"
    if hashes.get(kept.number) != kept.hash:
        return kept.number, f"anchor {kept.number} is not the one that was kept"
    return None
