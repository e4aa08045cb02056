"""Choices between the candidates of an address, kept as they were written.

Revision ID: 0007
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "address_choices",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("parcel_id", sa.Text(), nullable=False),
        sa.Column("chosen", postgresql.JSONB(), nullable=False),
        sa.Column("candidates", postgresql.JSONB(), nullable=False),
        sa.Column("chosen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("chosen_by", sa.Text(), nullable=False),
        sa.Column("note", sa.Text()),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_address_choices")),
        comment="Which candidate of an address was meant; never changed, the newest of a question stands.",
    )
    op.create_index("ix_address_choices_city_question_id", "address_choices", ["city", "question", "id"])
    op.execute(
        "CREATE TRIGGER keep_as_written BEFORE UPDATE OR DELETE ON address_choices "
        "FOR EACH ROW EXECUTE FUNCTION keep_as_written()"
    )


def downgrade() -> None:
    op.drop_table("address_choices")
