"""The tables of notices and their service. Attach with `notice_tables(metadata)`."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Date,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB


def notices_table(metadata: MetaData) -> Table:
    """`notices`: what was written, by which office, under the law of which day."""
    return Table(
        "notices",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("number", Text, nullable=False),
        Column("program", Text, nullable=False),
        Column("notice", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("office", Text, nullable=False),
        Column("law_date", Date, nullable=False),
        Column("drafted_on", Date, nullable=False),
        Column("contents", JSONB, nullable=False),
        Column("signed_by", ARRAY(Text), nullable=False),
        Column("before", Date),
        Column("pin", Text),
        Column("issued_on", Date),
        Column("withdrawn_on", Date),
        Column("withdrawn_because", Text),
        Column("version", Integer, nullable=False),
        UniqueConstraint("city", "number"),
        Index("ix_notices_city_record_id", "city", "record_id"),
    )


def notice_recipients_table(metadata: MetaData) -> Table:
    """`notice_recipients`: to whom and where; name and address can be erased."""
    return Table(
        "notice_recipients",
        metadata,
        Column("city", Text, primary_key=True),
        Column("notice_id", Uuid, primary_key=True),
        Column("recipient", Text, primary_key=True),
        Column("kinds", ARRAY(Text), nullable=False),
        Column("name", Text),
        Column("address", Text),
        Column("address_source", Text, nullable=False),
        Column("address_vintage", Date, nullable=False),
        Column("pins", ARRAY(Text), nullable=False),
        Column("erased_at", DateTime(timezone=True)),
        ForeignKeyConstraint(["city", "notice_id"], ["notices.city", "notices.id"]),
        comment="Private data on individuals; erasing keeps the row and drops name and address.",
    )


def service_attempts_table(metadata: MetaData) -> Table:
    """`service_attempts`: by which method, when, with which outcome and proof."""
    return Table(
        "service_attempts",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("notice_id", Uuid, nullable=False),
        Column("recipient", Text, nullable=False),
        Column("method", Text, nullable=False),
        Column("made_on", Date, nullable=False),
        Column("made_by", Text, nullable=False),
        Column("outcome", Text, nullable=False),
        Column("received_on", Date),
        *_proof(),
        Column("document_sha256", Text),
        ForeignKeyConstraint(
            ["city", "notice_id", "recipient"],
            ["notice_recipients.city", "notice_recipients.notice_id", "notice_recipients.recipient"],
        ),
        Index("ix_service_attempts_city_notice_id", "city", "notice_id"),
    )


def notice_printings_table(metadata: MetaData) -> Table:
    """`notice_printings`: publications."""
    return Table(
        "notice_printings",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("notice_id", Uuid, nullable=False),
        Column("newspaper", Text, nullable=False),
        Column("printed_on", Date, nullable=False),
        *_proof(),
        UniqueConstraint("city", "notice_id", "newspaper", "printed_on"),
        ForeignKeyConstraint(["city", "notice_id"], ["notices.city", "notices.id"]),
    )


def notice_tables(metadata: MetaData) -> tuple[Table, ...]:
    """Attach all of the above."""
    return (
        notices_table(metadata),
        notice_recipients_table(metadata),
        service_attempts_table(metadata),
        notice_printings_table(metadata),
    )


def _proof() -> tuple[Column[object], ...]:
    return (Column("proof", Text), Column("sworn_on", Date), Column("sworn_by", Text))
