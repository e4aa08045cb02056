"""The tables, attached to a service's MetaData. Every table is keyed by city first."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Date,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

KEPT_AS_WRITTEN = ("history",)
"""Tables whose rows are never changed: the database refuses it."""

GUARD_FUNCTION = """
CREATE OR REPLACE FUNCTION kept_as_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are kept as written', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""


def keep_as_written(table: str) -> tuple[str, ...]:
    """The statements by which a migration makes the database refuse to change rows of `table`."""
    return (
        GUARD_FUNCTION,
        f"CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION kept_as_written()",
        f"CREATE TRIGGER {table}_not_emptied BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written()",
    )


def history_table(metadata: MetaData) -> Table:
    """`history`: one row per entry; (city, record, seq) admits one writer per place in the chain."""
    return Table(
        "history",
        metadata,
        Column("city", Text, primary_key=True),
        Column("record_id", Uuid, primary_key=True),
        Column("seq", Integer, primary_key=True),
        Column("event", Text, nullable=False),
        Column("at", DateTime(timezone=True), nullable=False),
        Column("actor", Text, nullable=False),
        Column("office", Text),
        Column("rules", ARRAY(Text), nullable=False),
        Column("details", JSONB, nullable=False),
        Column("previous", LargeBinary, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        comment="Append-only and hash-chained per record; holds no personal value.",
    )


def personal_table(metadata: MetaData) -> Table:
    """`personal_values`: erasable values history holds only hashes of."""
    return Table(
        "personal_values",
        metadata,
        Column("city", Text, primary_key=True),
        Column("record_id", Uuid, primary_key=True),
        Column("field", Text, primary_key=True),
        Column("value", Text),
        Column("salt", LargeBinary),
        Column("erased_at", DateTime(timezone=True)),
        comment="Private data on individuals; erasing keeps the row and drops value and salt.",
    )


def obligations_table(metadata: MetaData) -> Table:
    """`obligations`: deadlines as rows."""
    return Table(
        "obligations",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("rule", Text, nullable=False),
        Column("must", Text, nullable=False),
        Column("who", Text, nullable=False),
        Column("started_by", Text, nullable=False),
        Column("started_on", Date, nullable=False),
        Column("due_on", Date),
        Column("repeats", Text),
        Column("lapse", JSONB),
        Column("options", ARRAY(Text), nullable=False),
        Column("steps", ARRAY(Text), nullable=False),
        Column("cite", Text, nullable=False),
        Column("fulfilled_on", Date),
        Column("canceled_on", Date),
        Column("canceled_because", Text),
        Column("lapse_fired_on", Date),
        Index("ix_obligations_city_record_id", "city", "record_id"),
        Index(
            "ix_obligations_open",
            "city",
            "due_on",
            postgresql_where=text("fulfilled_on IS NULL AND canceled_on IS NULL AND lapse_fired_on IS NULL"),
        ),
    )


def hearings_table(metadata: MetaData) -> Table:
    """`hearings`: when and before whom, the frozen notice list, and whether it was held."""
    return Table(
        "hearings",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("body", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("starts_at", DateTime(timezone=True), nullable=False),
        Column("place", Text, nullable=False),
        Column("scheduled_on", Date, nullable=False),
        Column("notice_lists", JSONB, nullable=False, server_default="{}"),
        Column("held_on", Date),
        Column("canceled_on", Date),
        Column("canceled_because", Text),
        Column("moved_to", Uuid),
        Column("version", Integer, nullable=False, server_default="1"),
        Index("ix_hearings_city_record_id", "city", "record_id"),
        comment="notice_lists: notice id to the frozen list it was sent by. "
        "moved_to: the hearing set instead.",
    )


def mailings_table(metadata: MetaData) -> Table:
    """`mailings`: notices sent on one day by one method, and what proves it."""
    return Table(
        "mailings",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("hearing_id", Uuid, nullable=False),
        Column("notice", Text, nullable=False),
        Column("sent_on", Date, nullable=False),
        Column("method", Text, nullable=False),
        Column("recipients", ARRAY(Text), nullable=False),
        Column("proof", Text),
        Column("proof_sworn_on", Date),
        Column("proof_sworn_by", Text),
        ForeignKeyConstraint(["city", "hearing_id"], ["hearings.city", "hearings.id"]),
        Index("ix_mailings_city_hearing_id", "city", "hearing_id"),
    )


def decisions_table(metadata: MetaData) -> Table:
    """`decisions`: by whom, with which votes, for which reasons and on which receipt."""
    return Table(
        "decisions",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("kind", Text, nullable=False),
        Column("office", Text, nullable=False),
        Column("decided_on", Date, nullable=False),
        Column("outcome", Text, nullable=False),
        Column("votes", JSONB),
        Column("reasons", ARRAY(Text), nullable=False),
        Column("conditions", ARRAY(Text), nullable=False),
        Column("check_carried", JSONB),
        Column("receipt", LargeBinary),
        Column("receipt_sha256", Text),
        Column("law_date", Date),
        Column("grounds", ARRAY(Text), nullable=False, server_default="{}"),
        Column("remedies", JSONB, nullable=False, server_default="{}"),
        Index("ix_decisions_city_record_id", "city", "record_id"),
        comment="receipt: canonical bytes of what the decision rested on, replayable.",
    )


def casework_tables(metadata: MetaData) -> tuple[Table, ...]:
    """Attach all of the above."""
    return (
        history_table(metadata),
        personal_table(metadata),
        obligations_table(metadata),
        hearings_table(metadata),
        mailings_table(metadata),
        decisions_table(metadata),
    )
