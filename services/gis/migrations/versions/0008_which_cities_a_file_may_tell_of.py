"""Which of the cities served the sender of a county file may send for; NULL: every one.

Revision ID: 0008
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("county_imports", sa.Column("cities", postgresql.ARRAY(sa.Text())))


def downgrade() -> None:
    op.drop_column("county_imports", "cities")
