"""What permit events said of structures in registers, so that they may come in any order.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "register_entries",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("layer", sa.Text(), nullable=False),
        sa.Column("permit_number", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lon", sa.Float()),
        sa.Column("lat", sa.Float()),
        sa.Column("standing", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint(
            "city", "layer", "permit_number", "event_id", name=op.f("pk_register_entries")
        ),
        sa.ForeignKeyConstraint(
            ["city", "layer"],
            ["layers.city", "layers.layer"],
            name=op.f("fk_register_entries_city_layer_layers"),
            ondelete="CASCADE",
        ),
        comment="What permit events said of structures; the features of registers follow from these.",
    )


def downgrade() -> None:
    op.drop_table("register_entries")
