"""Where the server has PostGIS: a geometry generated from the WKB, with an index. Elsewhere nothing.

A server that gets PostGIS later: downgrade to 0001 and upgrade again; no data are touched.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SHAPED = ("parcels", "addresses", "features")
GRID = 26915


def upgrade() -> None:
    if not _has_postgis():
        return
    for table in SHAPED:
        op.execute(
            f"ALTER TABLE {table} ADD COLUMN geom geometry(Geometry, {GRID}) "
            f"GENERATED ALWAYS AS (ST_GeomFromWKB(wkb, {GRID})) STORED"
        )
        op.execute(f"CREATE INDEX ix_{table}_geom ON {table} USING gist (geom)")


def downgrade() -> None:
    for table in SHAPED:
        op.execute(f"ALTER TABLE {table} DROP COLUMN IF EXISTS geom")


def _has_postgis() -> bool:
    connection = op.get_bind()
    offered = connection.scalar(
        sa.text("SELECT count(*) FROM pg_available_extensions WHERE name = 'postgis'")
    )
    if not offered:
        return False
    try:
        with connection.begin_nested():
            connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS postgis"))
    except sa.exc.DBAPIError:  # offered, but this user may not create it
        return False
    return True
