"""The kit's own tables, attached to a service's MetaData so that its migrations carry them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    Uuid,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB


def idempotency_table(metadata: MetaData) -> Table:
    """`idempotency_keys`: (caller, key) → request hash and the stored answer. Rows live 24 hours."""
    return Table(
        "idempotency_keys",
        metadata,
        Column("caller", Text, primary_key=True),
        Column("key", Text, primary_key=True),
        Column("request_hash", LargeBinary, nullable=False),
        Column("status", SmallInteger),
        Column("headers", JSONB),
        Column("body", LargeBinary),
        _created(),
        Index("ix_idempotency_keys_created", "created"),
    )


def outbox_table(metadata: MetaData) -> Table:
    """`outbox` and `outbox_deliveries`: events written with their change, and their delivery per subscriber.

    Gives `outbox`; the deliveries are `metadata.tables["outbox_deliveries"]`.
    """
    outbox = Table(
        "outbox",
        metadata,
        Column("seq", BigInteger, Identity(), primary_key=True),
        Column("event_id", Uuid, nullable=False, unique=True),
        Column("type", Text, nullable=False),
        Column("source", Text, nullable=False),
        Column("subject", Text, nullable=False),
        Column("time", DateTime(timezone=True), nullable=False),
        Column("data", JSONB, nullable=False),
        Column("traceparent", Text),
        _created(),
        Column("dispatched_at", DateTime(timezone=True)),
    )
    Index(
        "ix_outbox_undispatched",
        outbox.c.subject,
        outbox.c.seq,
        postgresql_where=text("dispatched_at IS NULL"),
    )
    deliveries = Table(
        "outbox_deliveries",
        metadata,
        Column("subscriber", Text, primary_key=True),
        Column("seq", BigInteger, ForeignKey("outbox.seq", ondelete="CASCADE"), primary_key=True),
        Column("subject", Text, nullable=False),
        Column("attempts", Integer, nullable=False, server_default="0"),
        Column("next_attempt_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
        Column("delivered_at", DateTime(timezone=True)),
        Column("last_error", Text),
    )
    Index(
        "ix_outbox_deliveries_undelivered",
        deliveries.c.subscriber,
        deliveries.c.subject,
        deliveries.c.seq,
        postgresql_where=text("delivered_at IS NULL"),
    )
    Index("ix_outbox_deliveries_seq", deliveries.c.seq)
    return outbox


def inbox_table(metadata: MetaData) -> Table:
    """`inbox`: the ids of events taken."""
    return Table(
        "inbox",
        metadata,
        Column("event_id", Uuid, primary_key=True),
        Column("taken_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    )


def counter_table(metadata: MetaData) -> Table:
    """`record_counters`: the last number per series."""
    return Table(
        "record_counters",
        metadata,
        Column("prefix", Text, primary_key=True),
        Column("code", Text, primary_key=True),
        Column("year", SmallInteger, primary_key=True),
        Column("last", Integer, nullable=False),
    )


def api_key_table(metadata: MetaData) -> Table:
    """`api_keys`: argon2 hashes of machines' keys with their scopes and cities (null: every city)."""
    return Table(
        "api_keys",
        metadata,
        Column("id", Text, primary_key=True),
        Column("secret_hash", Text, nullable=False),
        Column("subject", Text, nullable=False),
        Column("scopes", ARRAY(Text), nullable=False),
        Column("cities", ARRAY(Text)),
        _created(),
        Column("expires_at", DateTime(timezone=True)),
        Column("revoked_at", DateTime(timezone=True)),
    )


def kit_tables(metadata: MetaData) -> tuple[Table, ...]:
    """Attach all of the above."""
    outbox = outbox_table(metadata)
    return (
        idempotency_table(metadata),
        outbox,
        metadata.tables["outbox_deliveries"],
        inbox_table(metadata),
        counter_table(metadata),
        api_key_table(metadata),
    )


def _created() -> Column[object]:
    return Column("created", DateTime(timezone=True), nullable=False, server_default=func.now())
