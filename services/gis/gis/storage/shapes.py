"""The shapes the in-process engine builds its trees of."""

from typing import Any

from sqlalchemy import Connection, Select, select

from gis.geometry.questions import DWELLINGS, LAYER_PREFIX, PARCELS
from gis.geometry.tree import DatedShape
from gis.storage import generations
from gis.storage.tables import addresses, features, parcels


class StoredShapes:
    """Reads shapes and their generations."""

    def generations(self, connection: Connection, collection: str) -> dict[str, int]:
        """Give the generation of the collection per city that has it."""
        return generations.current(connection, collection)

    def shapes(self, connection: Connection, city: str, collection: str) -> list[DatedShape]:
        """Give every shape of a city's collection, features that stand no longer included."""
        if collection.startswith(LAYER_PREFIX):
            rows = connection.execute(_features(city, collection.removeprefix(LAYER_PREFIX)))
            return [DatedShape(row.id, bytes(row.wkb), (row.since, row.until)) for row in rows]
        return [DatedShape(row.id, bytes(row.wkb)) for row in connection.execute(_records(city, collection))]


def _features(city: str, layer: str) -> Select[Any]:
    of_layer = (features.c.city == city) & (features.c.layer == layer)
    return (
        select(features.c.id, features.c.wkb, features.c.since, features.c.until)
        .where(of_layer)
        .order_by(features.c.id)
    )


def _records(city: str, collection: str) -> Select[Any]:
    if collection == PARCELS:
        return select(parcels.c.id, parcels.c.wkb).where(parcels.c.city == city).order_by(parcels.c.id)
    if collection == DWELLINGS:
        living = addresses.c.residence & (addresses.c.city == city)
        return select(addresses.c.id, addresses.c.wkb).where(living).order_by(addresses.c.id)
    raise KeyError(collection)
