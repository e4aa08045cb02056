"""Layers made of other layers: what they are made of, and writing them anew."""

from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from gis.domain.loads import FeatureLoad
from gis.domain.parcel import Feature, LayerSource
from gis.geometry.questions import layer_collection
from gis.storage import generations
from gis.storage.arrays import any_of
from gis.storage.tables import features


def made_of_json(sources: Sequence[LayerSource]) -> list[dict[str, Any]] | None:
    """Give what a layer is made of as it is stored; None of one that is no made layer."""
    if not sources:
        return None
    return [
        {
            "layer": each.layer,
            "codes": list(each.codes),
            "within_ft": None if each.within_ft is None else str(each.within_ft),
        }
        for each in sources
    ]


def made_of_read(stored: Sequence[dict[str, Any]] | None) -> tuple[LayerSource, ...]:
    """Read what `made_of_json` gave."""
    return tuple(
        LayerSource(
            each["layer"],
            tuple(each["codes"]),
            None if each["within_ft"] is None else Decimal(each["within_ft"]),
        )
        for each in stored or ()
    )


def features_of(connection: Connection, city: str, name: str, codes: Collection[str]) -> list[FeatureLoad]:
    """Give the features of a layer, of these codes (none: of all), by id; those that are gone included."""
    asked = select(features).where(features.c.city == city, features.c.layer == name)
    if codes:
        asked = asked.where(features.c.code == any_of(codes))
    return [
        FeatureLoad(
            Feature(city, name, row.id, row.name, row.code, row.source, row.vintage),
            row.since,
            bytes(row.wkb),
            row.until,
        )
        for row in connection.execute(asked.order_by(features.c.id))
    ]


def write_anew(connection: Connection, city: str, name: str, made: Sequence[FeatureLoad]) -> None:
    """Put these features in the place of what the layer had, under a new generation."""
    generation = generations.advance(connection, city, layer_collection(name))
    connection.execute(delete(features).where(features.c.city == city, features.c.layer == name))
    rows = [
        {
            "city": city,
            "layer": name,
            "id": each.feature.id,
            "name": each.feature.name,
            "code": each.feature.code,
            "since": each.since,
            "until": each.until,
            "source": each.feature.source,
            "vintage": each.feature.vintage,
            "generation": generation,
            "wkb": each.wkb,
        }
        for each in made
    ]
    if rows:
        connection.execute(insert(features), rows)
