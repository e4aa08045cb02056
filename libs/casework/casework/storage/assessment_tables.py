"""The tables of assessment rolls. They need `ledger_tables`. Attach with `assessment_tables(metadata)`."""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    Date,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Numeric,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
)
from sqlalchemy.dialects.postgresql import ARRAY


def assessment_rolls_table(metadata: MetaData) -> Table:
    """`assessment_rolls`: one lane and one statute each."""
    return Table(
        "assessment_rolls",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("number", Text, nullable=False),
        Column("year", SmallInteger, nullable=False),
        Column("lane", Text, nullable=False),
        Column("statute", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("proposed_on", Date, nullable=False),
        Column("adopted_on", Date),
        Column("adopted_by", Text),
        Column("resolution", Text),
        Column("certified_on", Date),
        Column("certified_by", Text),
        Column("ended_because", Text),
        Column("version", Integer, nullable=False),
        UniqueConstraint("city", "number"),
    )


def assessment_lines_table(metadata: MetaData) -> Table:
    """`assessment_lines` and `assessment_shares`: per parcel, and per charge within it."""
    lines = Table(
        "assessment_lines",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("roll_id", Uuid, nullable=False),
        Column("record_id", Uuid, nullable=False),
        Column("pin", Text, nullable=False),
        Column("rules", ARRAY(Text), nullable=False),
        Column("clause", Text),
        Column("state", Text, nullable=False),
        Column("installments", SmallInteger, nullable=False),
        Column("interest_percent", Numeric(6, 3)),
        Column("certified_on", Date),
        Column("county_reference", Text),
        Column("replaces", Uuid),
        Column("because", Text),
        UniqueConstraint("city", "replaces"),
        ForeignKeyConstraint(["city", "roll_id"], ["assessment_rolls.city", "assessment_rolls.id"]),
        ForeignKeyConstraint(["city", "replaces"], ["assessment_lines.city", "assessment_lines.id"]),
        CheckConstraint("installments > 0", name="installments_positive"),
        Index("ix_assessment_lines_city_roll_id", "city", "roll_id"),
        Index("ix_assessment_lines_city_record_id", "city", "record_id"),
        Index("ix_assessment_lines_city_pin", "city", "pin"),
    )
    Table(
        "assessment_shares",
        metadata,
        Column("city", Text, primary_key=True),
        Column("line_id", Uuid, primary_key=True),
        Column("charge_id", Uuid, primary_key=True),
        Column("place", SmallInteger, nullable=False),
        Column("amount_usd", Numeric(14, 2), nullable=False),
        ForeignKeyConstraint(["city", "line_id"], ["assessment_lines.city", "assessment_lines.id"]),
        ForeignKeyConstraint(["city", "charge_id"], ["charges.city", "charges.id"]),
        CheckConstraint("amount_usd > 0", name="amount_positive"),
        Index("ix_assessment_shares_city_charge_id", "city", "charge_id"),
    )
    return lines


def assessment_tables(metadata: MetaData) -> tuple[Table, ...]:
    """Attach all of the above."""
    rolls, lines = assessment_rolls_table(metadata), assessment_lines_table(metadata)
    return rolls, lines, metadata.tables["assessment_shares"]
