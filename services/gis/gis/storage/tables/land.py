"""Parcels, what they were, what became of them, their people and addresses."""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Float,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    Numeric,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)

from gis.storage.tables.schema import metadata

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
