"""Reading who owns the land near a place. One document: to read it whole takes a third of what rows take."""

from collections.abc import Collection
from datetime import date
from typing import Any

import numpy as np
import orjson
import shapely
from sqlalchemy import Connection, text

from gis.domain.layer_names import COVERAGE
from gis.domain.parcel import Neighbor
from gis.domain.parties import Party
from gis.geometry.coordinates import GRID
from gis.geometry.questions import PARCELS, Shape, Surroundings

_PEOPLE = (
    "(SELECT json_agg(json_build_array(k.role, k.name, k.mailing) ORDER BY k.position) FROM parties k "
    "WHERE k.city = p.city AND k.parcel_id = p.id)"
)
_NEIGHBOR = f"p.city, p.id, p.pin, p.vintage, p.private, {_PEOPLE}"
_WITH_IDS = text(
    f"SELECT CAST(json_agg(json_build_array({_NEIGHBOR})) AS text) FROM parcels p "  # noqa: S608 - constants
    "WHERE p.city = :city AND p.id = ANY(CAST(:ids AS text[]))"
)
_PLACE = f"ST_GeomFromWKB(:place, {GRID})"
_AROUND = text(
    f"SELECT (SELECT CAST(json_agg(json_build_array(encode(p.wkb, 'hex'), {_NEIGHBOR})) AS text) "  # noqa: S608
    f"FROM parcels p WHERE p.until IS NULL AND ST_DWithin(p.geom, {_PLACE}, :within_m)), "
    "coalesce((SELECT generation FROM generations WHERE city = :city AND collection = :parcels), 0), "
    "EXISTS (SELECT FROM features WHERE layer = :coverage AND until IS NULL "
    f"AND ST_Covers(geom, ST_Expand({_PLACE}, :within_m)))"
)
"""What covers the box around the reach covers the reach."""


def with_ids(connection: Connection, city: str, ids: Collection[str]) -> list[Neighbor]:
    """Give these parcels as a notice list needs them: number, vintage, and their people."""
    told = connection.scalar(_WITH_IDS, {"city": city, "ids": list(ids)})
    return [_neighbor(each) for each in orjson.loads(told or "[]")]


def around(connection: Connection, city: str, place: shapely.Geometry, within_m: float) -> Surroundings:
    """Give what PostGIS finds within so many grid meters of a place."""
    asked = {
        "place": shapely.to_wkb(place),
        "within_m": within_m,
        "city": city,
        "parcels": PARCELS,
        "coverage": COVERAGE,
    }
    told, generation, is_covered = connection.execute(_AROUND, asked).one()
    rows = orjson.loads(told or "[]")
    people = [_neighbor(each[1:]) for each in rows]
    outlines = shapely.from_wkb(np.array([bytes.fromhex(each[0]) for each in rows], dtype=object))
    parcels = [
        (Shape(each.city, each.id, outline), each) for each, outline in zip(people, outlines, strict=True)
    ]
    return Surroundings(parcels, generation, is_covered)


def _neighbor(told: list[Any]) -> Neighbor:
    city, id_, pin, vintage, private, people = told
    owners: list[Party] = []
    taxpayers: list[Party] = []
    for role, name, mailing in people or ():
        (owners if role == "owner" else taxpayers).append(Party(name, tuple(mailing)))
    return Neighbor(city, id_, pin, date.fromisoformat(vintage), tuple(owners), tuple(taxpayers), private)
