"""The shapes the in-process engine builds its trees of."""

from sqlalchemy import Connection, Select, select

from gis.geometry.questions import DWELLINGS, LAYER_PREFIX, PARCELS
from gis.storage import generations
from gis.storage.tables import addresses, features, parcels


class StoredShapes:
    """Reads shapes and their generations."""

    def generations(self, connection: Connection, collection: str) -> dict[str, int]:
        """Give the generation of the collection per city that has it."""
        return generations.current(connection, collection)

    def shapes(self, connection: Connection, city: str, collection: str) -> list[tuple[str, bytes]]:
        """Give id and WKB of every current shape of a city's collection."""
        rows = connection.execute(_shapes_of(collection, city))
        return [(row.id, bytes(row.wkb)) for row in rows]


def _shapes_of(collection: str, city: str) -> Select[tuple[str, bytes]]:
    if collection == PARCELS:
        return select(parcels.c.id, parcels.c.wkb).where(parcels.c.city == city).order_by(parcels.c.id)
    if collection == DWELLINGS:
        living = addresses.c.residence & (addresses.c.city == city)
        return select(addresses.c.id, addresses.c.wkb).where(living).order_by(addresses.c.id)
    of_layer = (features.c.city == city) & (features.c.layer == collection.removeprefix(LAYER_PREFIX))
    standing = of_layer & features.c.until.is_(None)
    return select(features.c.id, features.c.wkb).where(standing).order_by(features.c.id)
