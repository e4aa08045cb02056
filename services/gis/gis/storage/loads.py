"""Writing a load: a city's parcels, address points, layers and features in one transaction."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, insert, select, text

from gis.domain.loads import AddressLoad, CityLoad, FeatureLoad, ParcelLoad
from gis.geometry.questions import DWELLINGS, PARCELS, layer_collection
from gis.storage import generations
from gis.storage.made_layers import made_of_json
from gis.storage.tables import addresses, features, layers, parcels, parties

_LOADING = 26915
"""The advisory lock under which loads take turns."""


def take_turn(connection: Connection) -> None:
    """Wait for other loads to finish; held until the transaction ends."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOADING})


def is_loaded(connection: Connection, city: str) -> bool:
    """Whether the city has any parcel."""
    return connection.scalar(select(parcels.c.id).where(parcels.c.city == city).limit(1)) is not None


def write(connection: Connection, load: CityLoad) -> None:
    """Write everything of a city that has nothing yet, each collection under a new generation."""
    generation = generations.advance(connection, load.city, PARCELS)
    _insert(connection, parcels, [_parcel_row(each, generation) for each in load.parcels])
    _insert(connection, parties, [row for each in load.parcels for row in _party_rows(each)])
    generations.advance(connection, load.city, DWELLINGS)
    _insert(connection, addresses, [_address_row(load.city, each) for each in load.addresses])
    known = [
        {
            "city": layer.city,
            "layer": layer.name,
            "title": layer.title,
            "kind": layer.kind,
            "source": layer.source,
            "vintage": layer.vintage,
            "made_of": made_of_json(layer.made_of),
        }
        for layer in load.layers
    ]
    _insert(connection, layers, known)
    numbers = {
        layer.name: generations.advance(connection, load.city, layer_collection(layer.name))
        for layer in load.layers
    }
    _insert(connection, features, [_feature_row(each, numbers[each.feature.layer]) for each in load.features])


def _insert(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _parcel_row(load: ParcelLoad, generation: int) -> dict[str, Any]:
    kept = {name: getattr(load.parcel, name) for name in load.parcel.__dataclass_fields__}
    return {
        **kept,
        "generation": generation,
        "owner_since": load.ownership.owner_since,
        "private": load.ownership.private,
        "wkb": load.wkb,
    }


def _party_rows(load: ParcelLoad) -> Iterable[dict[str, Any]]:
    for role, people in (("owner", load.ownership.owners), ("taxpayer", load.ownership.taxpayers)):
        for position, party in enumerate(people):
            yield {
                "city": load.parcel.city,
                "parcel_id": load.parcel.id,
                "role": role,
                "position": position,
                "name": party.name,
                "mailing": list(party.mailing),
            }


def _address_row(city: str, load: AddressLoad) -> dict[str, Any]:
    dwelling, address = load.dwelling, load.dwelling.address
    return {
        "city": city,
        "id": dwelling.id,
        "parcel_id": dwelling.parcel_id,
        "number": address.number,
        "fraction": address.fraction,
        "pre_direction": address.pre_direction,
        "street_name": address.name,
        "street_type": address.type,
        "post_direction": address.post_direction,
        "unit": address.unit,
        "printed": dwelling.printed,
        "mailing": list(dwelling.mailing),
        "occupant": dwelling.occupant,
        "residence": load.residence,
        "private": dwelling.private,
        "source": load.source,
        "vintage": load.vintage,
        "wkb": load.wkb,
    }


def _feature_row(load: FeatureLoad, generation: int) -> dict[str, Any]:
    kept = {name: getattr(load.feature, name) for name in load.feature.__dataclass_fields__}
    return {**kept, "since": load.since, "until": load.until, "generation": generation, "wkb": load.wkb}
