"""Reading map layers and their features; entering and ending features of registers."""

from collections.abc import Collection
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.dialects.postgresql import insert

from gis.domain.parcel import Feature, Layer
from gis.geometry.questions import layer_collection
from gis.storage import generations
from gis.storage.arrays import any_of
from gis.storage.tables import features, layers

_FEATURE = [features.c[name] for name in ("city", "layer", "id", "name", "code", "source", "vintage")]


def layer(connection: Connection, city: str, name: str) -> Layer | None:
    """Give a layer of the city, if it has one of this name."""
    asked = select(layers).where(layers.c.city == city, layers.c.layer == name)
    row = connection.execute(asked).one_or_none()
    return None if row is None else _layer(row)


def of_kinds(connection: Connection, city: str, kinds: Collection[str]) -> list[Layer]:
    """Give the city's layers of these kinds, by name."""
    asked = select(layers).where(layers.c.city == city, layers.c.kind == any_of(kinds))
    return [_layer(row) for row in connection.execute(asked.order_by(layers.c.layer))]


def with_ids(connection: Connection, city: str, name: str, ids: Collection[str]) -> dict[str, Feature]:
    """Give features of a city's layer by id."""
    asked = select(*_FEATURE).where(
        features.c.city == city, features.c.layer == name, features.c.id == any_of(ids)
    )
    return {row.id: Feature(**row._mapping) for row in connection.execute(asked)}


def enter(connection: Connection, feature: Feature, wkb: bytes, since: date) -> None:
    """Enter a feature in its layer, or enter it anew; the layer gets a new generation."""
    generation = generations.advance(connection, feature.city, layer_collection(feature.layer))
    row = insert(features).values(
        city=feature.city,
        layer=feature.layer,
        id=feature.id,
        name=feature.name,
        code=feature.code,
        since=since,
        until=None,
        source=feature.source,
        vintage=feature.vintage,
        generation=generation,
        wkb=wkb,
    )
    changed = {
        name: row.excluded[name] for name in ("name", "since", "until", "vintage", "generation", "wkb")
    }
    connection.execute(row.on_conflict_do_update(index_elements=["city", "layer", "id"], set_=changed))


def end(connection: Connection, city: str, name: str, feature_id: str, until: date) -> bool:
    """End a standing feature; False when there is none. It is kept for questions about the past."""
    standing = (
        (features.c.city == city)
        & (features.c.layer == name)
        & (features.c.id == feature_id)
        & features.c.until.is_(None)
    )
    if connection.execute(update(features).where(standing).values(until=until)).rowcount == 0:
        return False
    generations.advance(connection, city, layer_collection(name))
    return True


def _layer(row: Row[Any]) -> Layer:
    return Layer(
        city=row.city,
        name=row.layer,
        title=row.title,
        kind=row.kind,
        source=row.source,
        vintage=row.vintage,
    )
