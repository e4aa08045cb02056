"""Land events as rows, terms, surveyed facts, remedies, refused events; hearings canceled and moved.

What a sale ended before is entered as a known event, so that a reversal or an earlier sale still finds it.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

RUNNING = "state IN ('issued', 'inspected') AND term_ends_on IS NOT NULL"
ENTER_KNOWN_SALES = """
INSERT INTO land_events (city, pin, reference, law_event, happened_on, facts, confirmed, reversed)
SELECT DISTINCT ON (city, pin, ended_by)
       city, pin, ended_by, 'ownership.transferred', ended_on, '{}'::jsonb, true, false
FROM permits
WHERE state = 'expired' AND ended_by IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM obligations
    WHERE obligations.city = permits.city AND obligations.record_id = permits.id
      AND obligations.started_by = 'parcel.subdivided'
  )
ORDER BY city, pin, ended_by, ended_on
"""


def upgrade() -> None:
    op.add_column("hearings", sa.Column("canceled_because", sa.Text(), nullable=True))
    op.add_column("hearings", sa.Column("moved_to", sa.Uuid(), nullable=True))
    op.create_table_comment(
        "hearings",
        "notice_lists: notice id to the frozen list it was sent by. moved_to: the hearing set instead.",
        existing_comment="notice_lists: notice id to the frozen list it was sent by.",
    )
    op.add_column("decisions", sa.Column("law_date", sa.Date(), nullable=True))
    op.add_column(
        "decisions",
        sa.Column("grounds", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
    )
    for table, column in (
        ("decisions", "remedies"),
        ("applications", "surveyed"),
        ("applications", "remedies"),
    ):
        op.add_column(
            table,
            sa.Column(column, postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        )
    op.add_column("permits", sa.Column("term_ends_on", sa.Date(), nullable=True))
    op.add_column("permits", sa.Column("term_rule", sa.Text(), nullable=True))
    op.create_index(
        "ix_permits_running",
        "permits",
        ["city", "term_ends_on"],
        unique=False,
        postgresql_where=sa.text(RUNNING),
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
    op.execute(ENTER_KNOWN_SALES)


def downgrade() -> None:
    op.drop_table("refused_events")
    op.drop_table("land_events")
    op.drop_index("ix_permits_running", table_name="permits", postgresql_where=sa.text(RUNNING))
    op.drop_column("permits", "term_rule")
    op.drop_column("permits", "term_ends_on")
    for table, column in (
        ("applications", "remedies"),
        ("applications", "surveyed"),
        ("decisions", "remedies"),
        ("decisions", "grounds"),
        ("decisions", "law_date"),
        ("hearings", "moved_to"),
        ("hearings", "canceled_because"),
    ):
        op.drop_column(table, column)
    op.create_table_comment(
        "hearings",
        "notice_lists: notice id to the frozen list it was sent by.",
        existing_comment="notice_lists: notice id to the frozen list it was sent by. "
        "moved_to: the hearing set instead.",
    )
