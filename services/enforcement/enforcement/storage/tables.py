"""The tables of enforcement, every one keyed by city first."""

from __future__ import annotations

from casework.storage.every_table import every_case_table
from casework.storage.neighbor_tables import neighbor_tables
from servicekit.database import new_metadata
from servicekit.tables import kit_tables
from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Numeric,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

metadata = new_metadata()
kit_tables(metadata)
every_case_table(metadata)
neighbor_tables(metadata)

KEPT_AS_WRITTEN = ("case_inspections", "case_costs")
"""Beside those of casework, tables whose rows are never changed: the database refuses it."""

complaints = Table(
    "complaints",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("program", Text),
    Column("pin", Text),
    Column("address", Text),
    Column("description", Text, nullable=False),
    Column("received_at", DateTime(timezone=True), nullable=False),
    Column("received_on", Date, nullable=False),
    Column("reference_hash", Text, nullable=False),
    Column("case_id", Uuid),
    Column("ended_on", Date),
    Column("ended_because", Text),
    UniqueConstraint("city", "reference_hash"),
    Index("ix_complaints_city_case_id", "city", "case_id"),
)

complainants = Table(
    "complainants",
    metadata,
    Column("city", Text, primary_key=True),
    Column("complaint_id", Uuid, primary_key=True),
    Column("name", Text),
    Column("email", Text),
    Column("phone", Text),
    Column("mailing_address", Text),
    Column("erased_at", DateTime(timezone=True)),
    ForeignKeyConstraint(["city", "complaint_id"], ["complaints.city", "complaints.id"]),
    comment="Confidential data on individuals (M.S. 13.44 subd. 1): read only with its own permission.",
)

cases = Table(
    "cases",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("number", Text, nullable=False),
    Column("program", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("pin", Text),
    Column("address", Text),
    Column("opened_at", DateTime(timezone=True), nullable=False),
    Column("opened_on", Date, nullable=False),
    Column("opened_by", Text, nullable=False),
    Column("source", Text),
    Column("law_date", Date, nullable=False),
    Column("grounds", ARRAY(Text), nullable=False),
    Column("facts", JSONB, nullable=False),
    Column("judgments", JSONB, nullable=False),
    Column("owner_known", Boolean, nullable=False),
    Column("observed_on", Date),
    Column("notice_dated_on", Date),
    Column("noticed_on", Date),
    Column("comply_by", Date),
    Column("reported_on", Date),
    Column("ordered_on", Date),
    Column("abated_on", Date),
    Column("closed_on", Date),
    Column("closed_because", Text),
    UniqueConstraint("city", "number"),
    UniqueConstraint("city", "opened_by", "source"),
    Index("ix_cases_city_pin", "city", "pin"),
    Index("ix_cases_city_state", "city", "state", "id"),
)

parties = Table(
    "case_parties",
    metadata,
    Column("city", Text, primary_key=True),
    Column("case_id", Uuid, primary_key=True),
    Column("place", SmallInteger, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text),
    Column("mailing_address", Text),
    Column("source", Text, nullable=False),
    Column("vintage", Date, nullable=False),
    Column("withheld", Boolean, nullable=False),
    Column("erased_at", DateTime(timezone=True)),
    ForeignKeyConstraint(["city", "case_id"], ["cases.city", "cases.id"]),
    comment="Private data on individuals; erasing keeps the row and drops name and address.",
)

inspections = Table(
    "case_inspections",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("case_id", Uuid, nullable=False),
    Column("inspected_on", Date, nullable=False),
    Column("office", Text, nullable=False),
    Column("notes", Text, nullable=False),
    Column("facts", JSONB, nullable=False),
    Column("judgments", JSONB, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("fails", ARRAY(Text), nullable=False),
    Column("missing", ARRAY(Text), nullable=False),
    Column("law_date", Date, nullable=False),
    Column("receipt", LargeBinary, nullable=False),
    Column("receipt_sha256", Text, nullable=False),
    ForeignKeyConstraint(["city", "case_id"], ["cases.city", "cases.id"]),
    Index("ix_case_inspections_city_case_id", "city", "case_id"),
    comment="receipt: canonical bytes of what the finding rested on, replayable.",
)

costs = Table(
    "case_costs",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("case_id", Uuid, nullable=False),
    Column("fact", Text, nullable=False),
    Column("amount_usd", Numeric(14, 2), nullable=False),
    Column("incurred_on", Date, nullable=False),
    Column("what", Text, nullable=False),
    Column("document", Text, nullable=False),
    CheckConstraint("amount_usd > 0", name="amount_positive"),
    ForeignKeyConstraint(["city", "case_id"], ["cases.city", "cases.id"]),
    Index("ix_case_costs_city_case_id", "city", "case_id"),
)
