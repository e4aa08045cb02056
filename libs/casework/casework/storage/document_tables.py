"""The tables of documents; the files themselves lie in a folder (`casework.files`)."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Index,
    MetaData,
    Table,
    Text,
    Uuid,
)


def stored_files_table(metadata: MetaData) -> Table:
    """`stored_files`: one row per content in a city."""
    return Table(
        "stored_files",
        metadata,
        Column("city", Text, primary_key=True),
        Column("sha256", Text, primary_key=True),
        Column("media_type", Text, nullable=False),
        Column("size_bytes", BigInteger, nullable=False),
        CheckConstraint("sha256 ~ '^[0-9a-f]{64}$'", name="sha256_is_hex"),
    )


def document_references_table(metadata: MetaData) -> Table:
    """`document_references`: which record refers to which content, as what."""
    return Table(
        "document_references",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("kind", Text, nullable=False),
        Column("sha256", Text, nullable=False),
        Column("shown_name", Text, nullable=False),
        Column("data_class", Text, nullable=False),
        Column("added_at", DateTime(timezone=True), nullable=False),
        Column("added_by", Text, nullable=False),
        Column("removed_at", DateTime(timezone=True)),
        Column("removed_by", Text),
        Column("removed_because", Text),
        ForeignKeyConstraint(["city", "sha256"], ["stored_files.city", "stored_files.sha256"]),
        Index("ix_document_references_city_record_id", "city", "record_id"),
        Index("ix_document_references_city_sha256", "city", "sha256"),
        comment="shown_name is for people, never a path.",
    )


def document_tables(metadata: MetaData) -> tuple[Table, ...]:
    """Attach both."""
    return stored_files_table(metadata), document_references_table(metadata)
