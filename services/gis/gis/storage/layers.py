"""Reading map layers and their features; entering and ending features of registers."""

from collections.abc import Collection
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select, update
from sqlalchemy.dialects.postgresql import insert

from gis.domain.parcel import Feature, Layer
from gis.geometry.questions import layer_collection
from gis.storage import generations
from gis.storage.arrays import any_of
from gis.storage.made_layers import made_of_read
from gis.storage.tables import features, layers

_FEATURE = [features.c[name] for name in ("city", "layer", "id", "name", "code", "source", "vintage")]


def layer(connection: Connection, city: str, name: str, *, lock: bool = False) -> Layer | None:
    """Give a layer of the city, if it has one of this name; `lock` holds it until the transaction ends."""
    asked = select(layers).where(layers.c.city == city, layers.c.layer == name)
    row = connection.execute(asked.with_for_update() if lock else asked).one_or_none()
    return None if row is None else _layer(row)


def of_kinds(connection: Connection, city: str, kinds: Collection[str]) -> list[Layer]:
    """Give the city's layers of these kinds, by name."""
    asked = select(layers).where(layers.c.city == city, layers.c.kind == any_of(kinds))
    return [_layer(row) for row in connection.execute(asked.order_by(layers.c.layer))]


def made(connection: Connection, city: str) -> list[Layer]:
    """Give the city's layers that are made of others, by name."""
    asked = select(layers).where(layers.c.city == city, layers.c.made_of.is_not(None))
    return [_layer(row) for row in connection.execute(asked.order_by(layers.c.layer))]


def with_ids(connection: Connection, city: str, name: str, ids: Collection[str]) -> dict[str, Feature]:
    """Give features of a city's layer by id."""
    asked = select(*_FEATURE).where(
        features.c.city == city, features.c.layer == name, features.c.id == any_of(ids)
    )
    return {row.id: Feature(**row._mapping) for row in connection.execute(asked)}


def ids_without_codes(connection: Connection, city: str, name: str, codes: Collection[str]) -> list[str]:
    """Give the ids of a layer's features that have none of these codes."""
    asked = select(features.c.id).where(
        features.c.city == city,
        features.c.layer == name,
        features.c.code.is_(None) | ~(features.c.code == any_of(codes)),
    )
    return list(connection.scalars(asked))


def enter_layer(connection: Connection, layer: Layer) -> None:
    """Enter a layer that follows from no other; one that is there is left as it is."""
    told = {
        "city": layer.city,
        "layer": layer.name,
        "title": layer.title,
        "kind": layer.kind,
        "source": layer.source,
        "vintage": layer.vintage,
    }
    connection.execute(insert(layers).values(**told).on_conflict_do_nothing())


def enter(
    connection: Connection, feature: Feature, wkb: bytes, since: date, until: date | None = None
) -> bool:
    """Enter a feature in its layer, or enter it anew; False when that is how it stands already.

    A change gives the layer a new generation. One with `until` is kept for questions about earlier days.
    """
    key = _key(feature.city, feature.layer, feature.id)
    kept = ("name", "since", "until", "vintage", "wkb")
    told = {
        "name": feature.name, "since": since, "until": until, "vintage": feature.vintage, "wkb": wkb
    }  # fmt: skip
    known = connection.execute(select(*(features.c[name] for name in kept)).where(key)).one_or_none()
    if known is not None and {name: getattr(known, name) for name in kept} == told:
        return False
    generation = generations.advance(connection, feature.city, layer_collection(feature.layer))
    row = insert(features).values(
        city=feature.city,
        layer=feature.layer,
        id=feature.id,
        code=feature.code,
        source=feature.source,
        generation=generation,
        **told,
    )
    changed = {name: row.excluded[name] for name in (*kept, "generation")}
    connection.execute(row.on_conflict_do_update(index_elements=["city", "layer", "id"], set_=changed))
    return True


def end(connection: Connection, city: str, name: str, feature_id: str, until: date) -> bool:
    """End a standing feature; False when there is none. It is kept for questions about the past."""
    return _changed(connection, city, name, feature_id, features.c.until.is_(None), until)


def set_until(connection: Connection, city: str, name: str, feature_id: str, until: date | None) -> bool:
    """Say from which day on a feature stands no longer (None: it stands); False when nothing changes."""
    return _changed(connection, city, name, feature_id, features.c.until.is_distinct_from(until), until)


def _changed(
    connection: Connection,
    city: str,
    name: str,
    feature_id: str,
    where: ColumnElement[bool],
    until: date | None,
) -> bool:
    chosen = update(features).where(_key(city, name, feature_id), where)
    if connection.execute(chosen.values(until=until)).rowcount == 0:
        return False
    generations.advance(connection, city, layer_collection(name))
    return True


def _key(city: str, name: str, feature_id: str) -> ColumnElement[bool]:
    return (features.c.city == city) & (features.c.layer == name) & (features.c.id == feature_id)


def _layer(row: Row[Any]) -> Layer:
    return Layer(
        city=row.city,
        name=row.layer,
        title=row.title,
        kind=row.kind,
        source=row.source,
        vintage=row.vintage,
        made_of=made_of_read(row.made_of),
    )
