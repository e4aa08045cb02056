"""Everything of casework at once, for a service whose records use all of it.

In the service's tables: `every_case_table(metadata)`. In its first migration, after the tables are made:
`for statement in CASE_GUARDS: op.execute(statement)`; going down, `CASE_UNGUARDS` before they are dropped.
"""

from __future__ import annotations

from sqlalchemy import MetaData, Table

from casework.storage.anchor_tables import HEAD_GUARDS, HEAD_UNGUARDS, anchor_tables
from casework.storage.assessment_tables import assessment_tables
from casework.storage.document_tables import document_tables
from casework.storage.hold_tables import holds_table
from casework.storage.ledger_tables import LEDGER_GUARDS, LEDGER_UNGUARDS, ledger_tables
from casework.storage.notice_tables import notice_tables
from casework.storage.order_tables import order_tables
from casework.storage.tables import KEPT_AS_WRITTEN, casework_tables, keep_as_written

CASE_GUARDS: tuple[str, ...] = (
    *(statement for table in KEPT_AS_WRITTEN for statement in keep_as_written(table)),
    *LEDGER_GUARDS,
    *HEAD_GUARDS,
)
"""What makes the database itself refuse changes to history, heads, anchors and books."""

CASE_UNGUARDS: tuple[str, ...] = (
    *HEAD_UNGUARDS,
    *LEDGER_UNGUARDS,
    "DROP FUNCTION kept_as_written() CASCADE",
)


def every_case_table(metadata: MetaData) -> tuple[Table, ...]:
    """Attach every table of casework."""
    return (
        *casework_tables(metadata),
        *ledger_tables(metadata),
        *notice_tables(metadata),
        *order_tables(metadata),
        holds_table(metadata),
        *document_tables(metadata),
        *assessment_tables(metadata),
        *anchor_tables(metadata),
    )
