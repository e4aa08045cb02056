"""The tables of gis, every growing one keyed by city first.

Geometry is WKB in EPSG:26915 (meters). Where the server has PostGIS, migration 0002 adds to the tables in
`SHAPED` a generated column `geom` with an index; nothing here depends on it.
"""

from servicekit.database import new_metadata
from servicekit.tables import kit_tables
from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Numeric,
    Sequence,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

metadata = new_metadata()
kit_tables(metadata)

generation_numbers = Sequence("generation_numbers", metadata=metadata)

parcels = Table(
    "parcels",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("county", Text, nullable=False),
    Column("pin", Text, nullable=False),
    Column("pin_digits", Text, nullable=False),
    Column("address", Text),
    Column("postal_city", Text),
    Column("zip", Text),
    Column("acres_deed", Numeric(14, 4)),
    Column("acres_polygon", Numeric(14, 4), nullable=False),
    Column("lon", Float, nullable=False),
    Column("lat", Float, nullable=False),
    Column("sold_on", Date),
    Column("owner_since", Date),
    Column("owner_candidate_id", Uuid),
    Column("private", Boolean, nullable=False, server_default=text("false")),
    Column("source", Text, nullable=False),
    Column("vintage", Date, nullable=False),
    Column("since", Date),
    Column("until", Date),
    Column("generation", BigInteger, nullable=False),
    Column("wkb", LargeBinary, nullable=False),
    UniqueConstraint("county", "pin"),
    Index("ix_parcels_city_pin", "city", "pin"),
    Index("ix_parcels_city_pin_digits", "city", "pin_digits"),
    CheckConstraint("pin_digits <> ''", name="pin_present"),
    CheckConstraint("acres_deed > 0", name="acres_deed_positive"),
    comment="A parcel of the county's newest file. Owners stand in parties.",
)

parcel_versions = Table(
    "parcel_versions",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("until", Date, primary_key=True),
    Column("since", Date),
    *(
        Column(column.name, column.type, nullable=column.nullable)
        for column in parcels.c
        if column.name in ("county", "pin", "pin_digits", "address", "postal_city", "zip", "acres_deed",
                           "acres_polygon", "lon", "lat", "source", "vintage", "generation", "wkb")
    ),
    comment="What a parcel was before the file that told it otherwise; never with people.",
)  # fmt: skip

parcel_links = Table(
    "parcel_links",
    metadata,
    Column("city", Text, primary_key=True),
    Column("from_id", Text, primary_key=True),
    Column("to_id", Text, primary_key=True),
    Column("on", Date, nullable=False),
    Column("kind", Text, nullable=False),
    CheckConstraint("kind IN ('split', 'merged', 'renumbered', 'replatted')", name="kind"),
    Index("ix_parcel_links_city_to_id", "city", "to_id"),
    comment="What became of the land of a parcel that is gone.",
)

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

parties = Table(
    "parties",
    metadata,
    Column("city", Text, primary_key=True),
    Column("parcel_id", Text, primary_key=True),
    Column("role", Text, primary_key=True),
    Column("position", SmallInteger, primary_key=True),
    Column("name", Text, nullable=False),
    Column("mailing", ARRAY(Text), nullable=False),
    ForeignKeyConstraint(["city", "parcel_id"], ["parcels.city", "parcels.id"], ondelete="CASCADE"),
    CheckConstraint("role IN ('owner', 'taxpayer')", name="role"),
    comment="Owners and taxpayers; one row per name.",
)

addresses = Table(
    "addresses",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("parcel_id", Text),
    Column("number", Text, nullable=False),
    Column("fraction", Text, nullable=False),
    Column("pre_direction", Text, nullable=False),
    Column("street_name", Text, nullable=False),
    Column("street_type", Text, nullable=False),
    Column("post_direction", Text, nullable=False),
    Column("unit", Text, nullable=False),
    Column("printed", Text, nullable=False),
    Column("mailing", ARRAY(Text), nullable=False),
    Column("occupant", Text, nullable=False),
    Column("residence", Boolean, nullable=False),
    Column("private", Boolean, nullable=False, server_default=text("false")),
    Column("source", Text, nullable=False),
    Column("vintage", Date, nullable=False),
    Column("wkb", LargeBinary, nullable=False),
    ForeignKeyConstraint(["city", "parcel_id"], ["parcels.city", "parcels.id"], ondelete="CASCADE"),
    Index("ix_addresses_city_number_street_name", "city", "number", "street_name"),
    Index("ix_addresses_city_parcel_id", "city", "parcel_id"),
    comment="Address points; residence marks where somebody lives.",
)

