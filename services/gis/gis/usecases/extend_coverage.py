"""Extending what the loaded parcels cover by what an import brought: lists near its edge say so by it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain.layer_names import COVERAGE
from gis.domain.parcel import Feature, Layer
from gis.geometry.coverage import covered_by, uncovered
from gis.geometry.questions import layer_collection
from gis.storage import generations, layers
from gis.storage.shapes import StoredShapes


def extend_coverage(
    connection: Connection,
    holder: str,
    county: str,
    vintage: date,
    outlines: Iterable[Sequence[bytes]],
    *,
    whole_county: bool,
) -> bool:
    """Add what these parcels cover to the county's coverage, kept under `holder`; False when nothing is new.

    One feature for the county, not one a city: the streets between two cities are covered from both sides.
    """
    standing = _standing(connection)
    known = shapely.union_all([shape for _, shape in standing])
    new = list(_new(known, outlines))
    if not new:
        return False
    land = covered_by([known, *new], whole=False)
    if whole_county:  # what is missing among the parcels of another county stays missing
        own = [shape for of, shape in standing if of == county]
        land = land.union(covered_by([*own, *new], whole=True))
    source = f"parcel file of {county} county"
    layers.enter_layer(connection, Layer(holder, COVERAGE, "parcel coverage", "coverage", source, vintage))
    feature = Feature(holder, COVERAGE, county, f"Parcels of {county} county", None, source, vintage)
    layers.enter(connection, feature, shapely.to_wkb(land), vintage)
    return True


def _standing(connection: Connection) -> list[tuple[str, BaseGeometry]]:
    return [
        (each.id, shapely.from_wkb(each.wkb))
        for city in generations.current(connection, layer_collection(COVERAGE))
        for each in StoredShapes().shapes(connection, city, layer_collection(COVERAGE))
        if each.days[1] is None
    ]


def _new(known: BaseGeometry, outlines: Iterable[Sequence[bytes]]) -> Iterator[BaseGeometry]:
    """Piece by piece as one, so that the outlines of a large county are never held at once."""
    for piece in outlines:
        found = uncovered(known, piece)
        if not found.is_empty:
            yield found
