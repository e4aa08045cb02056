"""County files as they are sent and imported, what parcels were before, and what became of their land.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

GRID = 26915


def upgrade() -> None:
    for name in ("sold_on", "since", "until"):
        op.add_column("parcels", sa.Column(name, sa.Date()))
    _parcel_history()
    _imports()


def downgrade() -> None:
    for name in ("county_import_findings", "county_import_parts", "county_imports", "parcel_links"):
        op.drop_table(name)
    op.drop_table("parcel_versions")
    for name in ("until", "since", "sold_on"):
        op.drop_column("parcels", name)


def _parcel_history() -> None:
    op.create_table(
        "parcel_versions",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("until", sa.Date(), nullable=False),
        sa.Column("since", sa.Date()),
        sa.Column("county", sa.Text(), nullable=False),
        sa.Column("pin", sa.Text(), nullable=False),
        sa.Column("pin_digits", sa.Text(), nullable=False),
        sa.Column("address", sa.Text()),
        sa.Column("postal_city", sa.Text()),
        sa.Column("zip", sa.Text()),
        sa.Column("acres_deed", sa.Numeric(14, 4)),
        sa.Column("acres_polygon", sa.Numeric(14, 4), nullable=False),
        sa.Column("lon", sa.Float(), nullable=False),
        sa.Column("lat", sa.Float(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("vintage", sa.Date(), nullable=False),
        sa.Column("generation", sa.BigInteger(), nullable=False),
        sa.Column("wkb", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("city", "id", "until", name=op.f("pk_parcel_versions")),
        comment="What a parcel was before the file that told it otherwise; never with people.",
    )
    if _has_geometry():
        op.execute(
            f"ALTER TABLE parcel_versions ADD COLUMN geom geometry(Geometry, {GRID}) "
            f"GENERATED ALWAYS AS (ST_GeomFromWKB(wkb, {GRID})) STORED"
        )
        op.execute("CREATE INDEX ix_parcel_versions_geom ON parcel_versions USING gist (geom)")
    op.create_table(
        "parcel_links",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("from_id", sa.Text(), nullable=False),
        sa.Column("to_id", sa.Text(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("city", "from_id", "to_id", name=op.f("pk_parcel_links")),
        sa.CheckConstraint(
            "kind IN ('split', 'merged', 'renumbered', 'replatted')", name=op.f("ck_parcel_links_kind")
        ),
        comment="What became of the land of a parcel that is gone.",
    )
    op.create_index("ix_parcel_links_city_to_id", "parcel_links", ["city", "to_id"])


def _imports() -> None:
    op.create_table(
        "county_imports",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("county", sa.Text(), nullable=False),
        sa.Column("county_code", sa.Text(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("vintage", sa.Date(), nullable=False),
        sa.Column("whole_county", sa.Boolean(), nullable=False),
        sa.Column("parts", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asked_by", sa.Text(), nullable=False),
        sa.Column("rows_read", sa.Integer(), nullable=False),
        sa.Column("row_count", sa.Integer()),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
        sa.Column("failure", sa.Text()),
        sa.Column("report", postgresql.JSONB()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_county_imports")),
        sa.CheckConstraint(
            "status IN ('receiving', 'waiting', 'running', 'done', 'failed')",
            name=op.f("ck_county_imports_status"),
        ),
        comment="County files that were sent, and what became of them.",
    )
    op.create_index("ix_county_imports_city_status_id", "county_imports", ["city", "status", "id"])
    op.create_table(
        "county_import_parts",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("import_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("city", "import_id", "number", name=op.f("pk_county_import_parts")),
        _of_import("county_import_parts"),
        comment="The file in the parts it came in; emptied when the import is over.",
    )
    op.create_table(
        "county_import_findings",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("import_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("pin", sa.Text()),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.Column("field", sa.Text()),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("city", "import_id", "number", name=op.f("pk_county_import_findings")),
        _of_import("county_import_findings"),
        comment="Rows that were refused, and values that were dropped.",
    )


def _of_import(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["city", "import_id"],
        ["county_imports.city", "county_imports.id"],
        name=op.f(f"fk_{table}_city_import_id_county_imports"),
        ondelete="CASCADE",
    )


def _has_geometry() -> bool:
    found = sa.text(
        "SELECT count(*) FROM information_schema.columns WHERE table_schema = current_schema() "
        "AND table_name = 'parcels' AND column_name = 'geom'"
    )
    return bool(op.get_bind().scalar(found))
