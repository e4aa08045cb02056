"""Outlines of a county file, many at a time: brought to the grid, checked, measured."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from pyproj import CRS, Proj, Transformer

from gis.domain.county_row import Finding
from gis.domain.measures import acres
from gis.domain.places import LAT_RANGE, LON_RANGE
from gis.geometry.coordinates import GRID, POSITIONS_MAX, Floats, degrees_of

DEGREES = 4269
_NO_OUTLINE = Finding("no_outline", None, "the row has no outline")
_OFF = Finding(
    "off_the_map", None, "the outline lies off this map: is the file's coordinate system the stated one?"
)


@dataclass(frozen=True, slots=True)
class Outline:
    """A parcel's outline, sound and on the grid, with what is measured on it. `lon`/`lat` lie inside."""

    wkb: bytes
    inside_wkb: bytes
    x: float
    y: float
    lon: float
    lat: float
    acres: Decimal


def read_outlines(wkb: npt.NDArray[np.object_], crs: CRS | None) -> list[Outline | Finding]:
    """Read the outlines of a chunk of rows, each an outline or what is wrong with it.

    Without a stated coordinate system numbers up to 180 are degrees (NAD83), others meters of the grid.
    """
    found: list[Outline | Finding] = [_NO_OUTLINE] * len(wkb)
    shapes = shapely.from_wkb(wkb, on_invalid="ignore")
    given, read = np.array([each is not None for each in wkb], bool), shapely.is_geometry(shapes)
    for place in np.nonzero(given & ~read)[0]:
        found[place] = Finding("bad_outline", None, "the outline cannot be read")
    places = np.nonzero(read)[0]
    places = places[~shapely.is_empty(shapes[places])]
    shapes = _to_grid(shapely.force_2d(shapes[places]), crs)
    sound: list[int] = []
    for index, finding in enumerate(_findings(shapes)):
        if finding is None:
            sound.append(index)
        else:
            found[places[index]] = finding
    for index, outline in zip(sound, _measured(shapes[sound]), strict=True):
        found[places[index]] = outline
    return found


def _findings(shapes: npt.NDArray[Any]) -> list[Finding | None]:
    kinds, counts = shapely.get_type_id(shapes), shapely.get_num_coordinates(shapes)
    bounds = shapely.bounds(shapes)
    finite, sound = np.isfinite(bounds).all(axis=1), np.zeros(len(shapes), dtype=bool)
    few = counts <= POSITIONS_MAX
    sound[few] = shapely.is_valid(shapes[few])
    on_map = finite.copy()
    if finite.any():
        on_map[finite] = _on_map(bounds[finite])
    findings: list[Finding | None] = []
    for place, shape in enumerate(shapes):
        if kinds[place] not in {3, 6}:
            findings.append(Finding("bad_outline", None, f"a parcel is no {shape.geom_type}"))
        elif counts[place] > POSITIONS_MAX:
            findings.append(Finding("bad_outline", None, f"{counts[place]:,} positions are too many"))
        elif not on_map[place]:
            findings.append(_OFF)
        elif not sound[place]:
            findings.append(Finding("bad_outline", None, shapely.is_valid_reason(shape)))
        else:
            findings.append(None)
    return findings


def _on_map(bounds: Floats) -> npt.NDArray[np.bool_]:
    inside = np.ones(len(bounds), dtype=bool)
    for corner in (bounds[:, :2], bounds[:, 2:]):
        lon, lat = degrees_of(corner[:, 0], corner[:, 1])
        inside &= (
            (lon >= LON_RANGE[0]) & (lon <= LON_RANGE[1]) & (lat >= LAT_RANGE[0]) & (lat <= LAT_RANGE[1])
        )
    return inside


def _measured(shapes: npt.NDArray[Any]) -> list[Outline]:
    if not len(shapes):
        return []
    single = (shapely.get_type_id(shapes) == 6) & (shapely.get_num_geometries(shapes) == 1)
    shapes = np.where(single, shapely.get_geometry(shapes, 0), shapes)
    shapes = shapely.normalize(shapes)
    inside = shapely.point_on_surface(shapes)
    x, y = shapely.get_x(inside), shapely.get_y(inside)
    lon, lat = degrees_of(x, y)
    ground_sqm = shapely.area(shapes) / _grid().get_factors(lon, lat).areal_scale
    numbers = (each.tolist() for each in (x, y, np.round(lon, 7), np.round(lat, 7)))
    areas = [acres(sqm) for sqm in ground_sqm.tolist()]
    return list(map(Outline, shapely.to_wkb(shapes), shapely.to_wkb(inside), *numbers, areas))


def _to_grid(shapes: npt.NDArray[Any], crs: CRS | None) -> npt.NDArray[Any]:
    if not len(shapes):
        return shapes
    if crs is None:
        largest = np.nanmax(np.abs(shapely.bounds(shapes)))
        crs = _crs(DEGREES if largest <= 180 else GRID)
    if crs.equals(_crs(GRID), ignore_axis_order=True) or crs.to_epsg() == GRID:
        return shapes
    transformer = Transformer.from_crs(crs, GRID, always_xy=True)
    with np.errstate(invalid="ignore"):
        return np.asarray(shapely.transform(shapes, lambda xy: np.column_stack(transformer.transform(*xy.T))))


@cache
def _crs(code: int) -> CRS:
    return CRS.from_epsg(code)


@cache
def _grid() -> Proj:
    return Proj(_crs(GRID))
