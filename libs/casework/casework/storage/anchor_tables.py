"""Heads and anchors of the history: what finds a cut tail.

`history_heads` holds number and hash of each record's newest entry. The database moves it itself when an
entry is written (`HEAD_GUARDS`) and refuses every other change. An anchor freezes the heads that moved since
the one before; anchors are chained by hash per city, so that heads and tails cannot be cut together unseen,
and the newest anchor's hash can be kept outside the database.

Attach with `anchor_tables(metadata)`; a migration runs `HEAD_GUARDS` after creating them (it also enters the
heads of what is there) and `HEAD_UNGUARDS` before dropping them.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
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

from casework.storage.tables import keep_as_written

ANCHORS_KEPT_AS_WRITTEN = ("history_anchors", "history_anchored_heads")

_MOVE_HEAD = """
CREATE OR REPLACE FUNCTION move_history_head() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.seq = 1 THEN
    INSERT INTO history_heads (city, record_id, seq, hash, anchored)
      VALUES (NEW.city, NEW.record_id, 1, NEW.hash, false);
  ELSE
    UPDATE history_heads SET seq = NEW.seq, hash = NEW.hash, anchored = false
      WHERE city = NEW.city AND record_id = NEW.record_id AND seq = NEW.seq - 1 AND hash = NEW.previous;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'entry % of record % does not follow its newest entry', NEW.seq, NEW.record_id
        USING ERRCODE = 'serialization_failure';
    END IF;
  END IF;
  RETURN NULL;
END $$
"""
_GUARD_HEAD = """
CREATE OR REPLACE FUNCTION guard_history_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.city = NEW.city AND OLD.record_id = NEW.record_id AND OLD.seq = NEW.seq AND OLD.hash = NEW.hash
       AND NEW.anchored THEN
      RETURN NEW;
    END IF;
    IF pg_trigger_depth() > 1 AND NEW.seq = OLD.seq + 1 THEN
      RETURN NEW;
    END IF;
  ELSIF TG_OP = 'INSERT' AND pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the head of a history moves only with its entries' USING ERRCODE = 'restrict_violation';
END $$
"""
_ENTER_HEADS = """
INSERT INTO history_heads (city, record_id, seq, hash, anchored)
SELECT DISTINCT ON (city, record_id) city, record_id, seq, hash, false
FROM history ORDER BY city, record_id, seq DESC
"""

HEAD_GUARDS: tuple[str, ...] = (
    _ENTER_HEADS,
    _MOVE_HEAD,
    _GUARD_HEAD,
    "CREATE TRIGGER history_moves_head AFTER INSERT ON history "
    "FOR EACH ROW EXECUTE FUNCTION move_history_head()",
    "CREATE TRIGGER history_heads_guarded BEFORE INSERT OR UPDATE OR DELETE ON history_heads "
    "FOR EACH ROW EXECUTE FUNCTION guard_history_head()",
    "CREATE TRIGGER history_heads_not_emptied BEFORE TRUNCATE ON history_heads "
    "FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written()",
    *(statement for table in ANCHORS_KEPT_AS_WRITTEN for statement in keep_as_written(table)),
)

HEAD_UNGUARDS: tuple[str, ...] = (
    "DROP FUNCTION move_history_head() CASCADE",
    "DROP FUNCTION guard_history_head() CASCADE",
)


def anchor_tables(metadata: MetaData) -> tuple[Table, ...]:
    """`history_heads`, `history_anchors` and `history_anchored_heads`."""
    heads = Table(
        "history_heads",
        metadata,
        Column("city", Text, primary_key=True),
        Column("record_id", Uuid, primary_key=True),
        Column("seq", Integer, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        Column("anchored", Boolean, nullable=False),
        Index("ix_history_heads_moved", "city", postgresql_where=text("NOT anchored")),
        comment="The newest entry per record; moved by the database when an entry is written.",
    )
    anchors = Table(
        "history_anchors",
        metadata,
        Column("city", Text, primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("taken_at", DateTime(timezone=True), nullable=False),
        Column("heads", Integer, nullable=False),
        Column("previous", LargeBinary, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        comment="Chained by hash per city; each vouches for the heads that moved since the one before.",
    )
    anchored = Table(
        "history_anchored_heads",
        metadata,
        Column("city", Text, primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("record_id", Uuid, primary_key=True),
        Column("seq", Integer, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        ForeignKeyConstraint(["city", "number"], ["history_anchors.city", "history_anchors.number"]),
    )
    return heads, anchors, anchored
