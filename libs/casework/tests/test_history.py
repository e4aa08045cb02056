"""The chain names the first entry that was changed, removed, added or moved."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest
from casework.history import FIRST, Entry, Happening, first_broken, linked
from hypothesis import given
from hypothesis import strategies as st

RECORD = UUID("01890000-0000-7000-8000-000000000001")
AT = datetime(2026, 6, 4, 14, 0, tzinfo=UTC)


def chain(length: int, record: UUID = RECORD) -> list[Entry]:
    entries: list[Entry] = []
    for seq in range(1, length + 1):
        previous = entries[-1].hash if entries else FIRST
        happening = Happening(f"event.{seq}", AT, "subject", "clerk", ("le-wind-height",), {"n": seq})
        entries.append(linked("fridley", record, seq, happening, previous))
    return entries


def test_an_untouched_chain_holds() -> None:
    entries = chain(5)

    assert first_broken(entries, last=(5, entries[-1].hash)) is None


@given(st.integers(1, 8), st.sampled_from(["event", "actor", "office", "rules", "details", "at"]))
def test_a_changed_entry_is_named(seq: int, changed: str) -> None:
    entries = chain(8)
    other = {
        "event": "forged",
        "actor": "another",
        "office": None,
        "rules": (),
        "details": {"n": -1},
        "at": AT.replace(minute=1),
    }
    forged = replace(entries[seq - 1].happening, **{changed: other[changed]})  # type: ignore[arg-type]
    entries[seq - 1] = replace(entries[seq - 1], happening=forged)

    broken = first_broken(entries)

    assert broken is not None
    assert broken.seq == seq


@given(st.integers(1, 7))
def test_a_removed_entry_is_named(seq: int) -> None:
    entries = chain(8)
    del entries[seq - 1]

    broken = first_broken(entries)

    assert broken is not None
    assert broken.seq == seq


def test_two_swapped_entries_are_found() -> None:
    entries = chain(4)
    entries[1], entries[2] = entries[2], entries[1]

    broken = first_broken(entries)

    assert broken is not None
    assert broken.seq == 2


def test_a_cut_tail_is_found_by_the_anchor_alone() -> None:
    entries = chain(4)
    anchor = (4, entries[-1].hash)

    assert first_broken(entries[:3]) is None
    assert first_broken(entries[:3], last=anchor) is not None


def test_an_entry_of_another_record_does_not_fit() -> None:
    entries = chain(3)
    entries[1] = chain(3, UUID("01890000-0000-7000-8000-000000000002"))[1]

    broken = first_broken(entries)

    assert broken is not None
    assert broken.seq == 2


@pytest.mark.parametrize("length", [0, 1])
def test_short_chains_hold(length: int) -> None:
    assert first_broken(chain(length)) is None
