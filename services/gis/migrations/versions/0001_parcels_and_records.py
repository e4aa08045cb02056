"""Parcels with their people, address points, layers, notice lists, owner candidates; the kit's own tables.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEPT_AS_WRITTEN = ("ownership_changes", "notice_lists")
"""Tables whose rows are never changed: the database refuses it."""


def upgrade() -> None:
    op.execute("CREATE SEQUENCE generation_numbers")
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("scopes", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("cities", postgresql.ARRAY(sa.Text()), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
    )
    op.create_table(
        "generations",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("collection", sa.Text(), nullable=False),
        sa.Column("generation", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("city", "collection", name=op.f("pk_generations")),
        comment="The number of the last change per collection: parcels, dwellings, layer:<name>.",
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("caller", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("request_hash", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=True),
        sa.Column("headers", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("caller", "key", name=op.f("pk_idempotency_keys")),
    )
    op.create_index("ix_idempotency_keys_created", "idempotency_keys", ["created"], unique=False)
    op.create_table(
        "inbox",
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("taken_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_inbox")),
    )
    op.create_table(
        "layers",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("layer", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("vintage", sa.Date(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('zoning', 'overlay', 'register', 'jurisdiction', 'coverage')",
            name=op.f("ck_layers_kind"),
        ),
        sa.CheckConstraint("layer ~ '^[a-z][a-z0-9_-]{0,59}$'", name=op.f("ck_layers_layer_name")),
        sa.PrimaryKeyConstraint("city", "layer", name=op.f("pk_layers")),
        comment="What layers a city has; one without features is known to be empty.",
    )
    op.create_table(
        "notice_lists",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("parcel_id", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("list", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_notice_lists")),
        comment="Frozen lists: the JSON text as it was made, never changed.",
    )
    op.create_table(
        "outbox",
        sa.Column("seq", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("time", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("traceparent", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("dispatched_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_outbox")),
        sa.UniqueConstraint("event_id", name=op.f("uq_outbox_event_id")),
    )
    op.create_index(
        "ix_outbox_undispatched",
        "outbox",
        ["subject", "seq"],
        unique=False,
        postgresql_where=sa.text("dispatched_at IS NULL"),
    )
    op.create_table(
        "parcels",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("county", sa.Text(), nullable=False),
        sa.Column("pin", sa.Text(), nullable=False),
        sa.Column("pin_digits", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("postal_city", sa.Text(), nullable=True),
        sa.Column("zip", sa.Text(), nullable=True),
        sa.Column("acres_deed", sa.Numeric(precision=14, scale=4), nullable=True),
        sa.Column("acres_polygon", sa.Numeric(precision=14, scale=4), nullable=False),
        sa.Column("lon", sa.Float(), nullable=False),
        sa.Column("lat", sa.Float(), nullable=False),
        sa.Column("owner_since", sa.Date(), nullable=True),
        sa.Column("owner_candidate_id", sa.Uuid(), nullable=True),
        sa.Column("private", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("vintage", sa.Date(), nullable=False),
        sa.Column("generation", sa.BigInteger(), nullable=False),
        sa.Column("wkb", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("pin_digits <> ''", name=op.f("ck_parcels_pin_present")),
        sa.CheckConstraint("acres_deed > 0", name=op.f("ck_parcels_acres_deed_positive")),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_parcels")),
        sa.UniqueConstraint("county", "pin", name=op.f("uq_parcels_county_pin")),
        comment="A parcel of the county's newest file. Owners stand in parties.",
    )
    op.create_index("ix_parcels_city_pin", "parcels", ["city", "pin"], unique=False)
    op.create_index("ix_parcels_city_pin_digits", "parcels", ["city", "pin_digits"], unique=False)
    op.create_table(
        "record_counters",
        sa.Column("prefix", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("year", sa.SmallInteger(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("prefix", "code", "year", name=op.f("pk_record_counters")),
    )
    op.create_table(
        "addresses",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("parcel_id", sa.Text(), nullable=True),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("fraction", sa.Text(), nullable=False),
        sa.Column("pre_direction", sa.Text(), nullable=False),
        sa.Column("street_name", sa.Text(), nullable=False),
        sa.Column("street_type", sa.Text(), nullable=False),
        sa.Column("post_direction", sa.Text(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("printed", sa.Text(), nullable=False),
        sa.Column("mailing", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("occupant", sa.Text(), nullable=False),
        sa.Column("residence", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("vintage", sa.Date(), nullable=False),
        sa.Column("wkb", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["city", "parcel_id"],
            ["parcels.city", "parcels.id"],
            name=op.f("fk_addresses_city_parcel_id_parcels"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_addresses")),
        comment="Address points; residence marks where somebody lives.",
    )
    op.create_index(
        "ix_addresses_city_number_street_name", "addresses", ["city", "number", "street_name"], unique=False
    )
    op.create_index("ix_addresses_city_parcel_id", "addresses", ["city", "parcel_id"], unique=False)
    op.create_table(
        "conveyances",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("parcel_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("conveyed_on", sa.Date(), nullable=False),
        sa.Column("document_number", sa.Text(), nullable=False),
        sa.Column("document_title", sa.Text(), nullable=False),
        sa.Column("recorded_on", sa.Date(), nullable=False),
        sa.Column("grantor", sa.Text(), nullable=False),
        sa.Column("grantee_name", sa.Text(), nullable=False),
        sa.Column("grantee_mailing", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("received_from", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["city", "parcel_id"],
            ["parcels.city", "parcels.id"],
            name=op.f("fk_conveyances_city_parcel_id_parcels"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_conveyances")),
        sa.UniqueConstraint(
            "city", "parcel_id", "document_number", name=op.f("uq_conveyances_city_parcel_id_document_number")
        ),
        comment="What the county recorded, as received.",
    )
    op.create_table(
        "features",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("layer", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("since", sa.Date(), nullable=True),
        sa.Column("until", sa.Date(), nullable=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("vintage", sa.Date(), nullable=False),
        sa.Column("generation", sa.BigInteger(), nullable=False),
        sa.Column("wkb", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["city", "layer"],
            ["layers.city", "layers.layer"],
            name=op.f("fk_features_city_layer_layers"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("city", "layer", "id", name=op.f("pk_features")),
        comment="Features of layers. One with until is gone and kept for questions about the past.",
    )
    op.create_table(
        "outbox_deliveries",
        sa.Column("subscriber", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "next_attempt_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["seq"], ["outbox.seq"], name=op.f("fk_outbox_deliveries_seq_outbox"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("subscriber", "seq", name=op.f("pk_outbox_deliveries")),
    )
    op.create_index("ix_outbox_deliveries_seq", "outbox_deliveries", ["seq"], unique=False)
    op.create_index(
        "ix_outbox_deliveries_undelivered",
        "outbox_deliveries",
        ["subscriber", "subject", "seq"],
        unique=False,
        postgresql_where=sa.text("delivered_at IS NULL"),
    )
    op.create_table(
        "parties",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("parcel_id", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("mailing", sa.ARRAY(sa.Text()), nullable=False),
        sa.CheckConstraint("role IN ('owner', 'taxpayer')", name=op.f("ck_parties_role")),
        sa.ForeignKeyConstraint(
            ["city", "parcel_id"],
            ["parcels.city", "parcels.id"],
            name=op.f("fk_parties_city_parcel_id_parcels"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("city", "parcel_id", "role", "position", name=op.f("pk_parties")),
        comment="Owners and taxpayers; one row per name.",
    )
    op.create_table(
        "owner_candidates",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("recorded_owner", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "status IN ('pending', 'confirmed', 'rejected', 'reversed')",
            name=op.f("ck_owner_candidates_status"),
        ),
        sa.ForeignKeyConstraint(
            ["city", "id"],
            ["conveyances.city", "conveyances.id"],
            name=op.f("fk_owner_candidates_city_id_conveyances"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_owner_candidates")),
        comment="What staff found about a conveyance; the id is the conveyance's.",
    )
    op.create_index(
        "ix_owner_candidates_city_status_id", "owner_candidates", ["city", "status", "id"], unique=False
    )
    op.create_table(
        "ownership_changes",
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("parcel_id", sa.Text(), nullable=False),
        sa.Column("candidate_id", sa.Uuid(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recorded_by", sa.Text(), nullable=False),
        sa.Column("before", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("after", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.CheckConstraint("cause IN ('confirmed', 'reversed')", name=op.f("ck_ownership_changes_cause")),
        sa.ForeignKeyConstraint(
            ["city", "candidate_id"],
            ["owner_candidates.city", "owner_candidates.id"],
            name=op.f("fk_ownership_changes_city_candidate_id_owner_candidates"),
        ),
        sa.ForeignKeyConstraint(
            ["city", "parcel_id"],
            ["parcels.city", "parcels.id"],
            name=op.f("fk_ownership_changes_city_parcel_id_parcels"),
        ),
        sa.PrimaryKeyConstraint("city", "id", name=op.f("pk_ownership_changes")),
        comment="Append-only: each change of ownership, with what stood before and after.",
    )
    op.create_index(
        "ix_ownership_changes_city_candidate_id", "ownership_changes", ["city", "candidate_id"], unique=False
    )
    op.create_index(
        "ix_ownership_changes_city_parcel_id_id",
        "ownership_changes",
        ["city", "parcel_id", "id"],
        unique=False,
    )
    op.execute(
        """
        CREATE FUNCTION keep_as_written() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'rows of % are kept as they were written', TG_TABLE_NAME
                USING ERRCODE = 'restrict_violation';
        END $$
        """
    )
    for table in KEPT_AS_WRITTEN:
        op.execute(
            f"CREATE TRIGGER keep_as_written BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION keep_as_written()"
        )


def downgrade() -> None:
    op.drop_index("ix_ownership_changes_city_parcel_id_id", table_name="ownership_changes")
    op.drop_index("ix_ownership_changes_city_candidate_id", table_name="ownership_changes")
    op.drop_table("ownership_changes")
    op.drop_index("ix_owner_candidates_city_status_id", table_name="owner_candidates")
    op.drop_table("owner_candidates")
    op.drop_table("parties")
    op.drop_index(
        "ix_outbox_deliveries_undelivered",
        table_name="outbox_deliveries",
        postgresql_where=sa.text("delivered_at IS NULL"),
    )
    op.drop_index("ix_outbox_deliveries_seq", table_name="outbox_deliveries")
    op.drop_table("outbox_deliveries")
    op.drop_table("features")
    op.drop_table("conveyances")
    op.drop_index("ix_addresses_city_parcel_id", table_name="addresses")
    op.drop_index("ix_addresses_city_number_street_name", table_name="addresses")
    op.drop_table("addresses")
    op.drop_table("record_counters")
    op.drop_index("ix_parcels_city_pin_digits", table_name="parcels")
    op.drop_index("ix_parcels_city_pin", table_name="parcels")
    op.drop_table("parcels")
    op.drop_index(
        "ix_outbox_undispatched", table_name="outbox", postgresql_where=sa.text("dispatched_at IS NULL")
    )
    op.drop_table("outbox")
    op.drop_table("notice_lists")
    op.drop_table("layers")
    op.drop_table("inbox")
    op.drop_index("ix_idempotency_keys_created", table_name="idempotency_keys")
    op.drop_table("idempotency_keys")
    op.drop_table("generations")
    op.drop_table("api_keys")
    op.execute("DROP FUNCTION keep_as_written()")
    op.execute("DROP SEQUENCE generation_numbers")
