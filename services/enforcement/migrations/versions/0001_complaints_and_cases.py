"""Complaints, complainants apart, cases with inspections and costs, casework, ledger, the kit's own.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op
from casework.storage.every_table import CASE_GUARDS, CASE_UNGUARDS
from casework.storage.tables import keep_as_written
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEPT_AS_WRITTEN = ("case_inspections", "case_costs")
"""Tables whose rows are never changed: the database refuses it."""


def upgrade() -> None:
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("scopes", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("cities", postgresql.ARRAY(sa.Text()), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
    )
    op.create_table(
        "assessment_rolls",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("year", sa.SmallInteger(), nullable=False),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("statute", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("proposed_on", sa.Date(), nullable=False),
        sa.Column("adopted_on", sa.Date(), nullable=True),
        sa.Column("adopted_by", sa.Text(), nullable=True),
        sa.Column("resolution", sa.Text(), nullable=True),
        sa.Column("certified_on", sa.Date(), nullable=True),
        sa.Column("certified_by", sa.Text(), nullable=True),
        sa.Column("ended_because", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_assessment_rolls")),
        sa.UniqueConstraint("city", "number", name=op.f("uq_assessment_rolls_city_number")),
    )
    op.create_table(
        "cases",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("pin", sa.Text(), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened_on", sa.Date(), nullable=False),
        sa.Column("opened_by", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=True),
        sa.Column("law_date", sa.Date(), nullable=False),
        sa.Column("grounds", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("judgments", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("owner_known", sa.Boolean(), nullable=False),
        sa.Column("observed_on", sa.Date(), nullable=True),
        sa.Column("notice_dated_on", sa.Date(), nullable=True),
        sa.Column("noticed_on", sa.Date(), nullable=True),
        sa.Column("comply_by", sa.Date(), nullable=True),
        sa.Column("reported_on", sa.Date(), nullable=True),
        sa.Column("ordered_on", sa.Date(), nullable=True),
        sa.Column("abated_on", sa.Date(), nullable=True),
        sa.Column("closed_on", sa.Date(), nullable=True),
        sa.Column("closed_because", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_cases")),
        sa.UniqueConstraint("city", "number", name=op.f("uq_cases_city_number")),
        sa.UniqueConstraint("city", "opened_by", "source", name=op.f("uq_cases_city_opened_by_source")),
    )
    op.create_index("ix_cases_city_pin", "cases", ["city", "pin"], unique=False)
    op.create_index("ix_cases_city_state", "cases", ["city", "state", "id"], unique=False)
    op.create_table(
        "charges",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("fee", sa.Text(), nullable=False),
        sa.Column("occasion", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("cite", sa.Text(), nullable=False),
        sa.Column("amount_usd", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("assessed_on", sa.Date(), nullable=False),
        sa.Column("law_date", sa.Date(), nullable=False),
        sa.Column("code_version", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("payer", sa.Text(), nullable=True),
        sa.Column("steps", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("amounts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("rests_on", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("lane", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.CheckConstraint("amount_usd > 0", name=op.f("ck_charges_amount_positive")),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_charges")),
        sa.UniqueConstraint(
            "city", "record_id", "fee", "occasion", name=op.f("uq_charges_city_record_id_fee_occasion")
        ),
        comment="occasion: tells repeated charges of one fee on one record apart.",
    )
    op.create_table(
        "complaints",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("program", sa.Text(), nullable=True),
        sa.Column("pin", sa.Text(), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("received_on", sa.Date(), nullable=False),
        sa.Column("reference_hash", sa.Text(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=True),
        sa.Column("ended_on", sa.Date(), nullable=True),
        sa.Column("ended_because", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_complaints")),
        sa.UniqueConstraint("city", "reference_hash", name=op.f("uq_complaints_city_reference_hash")),
    )
    op.create_index("ix_complaints_city_case_id", "complaints", ["city", "case_id"], unique=False)
    op.create_table(
        "consents",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("machine", sa.Text(), nullable=False),
        sa.Column("granted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("city", "person", "machine", name=op.f("pk_consents")),
        comment="A person lets a machine act for them; withdrawing ends it.",
    )
    op.create_table(
        "decisions",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("office", sa.Text(), nullable=False),
        sa.Column("decided_on", sa.Date(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("votes", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("reasons", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("conditions", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("check_carried", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("receipt", sa.LargeBinary(), nullable=True),
        sa.Column("receipt_sha256", sa.Text(), nullable=True),
        sa.Column("law_date", sa.Date(), nullable=True),
        sa.Column("grounds", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("remedies", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_decisions")),
        comment="receipt: canonical bytes of what the decision rested on, replayable.",
    )
    op.create_index("ix_decisions_city_record_id", "decisions", ["city", "record_id"], unique=False)
    op.create_table(
        "hearings",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("scheduled_on", sa.Date(), nullable=False),
        sa.Column(
            "notice_lists", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False
        ),
        sa.Column("held_on", sa.Date(), nullable=True),
        sa.Column("canceled_on", sa.Date(), nullable=True),
        sa.Column("canceled_because", sa.Text(), nullable=True),
        sa.Column("moved_to", sa.Uuid(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_hearings")),
        comment="notice_lists: notice id to the frozen list it was sent by. "
        "moved_to: the hearing set instead.",
    )
    op.create_index("ix_hearings_city_record_id", "hearings", ["city", "record_id"], unique=False)
    op.create_table(
        "history",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("office", sa.Text(), nullable=True),
        sa.Column("rules", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("details", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("previous", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("city", "record_id", "seq", name=op.f("pk_history")),
        comment="Append-only and hash-chained per record; holds no personal value.",
    )
    op.create_table(
        "history_anchors",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("taken_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("heads", sa.Integer(), nullable=False),
        sa.Column("previous", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("city", "number", name=op.f("pk_history_anchors")),
        comment="Chained by hash per city; each vouches for the heads that moved since the one before.",
    )
    op.create_table(
        "history_heads",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("anchored", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("city", "record_id", name=op.f("pk_history_heads")),
        comment="The newest entry per record; moved by the database when an entry is written.",
    )
    op.create_index(
        "ix_history_heads_moved",
        "history_heads",
        ["city"],
        unique=False,
        postgresql_where=sa.text("NOT anchored"),
    )
    op.create_table(
        "holds",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("subject_kind", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Text(), nullable=False),
        sa.Column("blocks", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("cite", sa.Text(), nullable=False),
        sa.Column("because", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("placed_on", sa.Date(), nullable=False),
        sa.Column("placed_by", sa.Text(), nullable=False),
        sa.Column("until", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("released_on", sa.Date(), nullable=True),
        sa.Column("released_by", sa.Text(), nullable=True),
        sa.Column("released_because", sa.Text(), nullable=True),
        sa.CheckConstraint("released_on >= placed_on", name=op.f("ck_holds_released_after_placed")),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_holds")),
        sa.UniqueConstraint(
            "city",
            "source",
            "rule",
            "subject_kind",
            "subject_id",
            name=op.f("uq_holds_city_source_rule_subject_kind_subject_id"),
        ),
    )
    op.create_index("ix_holds_city_subject", "holds", ["city", "subject_kind", "subject_id"], unique=False)
    op.create_table(
        "idempotency_keys",
        sa.Column("caller", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("request_hash", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=True),
        sa.Column("headers", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("caller", "key", name=op.f("pk_idempotency_keys")),
    )
    op.create_index("ix_idempotency_keys_created", "idempotency_keys", ["created"], unique=False)
    op.create_table(
        "inbox",
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("taken_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_inbox")),
    )
    op.create_table(
        "invoices",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("issued_on", sa.Date(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("canceled_on", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_invoices")),
        sa.UniqueConstraint("city", "number", name=op.f("uq_invoices_city_number")),
    )
    op.create_index("ix_invoices_city_record_id", "invoices", ["city", "record_id"], unique=False)
    op.create_table(
        "journal_transactions",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("made_on", sa.Date(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("office", sa.Text(), nullable=True),
        sa.Column("because", sa.Text(), nullable=False),
        sa.Column("rules", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("external_reference", sa.Text(), nullable=True),
        sa.Column("reverses", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["city", "reverses"],
            ["journal_transactions.city", "journal_transactions.id"],
            name=op.f("fk_journal_transactions_city_reverses_journal_transactions"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_journal_transactions")),
        sa.UniqueConstraint(
            "city", "external_reference", name=op.f("uq_journal_transactions_city_external_reference")
        ),
        sa.UniqueConstraint("city", "reverses", name=op.f("uq_journal_transactions_city_reverses")),
    )
    op.create_index(
        "ix_journal_transactions_city_record_id", "journal_transactions", ["city", "record_id"], unique=False
    )
    op.create_table(
        "land_events",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("pin", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("law_event", sa.Text(), nullable=True),
        sa.Column("happened_on", sa.Date(), nullable=True),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("reversed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("city", "pin", "reference", name=op.f("pk_land_events")),
        comment="All that is known to have happened to a parcel, in whatever order it was told.",
    )
    op.create_table(
        "notices",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("notice", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("office", sa.Text(), nullable=False),
        sa.Column("law_date", sa.Date(), nullable=False),
        sa.Column("drafted_on", sa.Date(), nullable=False),
        sa.Column("contents", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("signed_by", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("before", sa.Date(), nullable=True),
        sa.Column("pin", sa.Text(), nullable=True),
        sa.Column("issued_on", sa.Date(), nullable=True),
        sa.Column("withdrawn_on", sa.Date(), nullable=True),
        sa.Column("withdrawn_because", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_notices")),
        sa.UniqueConstraint("city", "number", name=op.f("uq_notices_city_number")),
    )
    op.create_index("ix_notices_city_record_id", "notices", ["city", "record_id"], unique=False)
    op.create_table(
        "obligations",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("must", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("started_by", sa.Text(), nullable=False),
        sa.Column("started_on", sa.Date(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("repeats", sa.Text(), nullable=True),
        sa.Column("lapse", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("options", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("steps", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("cite", sa.Text(), nullable=False),
        sa.Column("fulfilled_on", sa.Date(), nullable=True),
        sa.Column("canceled_on", sa.Date(), nullable=True),
        sa.Column("canceled_because", sa.Text(), nullable=True),
        sa.Column("lapse_fired_on", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_obligations")),
    )
    op.create_index("ix_obligations_city_record_id", "obligations", ["city", "record_id"], unique=False)
    op.create_index(
        "ix_obligations_open",
        "obligations",
        ["city", "due_on"],
        unique=False,
        postgresql_where=sa.text("fulfilled_on IS NULL AND canceled_on IS NULL AND lapse_fired_on IS NULL"),
    )
    op.create_table(
        "orders",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("office", sa.Text(), nullable=False),
        sa.Column("says", sa.Text(), nullable=False),
        sa.Column("rules", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("drafted_on", sa.Date(), nullable=False),
        sa.Column("document", sa.Text(), nullable=True),
        sa.Column("violations", postgresql.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("signed_on", sa.Date(), nullable=True),
        sa.Column("signed_by", sa.Text(), nullable=True),
        sa.Column("law_date", sa.Date(), nullable=True),
        sa.Column("notice_id", sa.Uuid(), nullable=True),
        sa.Column("served_on", sa.Date(), nullable=True),
        sa.Column("comply_by", sa.Date(), nullable=True),
        sa.Column("complied_on", sa.Date(), nullable=True),
        sa.Column("ended_on", sa.Date(), nullable=True),
        sa.Column("ended_because", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_orders")),
        sa.UniqueConstraint("city", "number", name=op.f("uq_orders_city_number")),
    )
    op.create_index("ix_orders_city_comply_by", "orders", ["city", "comply_by"], unique=False)
    op.create_index("ix_orders_city_record_id", "orders", ["city", "record_id"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("seq", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("time", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("traceparent", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("dispatched_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_outbox")),
        sa.UniqueConstraint("event_id", name=op.f("uq_outbox_event_id")),
    )
    op.create_index(
        "ix_outbox_undispatched",
        "outbox",
        ["subject", "seq"],
        unique=False,
        postgresql_where=sa.text("dispatched_at IS NULL"),
    )
    op.create_table(
        "personal_values",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=True),
        sa.Column("salt", sa.LargeBinary(), nullable=True),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("city", "record_id", "field", name=op.f("pk_personal_values")),
        comment="Private data on individuals; erasing keeps the row and drops value and salt.",
    )
    op.create_table(
        "record_counters",
        sa.Column("prefix", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("year", sa.SmallInteger(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("prefix", "code", "year", name=op.f("pk_record_counters")),
    )
    op.create_table(
        "refused_events",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("envelope", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("refused_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("taken_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_refused_events")),
        comment="Events of neighbors that could not be taken, kept to be tried again.",
    )
    op.create_table(
        "stored_files",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("sha256 ~ '^[0-9a-f]{64}$'", name=op.f("ck_stored_files_sha256_is_hex")),
        sa.PrimaryKeyConstraint("city", "sha256", name=op.f("pk_stored_files")),
    )
    op.create_table(
        "violations",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("cite", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("observed_on", sa.Date(), nullable=False),
        sa.Column("observed_by", sa.Text(), nullable=False),
        sa.Column("inspection_id", sa.Uuid(), nullable=True),
        sa.Column("pin", sa.Text(), nullable=True),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("corrected_on", sa.Date(), nullable=True),
        sa.Column("corrected_by", sa.Text(), nullable=True),
        sa.Column("withdrawn_on", sa.Date(), nullable=True),
        sa.Column("withdrawn_because", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "corrected_on >= observed_on", name=op.f("ck_violations_corrected_after_observed")
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_violations")),
    )
    op.create_index("ix_violations_city_record_id", "violations", ["city", "record_id"], unique=False)
    op.create_table(
        "assessment_lines",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("roll_id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("pin", sa.Text(), nullable=False),
        sa.Column("rules", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("clause", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("installments", sa.SmallInteger(), nullable=False),
        sa.Column("interest_percent", sa.Numeric(precision=6, scale=3), nullable=True),
        sa.Column("certified_on", sa.Date(), nullable=True),
        sa.Column("county_reference", sa.Text(), nullable=True),
        sa.Column("replaces", sa.Uuid(), nullable=True),
        sa.Column("because", sa.Text(), nullable=True),
        sa.CheckConstraint("installments > 0", name=op.f("ck_assessment_lines_installments_positive")),
        sa.ForeignKeyConstraint(
            ["city", "replaces"],
            ["assessment_lines.city", "assessment_lines.id"],
            name=op.f("fk_assessment_lines_city_replaces_assessment_lines"),
        ),
        sa.ForeignKeyConstraint(
            ["city", "roll_id"],
            ["assessment_rolls.city", "assessment_rolls.id"],
            name=op.f("fk_assessment_lines_city_roll_id_assessment_rolls"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_assessment_lines")),
        sa.UniqueConstraint("city", "replaces", name=op.f("uq_assessment_lines_city_replaces")),
    )
    op.create_index("ix_assessment_lines_city_pin", "assessment_lines", ["city", "pin"], unique=False)
    op.create_index(
        "ix_assessment_lines_city_record_id", "assessment_lines", ["city", "record_id"], unique=False
    )
    op.create_index("ix_assessment_lines_city_roll_id", "assessment_lines", ["city", "roll_id"], unique=False)
    op.create_table(
        "case_costs",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.Column("fact", sa.Text(), nullable=False),
        sa.Column("amount_usd", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("incurred_on", sa.Date(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.CheckConstraint("amount_usd > 0", name=op.f("ck_case_costs_amount_positive")),
        sa.ForeignKeyConstraint(
            ["city", "case_id"], ["cases.city", "cases.id"], name=op.f("fk_case_costs_city_case_id_cases")
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_case_costs")),
    )
    op.create_index("ix_case_costs_city_case_id", "case_costs", ["city", "case_id"], unique=False)
    op.create_table(
        "case_inspections",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.Column("inspected_on", sa.Date(), nullable=False),
        sa.Column("office", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("judgments", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("fails", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("missing", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("law_date", sa.Date(), nullable=False),
        sa.Column("receipt", sa.LargeBinary(), nullable=False),
        sa.Column("receipt_sha256", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["city", "case_id"],
            ["cases.city", "cases.id"],
            name=op.f("fk_case_inspections_city_case_id_cases"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_case_inspections")),
        comment="receipt: canonical bytes of what the finding rested on, replayable.",
    )
    op.create_index("ix_case_inspections_city_case_id", "case_inspections", ["city", "case_id"], unique=False)
    op.create_table(
        "case_parties",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("mailing_address", sa.Text(), nullable=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("vintage", sa.Date(), nullable=False),
        sa.Column("withheld", sa.Boolean(), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["city", "case_id"], ["cases.city", "cases.id"], name=op.f("fk_case_parties_city_case_id_cases")
        ),
        sa.PrimaryKeyConstraint("city", "case_id", "place", name=op.f("pk_case_parties")),
        comment="Private data on individuals; erasing keeps the row and drops name and address.",
    )
    op.create_table(
        "complainants",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("complaint_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("phone", sa.Text(), nullable=True),
        sa.Column("mailing_address", sa.Text(), nullable=True),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["city", "complaint_id"],
            ["complaints.city", "complaints.id"],
            name=op.f("fk_complainants_city_complaint_id_complaints"),
        ),
        sa.PrimaryKeyConstraint("city", "complaint_id", name=op.f("pk_complainants")),
        comment="Confidential data on individuals (M.S. 13.44 subd. 1): read only with its own permission.",
    )
    op.create_table(
        "document_references",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("shown_name", sa.Text(), nullable=False),
        sa.Column("data_class", sa.Text(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("removed_by", sa.Text(), nullable=True),
        sa.Column("removed_because", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["city", "sha256"],
            ["stored_files.city", "stored_files.sha256"],
            name=op.f("fk_document_references_city_sha256_stored_files"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_document_references")),
        comment="shown_name is for people, never a path.",
    )
    op.create_index(
        "ix_document_references_city_record_id", "document_references", ["city", "record_id"], unique=False
    )
    op.create_index(
        "ix_document_references_city_sha256", "document_references", ["city", "sha256"], unique=False
    )
    op.create_table(
        "history_anchored_heads",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["city", "number"],
            ["history_anchors.city", "history_anchors.number"],
            name=op.f("fk_history_anchored_heads_city_number_history_anchors"),
        ),
        sa.PrimaryKeyConstraint("city", "number", "record_id", name=op.f("pk_history_anchored_heads")),
    )
    op.create_table(
        "invoice_lines",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("invoice_id", sa.Uuid(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("amount_usd", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("canceled_on", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["city", "charge_id"],
            ["charges.city", "charges.id"],
            name=op.f("fk_invoice_lines_city_charge_id_charges"),
        ),
        sa.ForeignKeyConstraint(
            ["city", "invoice_id"],
            ["invoices.city", "invoices.id"],
            name=op.f("fk_invoice_lines_city_invoice_id_invoices"),
        ),
        sa.PrimaryKeyConstraint("city", "invoice_id", "charge_id", name=op.f("pk_invoice_lines")),
        comment="A charge stands on one invoice that is not canceled, at most.",
    )
    op.create_index(
        "uq_invoice_lines_living",
        "invoice_lines",
        ["city", "charge_id"],
        unique=True,
        postgresql_where=sa.text("canceled_on IS NULL"),
    )
    op.create_table(
        "journal_entries",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("transaction_id", sa.Uuid(), nullable=False),
        sa.Column("line", sa.SmallInteger(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("amount_usd", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=True),
        sa.CheckConstraint("amount_usd <> 0", name=op.f("ck_journal_entries_amount_not_zero")),
        sa.ForeignKeyConstraint(
            ["city", "charge_id"],
            ["charges.city", "charges.id"],
            name=op.f("fk_journal_entries_city_charge_id_charges"),
        ),
        sa.ForeignKeyConstraint(
            ["city", "transaction_id"],
            ["journal_transactions.city", "journal_transactions.id"],
            name=op.f("fk_journal_entries_city_transaction_id_journal_transactions"),
        ),
        sa.PrimaryKeyConstraint("city", "transaction_id", "line", name=op.f("pk_journal_entries")),
        comment="Debits are positive, credits negative; the entries of a transaction sum to zero.",
    )
    op.create_index(
        "ix_journal_entries_city_charge_id", "journal_entries", ["city", "charge_id"], unique=False
    )
    op.create_index(
        "ix_journal_entries_city_record_id", "journal_entries", ["city", "record_id"], unique=False
    )
    op.create_table(
        "mailings",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("hearing_id", sa.Uuid(), nullable=False),
        sa.Column("notice", sa.Text(), nullable=False),
        sa.Column("sent_on", sa.Date(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("recipients", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("proof", sa.Text(), nullable=True),
        sa.Column("proof_sworn_on", sa.Date(), nullable=True),
        sa.Column("proof_sworn_by", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["city", "hearing_id"],
            ["hearings.city", "hearings.id"],
            name=op.f("fk_mailings_city_hearing_id_hearings"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_mailings")),
    )
    op.create_index("ix_mailings_city_hearing_id", "mailings", ["city", "hearing_id"], unique=False)
    op.create_table(
        "notice_printings",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("notice_id", sa.Uuid(), nullable=False),
        sa.Column("newspaper", sa.Text(), nullable=False),
        sa.Column("printed_on", sa.Date(), nullable=False),
        sa.Column("proof", sa.Text(), nullable=True),
        sa.Column("sworn_on", sa.Date(), nullable=True),
        sa.Column("sworn_by", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["city", "notice_id"],
            ["notices.city", "notices.id"],
            name=op.f("fk_notice_printings_city_notice_id_notices"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_notice_printings")),
        sa.UniqueConstraint(
            "city",
            "notice_id",
            "newspaper",
            "printed_on",
            name=op.f("uq_notice_printings_city_notice_id_newspaper_printed_on"),
        ),
    )
    op.create_table(
        "notice_recipients",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("notice_id", sa.Uuid(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("kinds", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("address_source", sa.Text(), nullable=False),
        sa.Column("address_vintage", sa.Date(), nullable=False),
        sa.Column("pins", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["city", "notice_id"],
            ["notices.city", "notices.id"],
            name=op.f("fk_notice_recipients_city_notice_id_notices"),
        ),
        sa.PrimaryKeyConstraint("city", "notice_id", "recipient", name=op.f("pk_notice_recipients")),
        comment="Private data on individuals; erasing keeps the row and drops name and address.",
    )
    op.create_table(
        "order_extensions",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("granted_on", sa.Date(), nullable=False),
        sa.Column("granted_by", sa.Text(), nullable=False),
        sa.Column("comply_by_before", sa.Date(), nullable=False),
        sa.Column("comply_by", sa.Date(), nullable=False),
        sa.Column("because", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=True),
        sa.CheckConstraint("comply_by > comply_by_before", name=op.f("ck_order_extensions_moves_later")),
        sa.ForeignKeyConstraint(
            ["city", "order_id"],
            ["orders.city", "orders.id"],
            name=op.f("fk_order_extensions_city_order_id_orders"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_order_extensions")),
    )
    op.create_index(
        "ix_order_extensions_city_order_id", "order_extensions", ["city", "order_id"], unique=False
    )
    op.create_table(
        "outbox_deliveries",
        sa.Column("subscriber", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "next_attempt_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["seq"], ["outbox.seq"], name=op.f("fk_outbox_deliveries_seq_outbox"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("subscriber", "seq", name=op.f("pk_outbox_deliveries")),
    )
    op.create_index("ix_outbox_deliveries_seq", "outbox_deliveries", ["seq"], unique=False)
    op.create_index(
        "ix_outbox_deliveries_undelivered",
        "outbox_deliveries",
        ["subscriber", "subject", "seq"],
        unique=False,
        postgresql_where=sa.text("delivered_at IS NULL"),
    )
    op.create_table(
        "payments",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("receipt_number", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("paid_on", sa.Date(), nullable=False),
        sa.Column("amount_usd", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("credited_usd", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("transaction_id", sa.Uuid(), nullable=False),
        sa.Column("external_reference", sa.Text(), nullable=True),
        sa.CheckConstraint("amount_usd > 0", name=op.f("ck_payments_amount_positive")),
        sa.ForeignKeyConstraint(
            ["city", "transaction_id"],
            ["journal_transactions.city", "journal_transactions.id"],
            name=op.f("fk_payments_city_transaction_id_journal_transactions"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_payments")),
        sa.UniqueConstraint("city", "receipt_number", name=op.f("uq_payments_city_receipt_number")),
        sa.UniqueConstraint("city", "transaction_id", name=op.f("uq_payments_city_transaction_id")),
    )
    op.create_index("ix_payments_city_record_id", "payments", ["city", "record_id"], unique=False)
    op.create_table(
        "refunds",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=True),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("refunded_on", sa.Date(), nullable=False),
        sa.Column("amount_usd", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("because", sa.Text(), nullable=False),
        sa.Column("rules", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("transaction_id", sa.Uuid(), nullable=False),
        sa.Column("external_reference", sa.Text(), nullable=True),
        sa.CheckConstraint("amount_usd > 0", name=op.f("ck_refunds_amount_positive")),
        sa.ForeignKeyConstraint(
            ["city", "charge_id"],
            ["charges.city", "charges.id"],
            name=op.f("fk_refunds_city_charge_id_charges"),
        ),
        sa.ForeignKeyConstraint(
            ["city", "transaction_id"],
            ["journal_transactions.city", "journal_transactions.id"],
            name=op.f("fk_refunds_city_transaction_id_journal_transactions"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_refunds")),
        sa.UniqueConstraint("city", "number", name=op.f("uq_refunds_city_number")),
        sa.UniqueConstraint("city", "transaction_id", name=op.f("uq_refunds_city_transaction_id")),
    )
    op.create_index("ix_refunds_city_record_id", "refunds", ["city", "record_id"], unique=False)
    op.create_table(
        "assessment_shares",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("line_id", sa.Uuid(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("amount_usd", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.CheckConstraint("amount_usd > 0", name=op.f("ck_assessment_shares_amount_positive")),
        sa.ForeignKeyConstraint(
            ["city", "charge_id"],
            ["charges.city", "charges.id"],
            name=op.f("fk_assessment_shares_city_charge_id_charges"),
        ),
        sa.ForeignKeyConstraint(
            ["city", "line_id"],
            ["assessment_lines.city", "assessment_lines.id"],
            name=op.f("fk_assessment_shares_city_line_id_assessment_lines"),
        ),
        sa.PrimaryKeyConstraint("city", "line_id", "charge_id", name=op.f("pk_assessment_shares")),
    )
    op.create_index(
        "ix_assessment_shares_city_charge_id", "assessment_shares", ["city", "charge_id"], unique=False
    )
    op.create_table(
        "service_attempts",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("notice_id", sa.Uuid(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("made_on", sa.Date(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("received_on", sa.Date(), nullable=True),
        sa.Column("proof", sa.Text(), nullable=True),
        sa.Column("sworn_on", sa.Date(), nullable=True),
        sa.Column("sworn_by", sa.Text(), nullable=True),
        sa.Column("document_sha256", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["city", "notice_id", "recipient"],
            ["notice_recipients.city", "notice_recipients.notice_id", "notice_recipients.recipient"],
            name=op.f("fk_service_attempts_city_notice_id_recipient_notice_recipients"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_service_attempts")),
    )
    op.create_index(
        "ix_service_attempts_city_notice_id", "service_attempts", ["city", "notice_id"], unique=False
    )
    for statement in CASE_GUARDS:
        op.execute(statement)
    for table in KEPT_AS_WRITTEN:
        for statement in keep_as_written(table):
            op.execute(statement)


def downgrade() -> None:
    for statement in CASE_UNGUARDS:
        op.execute(statement)
    op.drop_index("ix_service_attempts_city_notice_id", table_name="service_attempts")
    op.drop_table("service_attempts")
    op.drop_index("ix_assessment_shares_city_charge_id", table_name="assessment_shares")
    op.drop_table("assessment_shares")
    op.drop_index("ix_refunds_city_record_id", table_name="refunds")
    op.drop_table("refunds")
    op.drop_index("ix_payments_city_record_id", table_name="payments")
    op.drop_table("payments")
    op.drop_index(
        "ix_outbox_deliveries_undelivered",
        table_name="outbox_deliveries",
        postgresql_where=sa.text("delivered_at IS NULL"),
    )
    op.drop_index("ix_outbox_deliveries_seq", table_name="outbox_deliveries")
    op.drop_table("outbox_deliveries")
    op.drop_index("ix_order_extensions_city_order_id", table_name="order_extensions")
    op.drop_table("order_extensions")
    op.drop_table("notice_recipients")
    op.drop_table("notice_printings")
    op.drop_index("ix_mailings_city_hearing_id", table_name="mailings")
    op.drop_table("mailings")
    op.drop_index("ix_journal_entries_city_record_id", table_name="journal_entries")
    op.drop_index("ix_journal_entries_city_charge_id", table_name="journal_entries")
    op.drop_table("journal_entries")
    op.drop_index(
        "uq_invoice_lines_living", table_name="invoice_lines", postgresql_where=sa.text("canceled_on IS NULL")
    )
    op.drop_table("invoice_lines")
    op.drop_table("history_anchored_heads")
    op.drop_index("ix_document_references_city_sha256", table_name="document_references")
    op.drop_index("ix_document_references_city_record_id", table_name="document_references")
    op.drop_table("document_references")
    op.drop_table("complainants")
    op.drop_table("case_parties")
    op.drop_index("ix_case_inspections_city_case_id", table_name="case_inspections")
    op.drop_table("case_inspections")
    op.drop_index("ix_case_costs_city_case_id", table_name="case_costs")
    op.drop_table("case_costs")
    op.drop_index("ix_assessment_lines_city_roll_id", table_name="assessment_lines")
    op.drop_index("ix_assessment_lines_city_record_id", table_name="assessment_lines")
    op.drop_index("ix_assessment_lines_city_pin", table_name="assessment_lines")
    op.drop_table("assessment_lines")
    op.drop_index("ix_violations_city_record_id", table_name="violations")
    op.drop_table("violations")
    op.drop_table("stored_files")
    op.drop_table("refused_events")
    op.drop_table("record_counters")
    op.drop_table("personal_values")
    op.drop_index(
        "ix_outbox_undispatched", table_name="outbox", postgresql_where=sa.text("dispatched_at IS NULL")
    )
    op.drop_table("outbox")
    op.drop_index("ix_orders_city_record_id", table_name="orders")
    op.drop_index("ix_orders_city_comply_by", table_name="orders")
    op.drop_table("orders")
    op.drop_index(
        "ix_obligations_open",
        table_name="obligations",
        postgresql_where=sa.text("fulfilled_on IS NULL AND canceled_on IS NULL AND lapse_fired_on IS NULL"),
    )
    op.drop_index("ix_obligations_city_record_id", table_name="obligations")
    op.drop_table("obligations")
    op.drop_index("ix_notices_city_record_id", table_name="notices")
    op.drop_table("notices")
    op.drop_table("land_events")
    op.drop_index("ix_journal_transactions_city_record_id", table_name="journal_transactions")
    op.drop_table("journal_transactions")
    op.drop_index("ix_invoices_city_record_id", table_name="invoices")
    op.drop_table("invoices")
    op.drop_table("inbox")
    op.drop_index("ix_idempotency_keys_created", table_name="idempotency_keys")
    op.drop_table("idempotency_keys")
    op.drop_index("ix_holds_city_subject", table_name="holds")
    op.drop_table("holds")
    op.drop_index(
        "ix_history_heads_moved", table_name="history_heads", postgresql_where=sa.text("NOT anchored")
    )
    op.drop_table("history_heads")
    op.drop_table("history_anchors")
    op.drop_table("history")
    op.drop_index("ix_hearings_city_record_id", table_name="hearings")
    op.drop_table("hearings")
    op.drop_index("ix_decisions_city_record_id", table_name="decisions")
    op.drop_table("decisions")
    op.drop_table("consents")
    op.drop_index("ix_complaints_city_case_id", table_name="complaints")
    op.drop_table("complaints")
    op.drop_table("charges")
    op.drop_index("ix_cases_city_state", table_name="cases")
    op.drop_index("ix_cases_city_pin", table_name="cases")
    op.drop_table("cases")
    op.drop_table("assessment_rolls")
    op.drop_table("api_keys")
