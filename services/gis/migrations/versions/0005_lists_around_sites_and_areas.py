"""Notice lists around several parcels, or around an area that is no parcel.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("notice_lists", sa.Column("parcel_ids", postgresql.ARRAY(sa.Text())))
    _without_guard("UPDATE notice_lists SET parcel_ids = ARRAY[parcel_id]")
    op.alter_column("notice_lists", "parcel_ids", nullable=False)
    op.drop_column("notice_lists", "parcel_id")


def downgrade() -> None:
    op.add_column("notice_lists", sa.Column("parcel_id", sa.Text()))
    _without_guard("UPDATE notice_lists SET parcel_id = coalesce(parcel_ids[1], '')")
    op.alter_column("notice_lists", "parcel_id", nullable=False)
    op.drop_column("notice_lists", "parcel_ids")


def _without_guard(statement: str) -> None:
    op.execute("ALTER TABLE notice_lists DISABLE TRIGGER USER")
    op.execute(statement)
    op.execute("ALTER TABLE notice_lists ENABLE TRIGGER USER")
