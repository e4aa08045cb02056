"""Look at everything a service remembers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from sqlalchemy import Connection

from casework.anchors import Anchor, first_broken_anchor
from casework.audit.chains import first_bad
from casework.audit.report import AuditReport, BadAnchor, BadEntry, BadRow
from casework.history import Entry
from casework.storage import anchors, integrity

Replay = Callable[[str, UUID, Sequence[Entry]], str | None]
"""Rebuilds a record from its history and says how the stored one differs; None when it does not."""


def verify_all(
    connection: Connection, *, kept: Mapping[str, Anchor] | None = None, replay: Replay | None = None
) -> AuditReport:
    """Verify chains, heads, anchors, books and receipts of every city in the database.

    `kept` are anchors per city that were kept outside the database. `replay` is asked for each record whose
    history holds. Use a REPEATABLE READ transaction where the service is running. Nothing is written.
    """
    kept = kept or {}
    bad_entries: list[BadEntry] = []
    bad_anchors: list[BadAnchor] = []
    bad_rows: list[BadRow] = []
    records = entries = links = 0
    for city in sorted({*anchors.cities(connection), *kept}):
        for record_id, written, head, anchored in anchors.records(connection, city):
            records += 1
            entries += len(written)
            broken = first_bad(written, head, anchored)
            if broken is not None:
                bad_entries.append(BadEntry(city, record_id, broken.seq, broken.why))
            elif replay is not None and (differs := replay(city, record_id, written)) is not None:
                bad_rows.append(BadRow("record", f"{city} {record_id}", differs))
        found = list(anchors.links(connection, city))
        links += len(found)
        loose = first_broken_anchor(found, kept.get(city))
        if loose is not None:
            bad_anchors.append(BadAnchor(city, *loose))
    bad_rows += [
        BadRow("journal_transactions", f"{each.city} {each.transaction_id}", f"sums to {each.total}")
        for each in integrity.unbalanced_transactions(connection)
    ]
    bad_rows += [
        BadRow("history_heads", key, "it is marked as anchored, and no anchor vouches for it")
        for key in integrity.heads_said_to_be_anchored(connection)
    ]
    bad_rows += [
        BadRow("decisions", key, "the receipt is not the one that was hashed")
        for key in integrity.changed_receipts(connection)
    ]
    return AuditReport(records, entries, links, tuple(bad_entries), tuple(bad_anchors), tuple(bad_rows))
