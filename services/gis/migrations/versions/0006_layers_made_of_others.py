"""What a layer is made of, where it follows from others.

Revision ID: 0006
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("layers", sa.Column("made_of", postgresql.JSONB(none_as_null=True)))


def downgrade() -> None:
    op.drop_column("layers", "made_of")
