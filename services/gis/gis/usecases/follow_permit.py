"""Keeping registers on the map true: a permit issued enters its structure, a permit ended ends it."""

from uuid import UUID

import shapely
from servicekit.inbox import take_once
from sqlalchemy import Connection

from gis.domain.parcel import Feature
from gis.domain.places import BadPlace
from gis.domain.register import Entered, RegisterEntry, concerns_a_register, ended_of, entered_of
from gis.geometry.coordinates import grid_point
from gis.storage import layers, register_entries
from gis.usecases.remake_layers import remake


def follow(connection: Connection, event_id: UUID, entry: RegisterEntry | None) -> bool:
    """Take an event once; give whether the map changed.

    Events of one permit may come in any order: what stands, and when it stood, follows from all of them. A
    layer the city does not keep as a register is left alone. Raises PlaceMissing, BadPlace.
    """
    if not take_once(connection, event_id) or entry is None or not concerns_a_register(entry.type):
        return False
    layer = layers.layer(connection, entry.city, entry.layer, lock=True)
    if layer is None or layer.kind != "register":
        return False
    register_entries.add(connection, entry)
    said = register_entries.of_permit(connection, entry.city, entry.layer, entry.permit_number)
    entered, until = entered_of(said), ended_of(said)
    if entered is None:
        changed = layers.set_until(connection, entry.city, entry.layer, entry.permit_number, until)
    else:
        changed = layers.enter(connection, _feature(entry, entered), _point(entered), entered.since, until)
    if changed:
        remake(connection, entry.city, [entry.layer])
    return changed


def _feature(entry: RegisterEntry, entered: Entered) -> Feature:
    return Feature(
        city=entry.city,
        layer=entry.layer,
        id=entry.permit_number,
        name=f"Permit {entry.permit_number}",
        code=None,
        source="the city's permits",
        vintage=entered.since,
    )


def _point(entered: Entered) -> bytes:
    try:
        return bytes(shapely.to_wkb(grid_point(entered.lon, entered.lat)))
    except BadPlace as error:
        raise error.within("data/register") from error
