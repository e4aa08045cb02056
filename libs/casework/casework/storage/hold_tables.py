"""The table of holds. Attach with `holds_table(metadata)`."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Date, Index, MetaData, Table, Text, UniqueConstraint, Uuid
from sqlalchemy.dialects.postgresql import ARRAY


def holds_table(metadata: MetaData) -> Table:
    """`holds`: what is barred to whom; one per source, rule and subject."""
    return Table(
        "holds",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("subject_kind", Text, nullable=False),
        Column("subject_id", Text, nullable=False),
        Column("blocks", ARRAY(Text), nullable=False),
        Column("rule", Text, nullable=False),
        Column("cite", Text, nullable=False),
        Column("because", Text, nullable=False),
        Column("source", Text, nullable=False),
        Column("placed_on", Date, nullable=False),
        Column("placed_by", Text, nullable=False),
        Column("until", ARRAY(Text), nullable=False),
        Column("released_on", Date),
        Column("released_by", Text),
        Column("released_because", Text),
        UniqueConstraint("city", "source", "rule", "subject_kind", "subject_id"),
        CheckConstraint("released_on >= placed_on", name="released_after_placed"),
        Index("ix_holds_city_subject", "city", "subject_kind", "subject_id"),
    )
