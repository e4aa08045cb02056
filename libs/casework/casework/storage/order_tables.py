"""The tables of orders, their extensions, and the violations they are about. Attach with `order_tables`."""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    Date,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
)
from sqlalchemy.dialects.postgresql import ARRAY


def violations_table(metadata: MetaData) -> Table:
    """`violations`: what was found, under which rule, since and until when."""
    return Table(
        "violations",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("rule", Text, nullable=False),
        Column("cite", Text, nullable=False),
        Column("description", Text, nullable=False),
        Column("observed_on", Date, nullable=False),
        Column("observed_by", Text, nullable=False),
        Column("inspection_id", Uuid),
        Column("pin", Text),
        Column("place", Text, nullable=False),
        Column("corrected_on", Date),
        Column("corrected_by", Text),
        Column("withdrawn_on", Date),
        Column("withdrawn_because", Text),
        CheckConstraint("corrected_on >= observed_on", name="corrected_after_observed"),
        Index("ix_violations_city_record_id", "city", "record_id"),
    )


def orders_table(metadata: MetaData) -> Table:
    """`orders`: what must be done by when."""
    return Table(
        "orders",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("number", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("office", Text, nullable=False),
        Column("says", Text, nullable=False),
        Column("rules", ARRAY(Text), nullable=False),
        Column("drafted_on", Date, nullable=False),
        Column("document", Text),
        Column("violations", ARRAY(Uuid), nullable=False),
        Column("signed_on", Date),
        Column("signed_by", Text),
        Column("law_date", Date),
        Column("notice_id", Uuid),
        Column("served_on", Date),
        Column("comply_by", Date),
        Column("complied_on", Date),
        Column("ended_on", Date),
        Column("ended_because", Text),
        Column("version", Integer, nullable=False),
        UniqueConstraint("city", "number"),
        Index("ix_orders_city_record_id", "city", "record_id"),
        Index("ix_orders_city_comply_by", "city", "comply_by"),
    )


def order_extensions_table(metadata: MetaData) -> Table:
    """`order_extensions`: more time, by whom and why."""
    return Table(
        "order_extensions",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("order_id", Uuid, nullable=False),
        Column("granted_on", Date, nullable=False),
        Column("granted_by", Text, nullable=False),
        Column("comply_by_before", Date, nullable=False),
        Column("comply_by", Date, nullable=False),
        Column("because", Text, nullable=False),
        Column("rule", Text),
        ForeignKeyConstraint(["city", "order_id"], ["orders.city", "orders.id"]),
        CheckConstraint("comply_by > comply_by_before", name="moves_later"),
        Index("ix_order_extensions_city_order_id", "city", "order_id"),
    )


def order_tables(metadata: MetaData) -> tuple[Table, ...]:
    """Attach all of the above."""
    return violations_table(metadata), orders_table(metadata), order_extensions_table(metadata)
