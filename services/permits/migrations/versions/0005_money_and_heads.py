"""Money, holds, documents, notices, orders, and heads of the histories; what an inspection found.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op
from casework.storage.anchor_tables import HEAD_GUARDS, HEAD_UNGUARDS
from casework.storage.ledger_tables import LEDGER_GUARDS, LEDGER_UNGUARDS
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
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
    op.add_column(
        "inspections",
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
    )
    for statement in (*LEDGER_GUARDS, *HEAD_GUARDS):
        op.execute(statement)


def downgrade() -> None:
    for statement in (*HEAD_UNGUARDS, *LEDGER_UNGUARDS):
        op.execute(statement)
    op.drop_column("inspections", "facts")
    op.drop_index("ix_service_attempts_city_notice_id", table_name="service_attempts")
    op.drop_table("service_attempts")
    op.drop_index("ix_assessment_shares_city_charge_id", table_name="assessment_shares")
    op.drop_table("assessment_shares")
    op.drop_index("ix_refunds_city_record_id", table_name="refunds")
    op.drop_table("refunds")
    op.drop_index("ix_payments_city_record_id", table_name="payments")
    op.drop_table("payments")
    op.drop_index("ix_order_extensions_city_order_id", table_name="order_extensions")
    op.drop_table("order_extensions")
    op.drop_table("notice_recipients")
    op.drop_table("notice_printings")
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
    op.drop_index("ix_assessment_lines_city_roll_id", table_name="assessment_lines")
    op.drop_index("ix_assessment_lines_city_record_id", table_name="assessment_lines")
    op.drop_index("ix_assessment_lines_city_pin", table_name="assessment_lines")
    op.drop_table("assessment_lines")
    op.drop_index("ix_violations_city_record_id", table_name="violations")
    op.drop_table("violations")
    op.drop_table("stored_files")
    op.drop_index("ix_orders_city_record_id", table_name="orders")
    op.drop_index("ix_orders_city_comply_by", table_name="orders")
    op.drop_table("orders")
    op.drop_index("ix_notices_city_record_id", table_name="notices")
    op.drop_table("notices")
    op.drop_index("ix_journal_transactions_city_record_id", table_name="journal_transactions")
    op.drop_table("journal_transactions")
    op.drop_index("ix_invoices_city_record_id", table_name="invoices")
    op.drop_table("invoices")
    op.drop_index("ix_holds_city_subject", table_name="holds")
    op.drop_table("holds")
    op.drop_index(
        "ix_history_heads_moved", table_name="history_heads", postgresql_where=sa.text("NOT anchored")
    )
    op.drop_table("history_heads")
    op.drop_table("history_anchors")
    op.drop_table("charges")
    op.drop_table("assessment_rolls")
