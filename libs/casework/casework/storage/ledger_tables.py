"""The tables of the ledger and what the database itself refuses in them.

Attach with `ledger_tables(metadata)`; a migration runs `LEDGER_GUARDS` after creating them and
`LEDGER_UNGUARDS` before dropping them.
"""

from __future__ import annotations

from decimal import Decimal

from sqlalchemy import (
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKeyConstraint,
    Index,
    MetaData,
    Numeric,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from casework.storage.tables import keep_as_written

LEDGER_KEPT_AS_WRITTEN = ("charges", "journal_transactions", "journal_entries", "payments", "refunds")
"""Money is mended by another entry, never by a change: the database refuses it."""

_BALANCES = """
CREATE OR REPLACE FUNCTION journal_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lines integer; total numeric; wanted uuid;
BEGIN
  IF TG_TABLE_NAME = 'journal_entries' THEN wanted := NEW.transaction_id; ELSE wanted := NEW.id; END IF;
  SELECT count(*), coalesce(sum(amount_usd), 0) INTO lines, total
    FROM journal_entries WHERE city = NEW.city AND transaction_id = wanted;
  IF lines < 2 OR total <> 0 THEN
    RAISE EXCEPTION 'journal transaction % has % entries that sum to %', wanted, lines, total
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$
"""
_COVERED = """
CREATE OR REPLACE FUNCTION charge_not_overdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owed numeric; rolled numeric; kept numeric;
BEGIN
  SELECT coalesce(sum(amount_usd) FILTER (WHERE account = 'receivable'), 0),
         coalesce(sum(amount_usd) FILTER (WHERE account = 'tax_roll'), 0)
    INTO owed, rolled
    FROM journal_entries WHERE city = NEW.city AND charge_id = NEW.charge_id;
  SELECT -coalesce(sum(amount_usd), 0) INTO kept
    FROM journal_entries WHERE city = NEW.city AND record_id = NEW.record_id AND account = 'credit';
  IF owed < 0 OR rolled < 0 OR kept < 0 THEN
    RAISE EXCEPTION 'more was taken than there is: owed %, on the tax roll %, credit %', owed, rolled, kept
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$
"""

LEDGER_GUARDS: tuple[str, ...] = (
    *(statement for table in LEDGER_KEPT_AS_WRITTEN for statement in keep_as_written(table)),
    _BALANCES,
    _COVERED,
    *(
        f"CREATE CONSTRAINT TRIGGER {table}_balance AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION journal_balances()"
        for table in ("journal_transactions", "journal_entries")
    ),
    "CREATE CONSTRAINT TRIGGER journal_entries_covered AFTER INSERT ON journal_entries "
    "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION charge_not_overdrawn()",
)
"""A transaction sums to zero when it commits; nothing is paid, rolled or credited beyond what there is."""

LEDGER_UNGUARDS: tuple[str, ...] = (
    "DROP FUNCTION journal_balances() CASCADE",
    "DROP FUNCTION charge_not_overdrawn() CASCADE",
)


def charges_table(metadata: MetaData) -> Table:
    """`charges`: one row per charge as the law reckoned it; what became of it stands in the journal."""
    return Table(
        "charges",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("program", Text, nullable=False),
        Column("fee", Text, nullable=False),
        Column("occasion", Text, nullable=False),
        Column("rule", Text, nullable=False),
        Column("title", Text, nullable=False),
        Column("cite", Text, nullable=False),
        Column("amount_usd", _usd(), nullable=False),
        Column("assessed_on", Date, nullable=False),
        Column("law_date", Date, nullable=False),
        Column("code_version", Text, nullable=False),
        Column("before", Text),
        Column("due_on", Date),
        Column("payer", Text),
        Column("steps", ARRAY(Text), nullable=False),
        Column("amounts", JSONB, nullable=False),
        Column("rests_on", ARRAY(Text), nullable=False),
        Column("lane", JSONB(none_as_null=True)),
        UniqueConstraint("city", "record_id", "fee", "occasion"),
        CheckConstraint("amount_usd > 0", name="amount_positive"),
        comment="occasion: tells repeated charges of one fee on one record apart.",
    )


def journal_tables(metadata: MetaData) -> tuple[Table, Table]:
    """`journal_transactions` and `journal_entries`: double entry, append-only."""
    transactions = Table(
        "journal_transactions",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("kind", Text, nullable=False),
        Column("made_on", Date, nullable=False),
        Column("at", DateTime(timezone=True), nullable=False),
        Column("actor", Text, nullable=False),
        Column("office", Text),
        Column("because", Text, nullable=False),
        Column("rules", ARRAY(Text), nullable=False),
        Column("external_reference", Text),
        Column("reverses", Uuid),
        UniqueConstraint("city", "external_reference"),
        UniqueConstraint("city", "reverses"),
        ForeignKeyConstraint(["city", "reverses"], ["journal_transactions.city", "journal_transactions.id"]),
        Index("ix_journal_transactions_city_record_id", "city", "record_id"),
    )
    entries = Table(
        "journal_entries",
        metadata,
        Column("city", Text, primary_key=True),
        Column("transaction_id", Uuid, primary_key=True),
        Column("line", SmallInteger, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("account", Text, nullable=False),
        Column("amount_usd", _usd(), nullable=False),
        Column("charge_id", Uuid),
        ForeignKeyConstraint(
            ["city", "transaction_id"], ["journal_transactions.city", "journal_transactions.id"]
        ),
        ForeignKeyConstraint(["city", "charge_id"], ["charges.city", "charges.id"]),
        CheckConstraint("amount_usd <> 0", name="amount_not_zero"),
        Index("ix_journal_entries_city_record_id", "city", "record_id"),
        Index("ix_journal_entries_city_charge_id", "city", "charge_id"),
        comment="Debits are positive, credits negative; the entries of a transaction sum to zero.",
    )
    return transactions, entries


def payments_table(metadata: MetaData) -> Table:
    """`payments`: money received, each with its receipt."""
    return Table(
        "payments",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("receipt_number", Text, nullable=False),
        Column("method", Text, nullable=False),
        Column("paid_on", Date, nullable=False),
        Column("amount_usd", _usd(), nullable=False),
        Column("credited_usd", _usd(), nullable=False),
        Column("transaction_id", Uuid, nullable=False),
        Column("external_reference", Text),
        UniqueConstraint("city", "receipt_number"),
        UniqueConstraint("city", "transaction_id"),
        ForeignKeyConstraint(
            ["city", "transaction_id"], ["journal_transactions.city", "journal_transactions.id"]
        ),
        CheckConstraint("amount_usd > 0", name="amount_positive"),
        Index("ix_payments_city_record_id", "city", "record_id"),
    )


def refunds_table(metadata: MetaData) -> Table:
    """`refunds`: money paid back, why and by which rule."""
    return Table(
        "refunds",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("number", Text, nullable=False),
        Column("charge_id", Uuid),
        Column("method", Text, nullable=False),
        Column("refunded_on", Date, nullable=False),
        Column("amount_usd", _usd(), nullable=False),
        Column("because", Text, nullable=False),
        Column("rules", ARRAY(Text), nullable=False),
        Column("transaction_id", Uuid, nullable=False),
        Column("external_reference", Text),
        UniqueConstraint("city", "number"),
        UniqueConstraint("city", "transaction_id"),
        ForeignKeyConstraint(
            ["city", "transaction_id"], ["journal_transactions.city", "journal_transactions.id"]
        ),
        ForeignKeyConstraint(["city", "charge_id"], ["charges.city", "charges.id"]),
        CheckConstraint("amount_usd > 0", name="amount_positive"),
        Index("ix_refunds_city_record_id", "city", "record_id"),
    )


def invoice_tables(metadata: MetaData) -> tuple[Table, Table]:
    """`invoices` and `invoice_lines`: numbered papers that ask for charges."""
    invoices = Table(
        "invoices",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("record_id", Uuid, nullable=False),
        Column("number", Text, nullable=False),
        Column("issued_on", Date, nullable=False),
        Column("due_on", Date, nullable=False),
        Column("canceled_on", Date),
        UniqueConstraint("city", "number"),
        Index("ix_invoices_city_record_id", "city", "record_id"),
    )
    lines = Table(
        "invoice_lines",
        metadata,
        Column("city", Text, primary_key=True),
        Column("invoice_id", Uuid, primary_key=True),
        Column("charge_id", Uuid, primary_key=True),
        Column("place", SmallInteger, nullable=False),
        Column("amount_usd", _usd(), nullable=False),
        Column("canceled_on", Date),
        ForeignKeyConstraint(["city", "invoice_id"], ["invoices.city", "invoices.id"]),
        ForeignKeyConstraint(["city", "charge_id"], ["charges.city", "charges.id"]),
        Index(
            "uq_invoice_lines_living",
            "city",
            "charge_id",
            unique=True,
            postgresql_where=text("canceled_on IS NULL"),
        ),
        comment="A charge stands on one invoice that is not canceled, at most.",
    )
    return invoices, lines


def ledger_tables(metadata: MetaData) -> tuple[Table, ...]:
    """Attach all of the above."""
    return (
        charges_table(metadata),
        *journal_tables(metadata),
        payments_table(metadata),
        refunds_table(metadata),
        *invoice_tables(metadata),
    )


def _usd() -> Numeric[Decimal]:
    return Numeric(14, 2)
