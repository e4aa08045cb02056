"""The shapes the in-process engine builds its trees of."""

from collections.abc import Collection
from datetime import date
from typing import Any

from sqlalchemy import Connection, Select, Table, null, select

from gis.domain.parcel import Neighbor
from gis.domain.places import Holding
from gis.geometry.questions import DWELLINGS, LAYER_PREFIX, PARCELS, PAST_PARCELS, Held, Key
from gis.geometry.tree import DatedShape
from gis.storage import at_point, generations, neighbors
from gis.storage.tables import addresses, features, parcel_versions, parcels


class StoredShapes:
    """Reads shapes and their generations."""

    def generations(self, connection: Connection, collection: str) -> dict[str, int]:
        """Give the generation of the collection per city that has it."""
        return generations.current(connection, collection)

    def every_generation(self, connection: Connection) -> dict[tuple[str, str], int]:
        """Give the generation of every collection of every city, by city and collection."""
        return generations.all_current(connection)

    def shapes(self, connection: Connection, city: str, collection: str) -> list[DatedShape]:
        """Give every shape of a city's collection, those that stand no longer included."""
        rows = connection.execute(_rows(city, collection))
        return [DatedShape(row.id, bytes(row.wkb), (row.since, row.until)) for row in rows]

    def told(self, connection: Connection, city: str, held: Collection[Held], on: date) -> Holding:
        """Give what is recorded of what holds a point."""
        return at_point.with_keys(connection, city, held, on)

    def neighbors(self, connection: Connection, keys: Collection[Key]) -> dict[Key, Neighbor]:
        """Give who owns these parcels."""
        return {
            (city, each.id): each
            for city in {city for city, _ in keys}
            for each in neighbors.with_ids(connection, city, [id_ for of, id_ in keys if of == city])
        }


def _rows(city: str, collection: str) -> Select[Any]:
    if collection.startswith(LAYER_PREFIX):
        of_layer = features.c.layer == collection.removeprefix(LAYER_PREFIX)
        return _dated(features, city).where(of_layer)
    if collection == DWELLINGS:
        shape = select(addresses.c.id, addresses.c.wkb, null().label("since"), null().label("until"))
        living = addresses.c.residence & (addresses.c.city == city)
        return shape.where(living).order_by(addresses.c.id)
    return _dated({PARCELS: parcels, PAST_PARCELS: parcel_versions}[collection], city)


def _dated(table: Table, city: str) -> Select[Any]:
    shape = select(table.c.id, table.c.wkb, table.c.since, table.c.until)
    return shape.where(table.c.city == city).order_by(table.c.id)
