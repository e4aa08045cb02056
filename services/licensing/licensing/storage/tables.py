"""The tables of licensing, every one keyed by city first."""

from __future__ import annotations

from casework.storage.every_table import every_case_table
from casework.storage.neighbor_tables import neighbor_tables
from servicekit.database import new_metadata
from servicekit.tables import kit_tables
from sqlalchemy import (
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
    "license_applications",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("program", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("applicant", Text, nullable=False),
    Column("filed_by", Text, nullable=False),
    Column("pin", Text),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("number", Text),
    Column("facts", JSONB, nullable=False),
    Column("measured", JSONB, nullable=False),
    Column("submittals", JSONB, nullable=False),
    Column("judgments", JSONB, nullable=False),
    Column("remedies", JSONB, nullable=False),
    Column("recommendation", JSONB(none_as_null=True)),
    Column("incomplete_because", ARRAY(Text), nullable=False),
    Column("submission", Integer, nullable=False),
    Column("submitted_at", DateTime(timezone=True)),
    Column("received_on", Date),
    Column("completed_on", Date),
    Column("law_date", Date),
    Column("license_id", Uuid),
    UniqueConstraint("city", "number"),
    Index("ix_license_applications_city_applicant", "city", "applicant", "id"),
)

submissions = Table(
    "submissions",
    metadata,
    Column("city", Text, primary_key=True),
    Column("application_id", Uuid, primary_key=True),
    Column("submission", Integer, primary_key=True),
    Column("submitted_at", DateTime(timezone=True), nullable=False),
    Column("received_on", Date, nullable=False),
    Column("pin", Text),
    Column("facts", JSONB, nullable=False),
    Column("measured", JSONB, nullable=False),
    ForeignKeyConstraint(
        ["city", "application_id"],
        ["license_applications.city", "license_applications.id"],
    ),
    comment="Every submitted version, as it was submitted.",
)

licenses = Table(
    "licenses",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("number", Text, nullable=False),
    Column("program", Text, nullable=False),
    Column("application_id", Uuid, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("holder", Text, nullable=False),
    Column("pin", Text),
    Column("issued_on", Date, nullable=False),
    Column("starts_on", Date, nullable=False),
    Column("ends_on", Date),
    Column("term_rule", Text),
    Column("facts", JSONB, nullable=False),
    Column("conditions", ARRAY(Text), nullable=False),
    Column("state_before", Text),
    Column("ended_on", Date),
    Column("ended_by", Text),
    Column("ended_rules", ARRAY(Text), nullable=False),
    Column("transferred_on", Date),
    UniqueConstraint("city", "number"),
    UniqueConstraint("city", "application_id"),
    ForeignKeyConstraint(
        ["city", "application_id"],
        ["license_applications.city", "license_applications.id"],
    ),
    Index("ix_licenses_city_program_ends_on", "city", "program", "ends_on"),
    Index("ix_licenses_city_holder", "city", "holder", "id"),
    Index("ix_licenses_city_pin", "city", "pin"),
    Index(
        "ix_licenses_running",
        "city",
        "ends_on",
        postgresql_where=text("state IN ('issued', 'suspended') AND ends_on IS NOT NULL"),
    ),
)

violations = Table(
    "license_violations",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("license_id", Uuid, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("rules", ARRAY(Text), nullable=False),
    Column("description", Text, nullable=False),
    Column("observed_on", Date, nullable=False),
    Column("law_date", Date, nullable=False),
    Column("noticed_on", Date),
    Column("notice", Text),
    Column("hearing_requests", JSONB, nullable=False),
    Column("corrected_on", Date),
    Column("ended_on", Date),
    Column("ended_because", Text),
    ForeignKeyConstraint(["city", "license_id"], ["licenses.city", "licenses.id"]),
    Index("ix_license_violations_city_license_id", "city", "license_id"),
)

transfers = Table(
    "license_transfers",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("license_id", Uuid, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("upon", Text, nullable=False),
    Column("happened_on", Date, nullable=False),
    Column("party", Text, nullable=False),
    Column("filed_by", Text, nullable=False),
    Column("requested_on", Date, nullable=False),
    Column("request_rule", Text, nullable=False),
    Column("transferee", Text),
    Column("holds", JSONB, nullable=False),
    Column("decided_on", Date),
    Column("decided_because", Text),
    ForeignKeyConstraint(["city", "license_id"], ["licenses.city", "licenses.id"]),
    Index("ix_license_transfers_city_license_id", "city", "license_id"),
)
