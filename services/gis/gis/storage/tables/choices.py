"""Choices between candidates of an address."""

from sqlalchemy import Column, DateTime, Index, Table, Text, Uuid
from sqlalchemy.dialects.postgresql import JSONB

from gis.storage.tables.schema import metadata

address_choices = Table(
    "address_choices",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("question", Text, nullable=False),
    Column("asked", Text, nullable=False),
    Column("parcel_id", Text, nullable=False),
    Column("chosen", JSONB, nullable=False),
    Column("candidates", JSONB, nullable=False),
    Column("chosen_at", DateTime(timezone=True), nullable=False),
    Column("chosen_by", Text, nullable=False),
    Column("note", Text),
    Index("ix_address_choices_city_question_id", "city", "question", "id"),
    comment="Which candidate of an address was meant; never changed, the newest of a question stands.",
)
