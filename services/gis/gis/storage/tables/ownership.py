"""Conveyances, what staff found about them, and each change of ownership."""

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
)
from sqlalchemy.dialects.postgresql import JSONB

from gis.storage.tables.schema import metadata

conveyances = Table(
    "conveyances",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("parcel_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("conveyed_on", Date, nullable=False),
    Column("document_number", Text, nullable=False),
    Column("document_title", Text, nullable=False),
    Column("recorded_on", Date, nullable=False),
    Column("grantor", Text, nullable=False),
    Column("grantee_name", Text, nullable=False),
    Column("grantee_mailing", ARRAY(Text), nullable=False),
    Column("received_at", DateTime(timezone=True), nullable=False),
    Column("received_from", Text, nullable=False),
    ForeignKeyConstraint(["city", "parcel_id"], ["parcels.city", "parcels.id"]),
    UniqueConstraint("city", "parcel_id", "document_number"),
    comment="What the county recorded, as received.",
)

owner_candidates = Table(
    "owner_candidates",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("status", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("recorded_owner", Text),
    Column("decided_at", DateTime(timezone=True)),
    Column("decided_by", Text),
    Column("note", Text),
    Column("version", Integer, nullable=False),
    ForeignKeyConstraint(["city", "id"], ["conveyances.city", "conveyances.id"]),
    CheckConstraint("status IN ('pending', 'confirmed', 'rejected', 'reversed')", name="status"),
    Index("ix_owner_candidates_city_status_id", "city", "status", "id"),
    comment="What staff found about a conveyance; the id is the conveyance's.",
)

ownership_changes = Table(
    "ownership_changes",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("parcel_id", Text, nullable=False),
    Column("candidate_id", Uuid, nullable=False),
    Column("cause", Text, nullable=False),
    Column("effective_on", Date, nullable=False),
    Column("recorded_at", DateTime(timezone=True), nullable=False),
    Column("recorded_by", Text, nullable=False),
    Column("before", JSONB, nullable=False),
    Column("after", JSONB, nullable=False),
    ForeignKeyConstraint(["city", "parcel_id"], ["parcels.city", "parcels.id"]),
    ForeignKeyConstraint(["city", "candidate_id"], ["owner_candidates.city", "owner_candidates.id"]),
    CheckConstraint("cause IN ('confirmed', 'reversed')", name="cause"),
    Index("ix_ownership_changes_city_parcel_id_id", "city", "parcel_id", "id"),
    Index("ix_ownership_changes_city_candidate_id", "city", "candidate_id"),
    comment="Append-only: each change of ownership, with what stood before and after.",
)
