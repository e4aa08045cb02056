"""Registers that permits change, and the conditions of the law that a permit carries.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "registers",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("layer", sa.Text(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("city", "layer", name=op.f("pk_registers")),
        comment="How often permits changed a layer of the map: what was measured before is measured anew.",
    )
    op.add_column(
        "permits",
        sa.Column(
            "law_conditions", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False
        ),
    )


def downgrade() -> None:
    op.drop_column("permits", "law_conditions")
    op.drop_table("registers")
