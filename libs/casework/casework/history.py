"""The history of a record: an append-only chain in which every entry vouches for the one before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

FIRST = bytes(32)
"""What stands before the first entry."""

_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class Happening:
    """What a use case wants remembered.

    `actor` is a reference to a person (`storage.personal.reference_to`), a machine, a service or `system`
    for a job; `office` the one acted in. `details` hold no personal value; those go to `personal` and
    appear here as hashes.
    """

    event: str
    at: datetime
    actor: str
    office: str | None = None
    rules: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One link: a happening with its place in the chain. `hash` is SHA-256 over all before it."""

    city: str
    record_id: UUID
    seq: int
    happening: Happening
    previous: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Broken:
    """The first entry that does not hold, and in what."""

    seq: int
    why: str


def linked(city: str, record_id: UUID, seq: int, happening: Happening, previous: bytes) -> Entry:
    """The entry that follows `previous`."""
    return Entry(city, record_id, seq, happening, previous, _hash(city, record_id, seq, happening, previous))


def first_broken(entries: Iterable[Entry], *, last: tuple[int, bytes] | None = None) -> Broken | None:
    """The first entry that was changed, removed, put in or moved; None when the chain holds.

    `last` is the anchor kept elsewhere (number and hash of the newest entry): it finds a cut tail too.
    """
    chain = tuple(entries)
    previous = FIRST
    for place, entry in enumerate(chain):
        seq = place + 1
        if entry.seq != seq:
            return Broken(seq, f"entry {seq} is missing or out of place")
        if not _holds(entry, chain[0], seq):
            if place > 0 and _follows_one_before(chain, place):
                return Broken(seq - 1, f"entry {seq - 1} was put in")
            return Broken(seq, f"entry {seq} was changed")
        if entry.previous != previous:
            if place > 0:  # it is as it was written, so the one before it is not
                return Broken(seq - 1, f"entry {seq - 1} was written anew")
            return Broken(seq, f"entry {seq} does not begin the history")
        previous = entry.hash
    if last is not None and (len(chain), previous) != last:
        return Broken(min(len(chain), last[0]) + 1, f"{last[0]} entries were written, {len(chain)} are here")
    return None


def _holds(entry: Entry, first: Entry, seq: int) -> bool:
    return _hash(first.city, first.record_id, seq, entry.happening, entry.previous) == entry.hash


def _follows_one_before(chain: tuple[Entry, ...], place: int) -> bool:
    """Whether the entry is whole at the place before its own: then the one now standing there is new."""
    before = chain[place - 2].hash if place > 1 else FIRST
    return chain[place].previous == before and _holds(chain[place], chain[0], place)


def _hash(city: str, record_id: UUID, seq: int, happening: Happening, previous: bytes) -> bytes:
    content = {
        "city": city,
        "record": str(record_id),
        "seq": seq,
        "event": happening.event,
        "at": happening.at.astimezone(UTC).isoformat(),
        "actor": happening.actor,
        "office": happening.office,
        "rules": list(happening.rules),
        "details": happening.details,
    }
    return hashlib.sha256(previous + _canonical(content).encode()).digest()
