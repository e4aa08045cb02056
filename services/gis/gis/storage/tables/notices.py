"""Notice lists as they were frozen."""

from sqlalchemy import ARRAY, Column, DateTime, Table, Text, Uuid

from gis.storage.tables.schema import metadata

notice_lists = Table(
    "notice_lists",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("parcel_ids", ARRAY(Text), nullable=False),
    Column("made_at", DateTime(timezone=True), nullable=False),
    Column("made_by", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("list", Text, nullable=False),
    comment="Frozen lists: the JSON text as it was made, never changed.",
)
