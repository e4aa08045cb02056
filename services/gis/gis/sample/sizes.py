"""Sample counties of three sizes, as a county would send them: the rows of a suburb, township by township."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Literal

from gis.sample import county_files
from gis.sample.county_rows import CountyRows, FileRow
from gis.sample.description import described

Size = Literal["S", "M", "L"]
Writer = Callable[[Iterable[FileRow], Path], Path]
SIZES: Mapping[Size, int] = {"S": 5_000, "M": 100_000, "L": 1_000_000}
"""Parcels: enough for a test, a county, and the largest thing measured."""
_SIDE = 12
"""Townships on each side of the square that the largest county fits in."""


def rows_of(parcels: int) -> Iterator[FileRow]:
    """Give so many rows of the first city's county; a larger county begins with the rows of a smaller one."""
    county = described()
    rows = CountyRows(county, county.cities[0], "dense")
    return islice(rows.of_townships(_outward()), parcels)


def write(parcels: int, form: str, folder: Path) -> Path:
    """Write so many rows in one of `FORMS` into a folder; give the file."""
    return FORMS[form](rows_of(parcels), folder)


def _as_file(writer: Callable[[Iterable[FileRow], Path], object], name: str) -> Writer:
    def written(rows: Iterable[FileRow], folder: Path) -> Path:
        writer(rows, folder / name)
        return folder / name

    return written


def _lower_case(rows: Iterable[FileRow], path: Path) -> None:
    county_files.geopackage(rows, path, str.lower)


FORMS: Mapping[str, Writer] = {
    "geopackage": _as_file(county_files.geopackage, "parcels.gpkg"),
    "geopackage-lower-case": _as_file(_lower_case, "parcels-lower-case.gpkg"),
    "shapefile": county_files.shapefile,
    "shapefile-metrogis": county_files.metrogis_shapefile,
    "file-geodatabase": county_files.file_geodatabase,
    "geojson": _as_file(county_files.geojson, "parcels.geojson"),
    "csv": _as_file(county_files.csv_with_outlines, "parcels.csv"),
    "arcgis-pages": _as_file(county_files.arcgis_pages, "pages.zip"),
}
"""What counties send: the columns of the standard, the state's lower case, the names before 2018."""


def _outward() -> Iterator[tuple[int, int]]:
    for ring in range(_SIDE):
        yield from ((ring, -along) for along in range(ring + 1))
        yield from ((along, -ring) for along in range(ring))
