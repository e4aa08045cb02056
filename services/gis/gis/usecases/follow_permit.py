"""Keeping registers on the map true: a permit issued enters its structure, a permit ended ends it."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

import shapely
from servicekit.inbox import take_once
from sqlalchemy import Connection

from gis.domain.parcel import Feature
from gis.geometry.coordinates import BadPlace, grid_point
from gis.storage import layers

ENTERS = frozenset({"permit.issued"})
ENDS = frozenset({"permit.expired", "permit.revoked", "permit.ended"})
"""A closed permit ends nothing: its work is finished and stands."""


class PlaceMissing(Exception):  # noqa: N818
    """The event enters a structure in a layer but does not say where it stands."""


@dataclass(frozen=True)
class RegisterEntry:
    """What a permit event says about the map. `standing`: the structure is there though the permit ended."""

    city: str
    layer: str
    permit_number: str
    lon: float | None
    lat: float | None
    on: date
    standing: bool


def follow(connection: Connection, event_id: UUID, type_: str, entry: RegisterEntry | None) -> bool:
    """Take an event once; give whether the map changed.

    A layer the city does not keep as a register is left alone. Raises PlaceMissing, BadPlace.
    """
    if not take_once(connection, event_id) or entry is None:
        return False
    layer = layers.layer(connection, entry.city, entry.layer)
    if layer is None or layer.kind != "register":
        return False
    if type_ in ENTERS:
        _enter(connection, entry)
        return True
    if type_ in ENDS and not entry.standing:
        return layers.end(connection, entry.city, entry.layer, entry.permit_number, entry.on)
    return False


def _enter(connection: Connection, entry: RegisterEntry) -> None:
    if entry.lon is None or entry.lat is None:
        raise PlaceMissing(entry.permit_number)
    feature = Feature(
        city=entry.city,
        layer=entry.layer,
        id=entry.permit_number,
        name=f"Permit {entry.permit_number}",
        code=None,
        source="the city's permits",
        vintage=entry.on,
    )
    try:
        point = grid_point(entry.lon, entry.lat)
    except BadPlace as error:
        raise error.within("data/register") from error
    layers.enter(connection, feature, shapely.to_wkb(point), entry.on)
