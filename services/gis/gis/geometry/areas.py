"""Areas people draw: polygons in degrees, read onto the grid; bad ones refused with what is wrong of them."""

from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.domain.places import BadPlace, checked_degrees
from gis.geometry.coordinates import grid_of

POSITIONS_MAX = 10_000

Ring = Sequence[Sequence[float]]
Polygon = Sequence[Ring]


def read_area(polygons: Sequence[Polygon]) -> BaseGeometry:
    """Give the area that these polygons cover, in grid meters; each is its shell and then its holes.

    Rings are closed, of longitudes and latitudes (NAD83, longitude first). Raises BadPlace for what is not
    closed, crosses itself, is too large or off this map.
    """
    if sum(len(ring) for polygon in polygons for ring in polygon) > POSITIONS_MAX:
        raise BadPlace("coordinates", f"at most {POSITIONS_MAX:,} positions")
    read = [_polygon(polygon) for polygon in polygons]
    area = read[0] if len(read) == 1 else shapely.MultiPolygon(read)
    if not area.is_valid:
        raise BadPlace("coordinates", f"not valid: {shapely.is_valid_reason(area)}")
    return area


def _polygon(rings: Polygon) -> shapely.Polygon:
    shell, *holes = [_ring(ring) for ring in rings]
    return shapely.Polygon(shell, holes)


def _ring(ring: Ring) -> shapely.LinearRing:
    for lon, lat in ring:
        try:
            checked_degrees(lon, lat)
        except BadPlace as error:
            raise BadPlace("coordinates", error.message) from error
    if len(ring) < 4 or list(ring[0]) != list(ring[-1]):
        raise BadPlace("coordinates", "a ring has four positions or more, and ends where it began")
    degrees = np.array(ring, float)
    return shapely.LinearRing(np.column_stack(grid_of(degrees[:, 0], degrees[:, 1])))
