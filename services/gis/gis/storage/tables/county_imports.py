"""County files as they are sent, and every row that was refused."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    Uuid,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from gis.storage.tables.schema import metadata

county_imports = Table(
    "county_imports",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("status", Text, nullable=False),
    Column("county", Text, nullable=False),
    Column("county_code", Text, nullable=False),
    Column("file_name", Text, nullable=False),
    Column("vintage", Date, nullable=False),
    Column("whole_county", Boolean, nullable=False),
    Column("parts", Integer, nullable=False),
    Column("asked_at", DateTime(timezone=True), nullable=False),
    Column("asked_by", Text, nullable=False),
    Column("rows_read", Integer, nullable=False),
    Column("row_count", Integer),
    Column("finished_at", DateTime(timezone=True)),
    Column("failure", Text),
    Column("report", JSONB),
    Column("version", Integer, nullable=False),
    Column("cities", ARRAY(Text)),
    CheckConstraint("status IN ('receiving', 'waiting', 'running', 'done', 'failed')", name="status"),
    Index("ix_county_imports_city_status_id", "city", "status", "id"),
    comment="County files that were sent, and what became of them.",
)


def _of_import() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["city", "import_id"], ["county_imports.city", "county_imports.id"], ondelete="CASCADE"
    )


county_import_parts = Table(
    "county_import_parts",
    metadata,
    Column("city", Text, primary_key=True),
    Column("import_id", Uuid, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),
    _of_import(),
    comment="The file in the parts it came in; emptied when the import is over.",
)

county_import_findings = Table(
    "county_import_findings",
    metadata,
    Column("city", Text, primary_key=True),
    Column("import_id", Uuid, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("row", Integer, nullable=False),
    Column("pin", Text),
    Column("fault", Text, nullable=False),
    Column("field", Text),
    Column("message", Text, nullable=False),
    Column("refused", Boolean, nullable=False),
    _of_import(),
    comment="Rows that were refused, and values that were dropped.",
)
