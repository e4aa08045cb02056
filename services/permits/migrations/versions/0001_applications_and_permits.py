"""Applications, permits, their casework, and the kit's own tables.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op
from casework.storage.tables import keep_as_written
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEPT_AS_WRITTEN = ("history", "submissions")
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
        "applications",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("applicant", sa.Text(), nullable=False),
        sa.Column("filed_by", sa.Text(), nullable=False),
        sa.Column("pin", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lon", sa.Float(), nullable=True),
        sa.Column("lat", sa.Float(), nullable=True),
        sa.Column("number", sa.Text(), nullable=True),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("measured", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("submittals", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("judgments", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "recommendation", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True
        ),
        sa.Column("incomplete_because", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("received_on", sa.Date(), nullable=True),
        sa.Column("completed_on", sa.Date(), nullable=True),
        sa.Column("law_date", sa.Date(), nullable=True),
        sa.Column("permit_id", sa.Uuid(), nullable=True),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_applications")),
        sa.UniqueConstraint("city", "number", name=op.f("uq_applications_city_number")),
    )
    op.create_index(
        "ix_applications_city_applicant", "applications", ["city", "applicant", "id"], unique=False
    )
    op.create_index("ix_applications_city_pin", "applications", ["city", "pin"], unique=False)
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
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_hearings")),
        comment="notice_lists: notice id to the frozen list it was sent by.",
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
        "permits",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("application_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("pin", sa.Text(), nullable=False),
        sa.Column("issued_on", sa.Date(), nullable=False),
        sa.Column("conditions", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("lon", sa.Float(), nullable=True),
        sa.Column("lat", sa.Float(), nullable=True),
        sa.Column("state_before", sa.Text(), nullable=True),
        sa.Column("ended_on", sa.Date(), nullable=True),
        sa.Column("ended_by", sa.Text(), nullable=True),
        sa.Column("ended_rules", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(
            ["city", "application_id"],
            ["applications.city", "applications.id"],
            name=op.f("fk_permits_city_application_id_applications"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_permits")),
        sa.UniqueConstraint("city", "application_id", name=op.f("uq_permits_city_application_id")),
        sa.UniqueConstraint("city", "number", name=op.f("uq_permits_city_number")),
    )
    op.create_index("ix_permits_city_pin", "permits", ["city", "pin"], unique=False)
    op.create_table(
        "submissions",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("application_id", sa.Uuid(), nullable=False),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("received_on", sa.Date(), nullable=False),
        sa.Column("pin", sa.Text(), nullable=False),
        sa.Column("lon", sa.Float(), nullable=True),
        sa.Column("lat", sa.Float(), nullable=True),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("measured", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(
            ["city", "application_id"],
            ["applications.city", "applications.id"],
            name=op.f("fk_submissions_city_application_id_applications"),
        ),
        sa.PrimaryKeyConstraint("city", "application_id", "submission", name=op.f("pk_submissions")),
        comment="Every submitted version, as it was submitted.",
    )
    op.create_table(
        "inspections",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("permit_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("scheduled_on", sa.Date(), nullable=False),
        sa.Column("inspected_on", sa.Date(), nullable=True),
        sa.Column("passed", sa.Boolean(), nullable=True),
        sa.Column("final", sa.Boolean(), nullable=False),
        sa.Column("notes", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.ForeignKeyConstraint(
            ["city", "permit_id"],
            ["permits.city", "permits.id"],
            name=op.f("fk_inspections_city_permit_id_permits"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_inspections")),
    )
    op.create_index("ix_inspections_city_permit_id", "inspections", ["city", "permit_id"], unique=False)
    op.create_table(
        "reviews",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("permit_id", sa.Uuid(), nullable=False),
        sa.Column("reviewed_on", sa.Date(), nullable=False),
        sa.Column("in_order", sa.Boolean(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["city", "permit_id"],
            ["permits.city", "permits.id"],
            name=op.f("fk_reviews_city_permit_id_permits"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_reviews")),
    )
    op.create_index("ix_reviews_city_permit_id", "reviews", ["city", "permit_id"], unique=False)
    for table in KEPT_AS_WRITTEN:
        for statement in keep_as_written(table):
            op.execute(statement)


def downgrade() -> None:
    op.drop_index("ix_reviews_city_permit_id", table_name="reviews")
    op.drop_table("reviews")
    op.drop_index("ix_inspections_city_permit_id", table_name="inspections")
    op.drop_table("inspections")
    op.drop_table("submissions")
    op.drop_index("ix_permits_city_pin", table_name="permits")
    op.drop_table("permits")
    op.drop_index(
        "ix_outbox_deliveries_undelivered",
        table_name="outbox_deliveries",
        postgresql_where=sa.text("delivered_at IS NULL"),
    )
    op.drop_index("ix_outbox_deliveries_seq", table_name="outbox_deliveries")
    op.drop_table("outbox_deliveries")
    op.drop_index("ix_mailings_city_hearing_id", table_name="mailings")
    op.drop_table("mailings")
    op.drop_table("record_counters")
    op.drop_table("personal_values")
    op.drop_index(
        "ix_outbox_undispatched", table_name="outbox", postgresql_where=sa.text("dispatched_at IS NULL")
    )
    op.drop_table("outbox")
    op.drop_index(
        "ix_obligations_open",
        table_name="obligations",
        postgresql_where=sa.text("fulfilled_on IS NULL AND canceled_on IS NULL AND lapse_fired_on IS NULL"),
    )
    op.drop_index("ix_obligations_city_record_id", table_name="obligations")
    op.drop_table("obligations")
    op.drop_table("inbox")
    op.drop_index("ix_idempotency_keys_created", table_name="idempotency_keys")
    op.drop_table("idempotency_keys")
    op.drop_table("history")
    op.drop_index("ix_hearings_city_record_id", table_name="hearings")
    op.drop_table("hearings")
    op.drop_index("ix_decisions_city_record_id", table_name="decisions")
    op.drop_table("decisions")
    op.drop_table("consents")
    op.drop_index("ix_applications_city_pin", table_name="applications")
    op.drop_index("ix_applications_city_applicant", table_name="applications")
    op.drop_table("applications")
    op.drop_table("api_keys")
    op.execute("DROP FUNCTION kept_as_written()")
