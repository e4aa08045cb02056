"""Where the history of one record first fails, told apart by what was done to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from casework.anchors import Head
from casework.history import FIRST, Broken, Entry, linked


def first_bad(entries: Sequence[Entry], head: Head | None, anchored: Iterable[Head] = ()) -> Broken | None:
    """The first entry that was edited, removed, put in, moved, cut off or added; None when all hold.

    `head` is the newest entry as the database counted it, `anchored` what anchors vouch for.
    """
    return _within(entries) or _at_the_end(entries, head, sorted(anchored, key=lambda it: it.seq))


def _within(entries: Sequence[Entry]) -> Broken | None:
    previous = FIRST
    for place, entry in enumerate(entries):
        seq = place + 1
        if entry.seq != seq:
            return Broken(seq, f"entry {seq} is missing")
        if not _holds(entry, seq):
            if place > 0 and _holds(entry, seq - 1) and entry.previous == _before(entries, place - 1):
                return Broken(seq - 1, f"entry {seq - 1} was put in")
            return Broken(seq, f"entry {seq} was changed")
        if entry.previous != previous:
            if place > 0:  # it is as it was written, so the one before it is not
                return Broken(seq - 1, f"entry {seq - 1} was written anew")
            return Broken(seq, f"entry {seq} does not begin the history")
        previous = entry.hash
    return None


def _at_the_end(entries: Sequence[Entry], head: Head | None, anchored: Sequence[Head]) -> Broken | None:
    count = len(entries)
    known = [*anchored, *([head] if head is not None else [])]
    written = max((each.seq for each in known), default=0)
    if written > count:
        return Broken(count + 1, f"entries {count + 1} to {written} are gone")
    good = 0
    for each in sorted(known, key=lambda it: it.seq):
        if entries[each.seq - 1].hash != each.hash:
            first, last = good + 1, each.seq
            which = f"entry {first} was" if first == last else f"some of entries {first} to {last} were"
            return Broken(first, f"{which} written anew")
        good = each.seq
    if head is None and count:
        return Broken(count, "no head is kept for the record")
    if head is not None and head.seq < count:
        return Broken(head.seq + 1, f"entry {head.seq + 1} was added past the head")
    return None


def _holds(entry: Entry, seq: int) -> bool:
    return linked(entry.city, entry.record_id, seq, entry.happening, entry.previous).hash == entry.hash


def _before(entries: Sequence[Entry], place: int) -> bytes:
    return entries[place - 1].hash if place > 0 else FIRST
