"""The tables of permits, every one keyed by city first."""

from __future__ import annotations

from casework.storage.every_table import every_case_table
from casework.storage.neighbor_tables import neighbor_tables
from servicekit.database import new_metadata
from servicekit.tables import kit_tables
from sqlalchemy import (
    Boolean,
    Column,
    Date,
    DateTime,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

metadata = new_metadata()
kit_tables(metadata)
every_case_table(metadata)
neighbor_tables(metadata)

KEPT_AS_WRITTEN = ("submissions",)
"""Beside those of casework, tables whose rows are never changed: the database refuses it."""

applications = Table(
    "applications",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("program", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("applicant", Text, nullable=False),
    Column("filed_by", Text, nullable=False),
    Column("pin", Text, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("lon", Float),
    Column("lat", Float),
    Column("number", Text),
    Column("facts", JSONB, nullable=False),
    Column("measured", JSONB, nullable=False),
    Column("submittals", JSONB, nullable=False),
    Column("judgments", JSONB, nullable=False),
    Column("recommendation", JSONB(none_as_null=True)),
    Column("incomplete_because", ARRAY(Text), nullable=False),
    Column("submission", Integer, nullable=False),
    Column("submitted_at", DateTime(timezone=True)),
    Column("received_on", Date),
    Column("completed_on", Date),
    Column("law_date", Date),
    Column("permit_id", Uuid),
    Column("surveyed", JSONB, nullable=False, server_default="{}"),
    Column("remedies", JSONB, nullable=False, server_default="{}"),
    Column("succeeds", Text),
    UniqueConstraint("city", "number"),
    Index("ix_applications_city_applicant", "city", "applicant", "id"),
    Index("ix_applications_city_pin", "city", "pin"),
)

submissions = Table(
    "submissions",
    metadata,
    Column("city", Text, primary_key=True),
    Column("application_id", Uuid, primary_key=True),
    Column("submission", Integer, primary_key=True),
    Column("submitted_at", DateTime(timezone=True), nullable=False),
    Column("received_on", Date, nullable=False),
    Column("pin", Text, nullable=False),
    Column("lon", Float),
    Column("lat", Float),
    Column("facts", JSONB, nullable=False),
    Column("measured", JSONB, nullable=False),
    ForeignKeyConstraint(["city", "application_id"], ["applications.city", "applications.id"]),
    comment="Every submitted version, as it was submitted.",
)

permits = Table(
    "permits",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("number", Text, nullable=False),
    Column("program", Text, nullable=False),
    Column("application_id", Uuid, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("holder", Text, nullable=False),
    Column("pin", Text, nullable=False),
    Column("issued_on", Date, nullable=False),
    Column("conditions", ARRAY(Text), nullable=False),
    Column("lon", Float),
    Column("lat", Float),
    Column("state_before", Text),
    Column("ended_on", Date),
    Column("ended_by", Text),
    Column("ended_rules", ARRAY(Text), nullable=False),
    Column("term_ends_on", Date),
    Column("term_rule", Text),
    Column("law_conditions", JSONB, nullable=False, server_default="[]"),
    UniqueConstraint("city", "number"),
    UniqueConstraint("city", "application_id"),
    ForeignKeyConstraint(["city", "application_id"], ["applications.city", "applications.id"]),
    Index("ix_permits_city_pin", "city", "pin"),
    Index(
        "ix_permits_running",
        "city",
        "term_ends_on",
        postgresql_where=text("state IN ('issued', 'inspected') AND term_ends_on IS NOT NULL"),
    ),
)

inspections = Table(
    "inspections",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("permit_id", Uuid, nullable=False),
    Column("kind", Text, nullable=False),
    Column("scheduled_on", Date, nullable=False),
    Column("inspected_on", Date),
    Column("passed", Boolean),
    Column("final", Boolean, nullable=False),
    Column("notes", Text, nullable=False, server_default=text("''")),
    Column("facts", JSONB, nullable=False, server_default="{}"),
    ForeignKeyConstraint(["city", "permit_id"], ["permits.city", "permits.id"]),
    Index("ix_inspections_city_permit_id", "city", "permit_id"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("permit_id", Uuid, nullable=False),
    Column("reviewed_on", Date, nullable=False),
    Column("in_order", Boolean, nullable=False),
    Column("notes", Text, nullable=False),
    ForeignKeyConstraint(["city", "permit_id"], ["permits.city", "permits.id"]),
    Index("ix_reviews_city_permit_id", "city", "permit_id"),
)

registers = Table(
    "registers",
    metadata,
    Column("city", Text, primary_key=True),
    Column("layer", Text, primary_key=True),
    Column("changes", Integer, nullable=False),
    comment="How often permits changed a layer of the map: what was measured before is measured anew.",
)
