"""The county that is measured: parcels of the sample's suburb, and layers as dense as real ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import product
from pathlib import Path

import numpy as np
import pyogrio
import shapely
from gis.domain.loads import CityLoad, FeatureLoad
from gis.domain.parcel import Feature, Layer
from gis.sample.county_files import geopackage
from gis.sample.sizes import rows_of
from gis.storage import loads
from sqlalchemy import Connection, text

CITY, COUNTY, COUNTY_CODE = "lake-elmo", "washington", "27163"
SOURCE, VINTAGE = "measured", date(2026, 10, 1)
OWNERS = 85
SEED = 7
_LAYERS = {
    "jurisdictions": "jurisdiction",
    "parcel_coverage": "coverage",
    "zoning_districts": "zoning",
    "shoreland": "overlay",
    "floodplain": "overlay",
    "wetlands": "overlay",
    "soils": "overlay",
    "airport_safety_zones": "overlay",
}
"""Six of them answer at a point beside parcel and jurisdiction: the districts and five overlays."""

Box = tuple[float, float, float, float]


def write_file(parcels: int, path: Path) -> Box:
    """Write so many parcels as a GeoPackage; give what they lie in, on the grid."""
    geopackage(rows_of(parcels), path)
    west, south, east, north = pyogrio.read_info(path)["total_bounds"]
    return west, south, east, north


def load_layers(connection: Connection, box: Box) -> None:
    """Load one city that has all of the county, and its layers."""
    features = [each for name, (place, shape) in _shapes(box) for each in [_feature(name, place, shape)]]
    layers = [
        Layer(CITY, name, name.replace("_", " "), kind, "measured", VINTAGE) for name, kind in _LAYERS.items()
    ]
    loads.write(connection, CityLoad(CITY, (), (), tuple(layers), tuple(features)))


def _shapes(box: Box) -> Iterator[tuple[str, tuple[int, shapely.Geometry]]]:
    whole = shapely.box(*box).buffer(2_000)
    drawn = random.Random(SEED)
    for name in ("jurisdictions", "parcel_coverage"):
        yield name, (1, whole)
    for name, side_m, reach_m in (
        ("zoning_districts", 800.0, None),
        ("soils", 280.0, None),
        ("wetlands", 600.0, 90.0),
        ("shoreland", 3_000.0, 900.0),
        ("floodplain", 3_000.0, 650.0),
        ("airport_safety_zones", 12_000.0, 2_500.0),
    ):
        for place, cell in enumerate(_cells(box, side_m)):
            yield name, (place, cell if reach_m is None else _blob(drawn, cell, reach_m))


def _cells(box: Box, side_m: float) -> Iterator[shapely.Polygon]:
    west, south, east, north = box
    columns, rows = (int((far - near) / side_m) + 1 for near, far in ((west, east), (south, north)))
    for column, row in product(range(columns), range(rows)):
        x, y = west + column * side_m, south + row * side_m
        yield shapely.box(x, y, x + side_m, y + side_m).segmentize(side_m / 4)


def _blob(drawn: random.Random, cell: shapely.Polygon, reach_m: float) -> shapely.Polygon:
    theta = np.linspace(0, 2 * np.pi, 97)[:-1]
    radius = reach_m * drawn.uniform(0.4, 1) * (1 + 0.2 * np.cos(3 * theta) + 0.1 * np.cos(7 * theta))
    x, y = cell.centroid.x, cell.centroid.y
    return shapely.Polygon(np.column_stack([x + radius * np.cos(theta), y + radius * np.sin(theta)]))


def _feature(layer: str, place: int, shape: shapely.Geometry) -> FeatureLoad:
    code = CITY if layer == "jurisdictions" else f"{layer[:2].upper()}-{place % 12}"
    feature = Feature(CITY, layer, f"{layer}-{place}", f"{layer} {place}", code, SOURCE, VINTAGE)
    return FeatureLoad(feature, None, shapely.to_wkb(shape))


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked: points on parcels, in degrees, and parcels with about `OWNERS` parcels in 500 ft."""

    points: tuple[tuple[float, float], ...]
    pins: tuple[str, ...]


def questions(connection: Connection, count: int) -> Questions:
    """Draw what is asked from what was loaded."""
    drawn = text("SELECT pin, lon, lat FROM parcels ORDER BY hashtext(id) LIMIT :count")
    rows = connection.execute(drawn, {"count": count}).all()
    by_size = text(
        "SELECT p.pin FROM (SELECT pin, geom FROM parcels ORDER BY hashtext(id || 'list') LIMIT :tried) p "
        "CROSS JOIN LATERAL (SELECT count(*) AS near FROM parcels q "
        "WHERE ST_DWithin(q.geom, p.geom, 152.4)) n WHERE n.near BETWEEN :least AND :most LIMIT :count"
    )
    bound = {"tried": 20 * count, "least": OWNERS - 10, "most": OWNERS + 10, "count": count}
    pins = tuple(connection.scalars(by_size, bound))
    return Questions(tuple((float(row.lon), float(row.lat)) for row in rows), pins)
