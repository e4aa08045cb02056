"""Where the history of one record first fails, told apart by what was done to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from casework.anchors import Head
from casework.history import Broken, Entry, first_broken


def first_bad(entries: Sequence[Entry], head: Head | None, anchored: Iterable[Head] = ()) -> Broken | None:
    """The first entry that was edited, removed, put in, moved, cut off or added; None when all hold.

    `head` is the newest entry as the database counted it, `anchored` what anchors vouch for.
    """
    return first_broken(entries) or _at_the_end(entries, head, sorted(anchored, key=lambda it: it.seq))


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
