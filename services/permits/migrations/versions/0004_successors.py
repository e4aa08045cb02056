"""An application may name the permit that it succeeds.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("applications", sa.Column("succeeds", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("applications", "succeeds")
