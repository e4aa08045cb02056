"""Tables of what neighbors and persons tell a service: land events, events refused for now, consents."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Date, DateTime, Integer, MetaData, Table, Text, Uuid
from sqlalchemy.dialects.postgresql import JSONB


def land_events_table(metadata: MetaData) -> Table:
    """`land_events`: one row per reference, joined out of all that was told."""
    return Table(
        "land_events",
        metadata,
        Column("city", Text, primary_key=True),
        Column("pin", Text, primary_key=True),
        Column("reference", Text, primary_key=True),
        Column("law_event", Text),
        Column("happened_on", Date),
        Column("facts", JSONB, nullable=False),
        Column("confirmed", Boolean, nullable=False),
        Column("reversed", Boolean, nullable=False),
        comment="All that is known to have happened to a parcel, in whatever order it was told.",
    )


def refused_events_table(metadata: MetaData) -> Table:
    """`refused_events`: kept whole, to be tried again."""
    return Table(
        "refused_events",
        metadata,
        Column("city", Text, primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("type", Text, nullable=False),
        Column("subject", Text, nullable=False),
        Column("envelope", JSONB, nullable=False),
        Column("reason", Text, nullable=False),
        Column("refused_at", DateTime(timezone=True), nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("taken_at", DateTime(timezone=True)),
        comment="Events of neighbors that could not be taken, kept to be tried again.",
    )


def consents_table(metadata: MetaData) -> Table:
    """`consents`: a person lets a machine act for them."""
    return Table(
        "consents",
        metadata,
        Column("city", Text, primary_key=True),
        Column("person", Text, primary_key=True),
        Column("machine", Text, primary_key=True),
        Column("granted_at", DateTime(timezone=True), nullable=False),
        Column("withdrawn_at", DateTime(timezone=True)),
        comment="A person lets a machine act for them; withdrawing ends it.",
    )


def neighbor_tables(metadata: MetaData) -> tuple[Table, ...]:
    """Attach all of the above."""
    return (land_events_table(metadata), refused_events_table(metadata), consents_table(metadata))
