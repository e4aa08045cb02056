"""Layers with their features, what permits said of structures, and the counters of change."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    Float,
    ForeignKeyConstraint,
    LargeBinary,
    Sequence,
    Table,
    Text,
    Uuid,
)
from sqlalchemy.dialects.postgresql import JSONB

from gis.storage.tables.schema import metadata

generation_numbers = Sequence("generation_numbers", metadata=metadata)

layers = Table(
    "layers",
    metadata,
    Column("city", Text, primary_key=True),
    Column("layer", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("vintage", Date, nullable=False),
    Column("made_of", JSONB(none_as_null=True)),
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
