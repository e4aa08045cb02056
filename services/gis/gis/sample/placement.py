"""Feet from the middle of a city, put on the grid so that they are ground feet there."""

from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from gis.domain.measures import FOOT_M
from gis.geometry.coordinates import degrees_of, grid_point
from gis.geometry.ground import ELLIPSOID
from gis.sample.plat import Ring


class Placement:
    """Where a city's middle lies, and the grid's scale there."""

    def __init__(self, lon: float, lat: float) -> None:
        self._middle = grid_point(lon, lat)
        east, north, _ = ELLIPSOID.fwd(lon, lat, 0.0, 1000.0)
        self._meters_per_foot: float = FOOT_M * self._middle.distance(grid_point(east, north)) / 1000.0

    @property
    def meters_per_foot(self) -> float:
        """How long a ground foot is on the grid here."""
        return self._meters_per_foot

    def polygon(self, ring: Ring) -> shapely.Polygon:
        """Give the grid polygon of a ring in feet."""
        return shapely.Polygon(self._grid(ring))

    def line(self, course: Ring) -> shapely.LineString:
        """Give the grid line of a course in feet."""
        return shapely.LineString(self._grid(course))

    def point(self, x: float, y: float) -> shapely.Point:
        """Give the grid point of a place in feet."""
        return shapely.Point(self._grid(((x, y),))[0])

    def degrees(self, x: float, y: float) -> tuple[float, float]:
        """Give longitude and latitude of a place in feet, to the seventh decimal (a centimeter)."""
        ((east, north),) = self._grid(((x, y),))
        lon, lat = degrees_of(np.array([east]), np.array([north]))
        return round(float(lon[0]), 7), round(float(lat[0]), 7)

    def _grid(self, ring: Ring) -> npt.NDArray[Any]:
        offsets = np.asarray(ring, float) * self._meters_per_foot
        middle = np.array([self._middle.x, self._middle.y])
        return np.asarray(np.round(offsets + middle, 4))
