"""Coordinates: degrees (NAD83, longitude first) outside, the EPSG:26915 grid inside; bad ones refused early.

NAD83 and WGS84 are taken as one, as the county's own maps do; the difference is about a meter and the same
for a parcel and its neighbor.
"""

import math
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from pyproj import Transformer
from shapely.geometry.base import BaseGeometry

GRID = 26915
LON_RANGE = (-98.0, -88.0)
LAT_RANGE = (42.0, 51.0)
"""What the grid carries well enough: UTM zone 15 and two degrees beside it. Minnesota lies within."""
POSITIONS_MAX = 100_000

Floats = npt.NDArray[np.float64]


class BadPlace(Exception):  # noqa: N818
    """A point or shape that cannot be on this map; `part` names what is bad of it, `message` the mend."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(message)
        self.part = part
        self.message = message

    def within(self, member: str) -> "BadPlace":
        """Give the same for a point that is a member of something."""
        return BadPlace(f"{member}/{self.part}", self.message)


@cache
def _projection() -> Any:
    return Transformer.from_crs(4269, GRID, always_xy=True)


def checked_degrees(lon: float, lat: float) -> None:
    """Refuse what is no place on this map. Raises BadPlace."""
    if not (math.isfinite(lon) and math.isfinite(lat)):
        raise BadPlace("lon" if not math.isfinite(lon) else "lat", "not a finite number of degrees")
    if _inside(lat, LON_RANGE) and _inside(lon, LAT_RANGE):
        raise BadPlace("lon", f"lon {lon} and lat {lat} look swapped: longitude is the one near -93")
    for part, degrees, limits in (("lon", lon, LON_RANGE), ("lat", lat, LAT_RANGE)):
        if not _inside(degrees, limits):
            message = f"{degrees} is off this map: {limits[0]:g} to {limits[1]:g} degrees are on it"
            raise BadPlace(part, message)


def grid_point(lon: float, lat: float) -> shapely.Point:
    """Give the grid point of a place in degrees. Raises BadPlace."""
    checked_degrees(lon, lat)
    return shapely.Point(*_projection().transform(lon, lat))


def degrees_of(east: Floats, north: Floats) -> tuple[Floats, Floats]:
    """Give longitudes and latitudes of grid coordinates in meters."""
    lon, lat = _projection().transform(east, north, direction="INVERSE")
    return np.asarray(lon, float), np.asarray(lat, float)


def inside_point(outline: BaseGeometry) -> tuple[float, float]:
    """Give longitude and latitude of a point that lies inside the outline."""
    point = outline.representative_point()
    lon, lat = degrees_of(np.array([point.x]), np.array([point.y]))
    return float(lon[0]), float(lat[0])


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
        if not (_inside(float(lon[0]), LON_RANGE) and _inside(float(lat[0]), LAT_RANGE)):
            raise BadPlace("geometry", f"off this map: easting comes before northing in EPSG:{GRID}")
    if not shape.is_valid:
        raise BadPlace("geometry", f"not valid: {shapely.is_valid_reason(shape)}")
    return shape


def _inside(degrees: float, limits: tuple[float, float]) -> bool:
    return limits[0] <= degrees <= limits[1]
