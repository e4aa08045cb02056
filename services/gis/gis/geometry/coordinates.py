"""Coordinates: degrees (NAD83, longitude first) outside, the EPSG:26915 grid inside; bad ones refused early.

NAD83 and WGS84 are taken as one, as the county's own maps do; the difference is about a meter and the same
for a parcel and its neighbor.
"""

import json
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from pyproj import Transformer
from shapely.geometry.base import BaseGeometry

from gis.domain.places import LAT_RANGE, LON_RANGE, BadPlace, checked_degrees, is_inside

GRID = 26915
POSITIONS_MAX = 100_000

Floats = npt.NDArray[np.float64]


@cache
def _projection() -> Any:
    return Transformer.from_crs(4269, GRID, always_xy=True)


def grid_point(lon: float, lat: float) -> shapely.Point:
    """Give the grid point of a place in degrees. Raises BadPlace."""
    checked_degrees(lon, lat)
    return shapely.Point(*_projection().transform(lon, lat))


def grid_of(lon: Floats, lat: Floats) -> tuple[Floats, Floats]:
    """Give grid coordinates in meters of longitudes and latitudes."""
    east, north = _projection().transform(lon, lat)
    return np.asarray(east, float), np.asarray(north, float)


def degrees_of(east: Floats, north: Floats) -> tuple[Floats, Floats]:
    """Give longitudes and latitudes of grid coordinates in meters."""
    lon, lat = _projection().transform(east, north, direction="INVERSE")
    return np.asarray(lon, float), np.asarray(lat, float)


def inside_point(outline: BaseGeometry) -> tuple[float, float]:
    """Give longitude and latitude of a point that lies inside the outline."""
    point = outline.representative_point()
    lon, lat = degrees_of(np.array([point.x]), np.array([point.y]))
    return float(lon[0]), float(lat[0])


def geojson(wkb: bytes) -> dict[str, Any]:
    """Give a stored shape as GeoJSON: degrees, longitude first, to the seventh decimal (a centimeter)."""
    shape = shapely.from_wkb(wkb)
    placed = shapely.transform(shape, lambda xy: np.round(np.column_stack(degrees_of(*xy.T)), 7))
    found: dict[str, Any] = json.loads(shapely.to_geojson(placed))
    return found


def checked_outline(wkb: bytes) -> BaseGeometry:
    """Read a shape to be stored: finite, valid, not huge, on this map, in grid meters. Raises BadPlace."""
    try:
        with np.errstate(invalid="ignore"):
            shape: BaseGeometry = shapely.from_wkb(wkb)
    except shapely.errors.GEOSException as error:
        raise BadPlace("geometry", "not well-known binary") from error
    positions = shapely.get_coordinates(shape)
    if shape.is_empty or not len(positions):
        raise BadPlace("geometry", "empty")
    if len(positions) > POSITIONS_MAX:
        raise BadPlace("geometry", f"{len(positions):,} positions; at most {POSITIONS_MAX:,}")
    if not np.isfinite(positions).all():
        raise BadPlace("geometry", "a coordinate is not a finite number")
    if np.abs(positions).max() <= 180:
        raise BadPlace("geometry", f"these are degrees; EPSG:{GRID} meters are needed")
    for corner in (positions.min(axis=0), positions.max(axis=0)):
        lon, lat = degrees_of(corner[:1], corner[1:])
        if not (is_inside(float(lon[0]), LON_RANGE) and is_inside(float(lat[0]), LAT_RANGE)):
            raise BadPlace("geometry", f"off this map: easting comes before northing in EPSG:{GRID}")
    if not shape.is_valid:
        raise BadPlace("geometry", f"not valid: {shapely.is_valid_reason(shape)}")
    return shape