layers = Table(
    "layers",
    metadata,
    Column("city", Text, primary_key=True),
    Column("layer", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("vintage", Date, nullable=False),
    CheckConstraint("layer ~ '^[a-z][a-z0-9_-]{0,59}$'", name="layer_name"),
    CheckConstraint("kind IN ('zoning', 'overlay', 'register', 'jurisdiction', 'coverage')", name="kind"),
    comment="What layers a city has; one without features is known to be empty.",
)

features = Table(
    "features",
    metadata,
    Column("city", Text, primary_key=True),
    Column("layer", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("code", Text),
    Column("since", Date),
    Column("until", Date),
    Column("source", Text, nullable=False),
    Column("vintage", Date, nullable=False),
    Column("generation", BigInteger, nullable=False),
    Column("wkb", LargeBinary, nullable=False),
    ForeignKeyConstraint(["city", "layer"], ["layers.city", "layers.layer"], ondelete="CASCADE"),
    comment="Features of layers. One with until is gone and kept for questions about the past.",
)

register_entries = Table(
    "register_entries",
    metadata,
    Column("city", Text, primary_key=True),
    Column("layer", Text, primary_key=True),
    Column("permit_number", Text, primary_key=True),
    Column("event_id", Uuid, primary_key=True),
    Column("type", Text, nullable=False),
    Column("on", Date, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("lon", Float),
    Column("lat", Float),
    Column("standing", Boolean, nullable=False),
    ForeignKeyConstraint(["city", "layer"], ["layers.city", "layers.layer"], ondelete="CASCADE"),
    comment="What permit events said of structures; the features of registers follow from these.",
)

generations = Table(
    "generations",
    metadata,
    Column("city", Text, primary_key=True),
    Column("collection", Text, primary_key=True),
    Column("generation", BigInteger, nullable=False),
    comment="The number of the last change per collection: parcels, dwellings, layer:<name>.",
)

notice_lists = Table(
    "notice_lists",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("parcel_ids", ARRAY(Text), nullable=False),
    Column("made_at", DateTime(timezone=True), nullable=False),
    Column("made_by", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("list", Text, nullable=False),
    comment="Frozen lists: the JSON text as it was made, never changed.",
)

conveyances = Table(
    "conveyances",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("parcel_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("conveyed_on", Date, nullable=False),
    Column("document_number", Text, nullable=False),
    Column("document_title", Text, nullable=False),
    Column("recorded_on", Date, nullable=False),
    Column("grantor", Text, nullable=False),
    Column("grantee_name", Text, nullable=False),
    Column("grantee_mailing", ARRAY(Text), nullable=False),
    Column("received_at", DateTime(timezone=True), nullable=False),
    Column("received_from", Text, nullable=False),
    ForeignKeyConstraint(["city", "parcel_id"], ["parcels.city", "parcels.id"]),
    UniqueConstraint("city", "parcel_id", "document_number"),
    comment="What the county recorded, as received.",
)

owner_candidates = Table(
    "owner_candidates",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("status", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("recorded_owner", Text),
    Column("decided_at", DateTime(timezone=True)),
    Column("decided_by", Text),
    Column("note", Text),
    Column("version", Integer, nullable=False),
    ForeignKeyConstraint(["city", "id"], ["conveyances.city", "conveyances.id"]),
    CheckConstraint("status IN ('pending', 'confirmed', 'rejected', 'reversed')", name="status"),
    Index("ix_owner_candidates_city_status_id", "city", "status", "id"),
    comment="What staff found about a conveyance; the id is the conveyance's.",
)

ownership_changes = Table(
    "ownership_changes",
    metadata,
    Column("city", Text, primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("parcel_id", Text, nullable=False),
    Column("candidate_id", Uuid, nullable=False),
    Column("cause", Text, nullable=False),
    Column("effective_on", Date, nullable=False),
    Column("recorded_at", DateTime(timezone=True), nullable=False),
    Column("recorded_by", Text, nullable=False),
    Column("before", JSONB, nullable=False),
    Column("after", JSONB, nullable=False),
    ForeignKeyConstraint(["city", "parcel_id"], ["parcels.city", "parcels.id"]),
    ForeignKeyConstraint(["city", "candidate_id"], ["owner_candidates.city", "owner_candidates.id"]),
    CheckConstraint("cause IN ('confirmed', 'reversed')", name="cause"),
    Index("ix_ownership_changes_city_parcel_id_id", "city", "parcel_id", "id"),
    Index("ix_ownership_changes_city_candidate_id", "city", "candidate_id"),
    comment="Append-only: each change of ownership, with what stood before and after.",
)

SHAPED = ("parcels", "parcel_versions", "addresses", "features")
"""Tables with a `wkb` column, which PostGIS indexes."""
