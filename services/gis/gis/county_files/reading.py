"""Reading county files of every format, a chunk at a time: rows by column, outlines as WKB.

GDAL (pyogrio) reads GeoPackage, shapefile, FileGDB, GeoJSON and ArcGIS JSON; text files are read here. A
shapefile, a FileGDB or the pages of an ArcGIS service come in one zip.
"""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyogrio
import pyogrio.raw
import shapely
from pyproj import CRS
from pyproj.exceptions import CRSError

from gis.county_files.archives import FileRefused, unpacked
from gis.county_files.schemas import described, schema_for
from gis.domain.county_row import COLUMNS

CHUNK = 10_000
CELL_MAX_CHARACTERS = 8_000_000
"""Room for the well-known text of an outline of as many positions as are taken."""
_SUFFIXES = {".gpkg", ".shp", ".gdb", ".geojson", ".json", ".csv", ".txt"}

Outlines = npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows in the order of the file (the first is row 1), told in the names of the standard."""

    first_row: int
    rows: list[dict[str, Any]]
    outlines: Outlines
    """Geometry in the file's own coordinates; None where the row has none."""
    crs: CRS | None


@dataclass(frozen=True, slots=True)
class CountyFile:
    """A file that was opened: its format, mapping table and number of rows (None: not known before)."""

    layers: tuple[tuple[Path, str | None], ...]
    format: str
    schema: str
    row_count: int | None

    def chunks(self, size: int = CHUNK) -> Iterator[Chunk]:
        """Give the rows, so many at a time."""
        row = 1
        for path, layer in self.layers:
            chunks = _text_chunks(path, size) if layer is None else _layer_chunks(path, layer, size)
            for rows, outlines, crs in chunks:
                yield Chunk(row, rows, outlines, crs)
                row += len(rows)


def open_county_file(path: Path, scratch: Path) -> CountyFile:
    """Open a file; zips are unpacked into `scratch`. Raises FileRefused, UnknownColumns."""
    found = _candidates(unpacked(path, scratch))
    if not found:
        raise FileRefused("there is no file of a kind that is read: " + ", ".join(sorted(_SUFFIXES)))
    if found[0].suffix.lower() in {".csv", ".txt"}:
        with _opened(found[0]) as lines:
            columns = next(_cells(lines), [])
        return CountyFile(((found[0], None),), "CSV", schema_for(columns).name, None)
    _require_last_page(found)
    layers = tuple((each, _layer_of(each)) for each in found)
    information = [pyogrio.read_info(path, layer=layer) for path, layer in layers]
    _require_one_system({str(each["crs"]) for each in information})
    schema = schema_for([str(each) for each in information[0]["fields"]])
    count = sum(int(each["features"]) for each in information)
    return CountyFile(layers, str(information[0]["driver"]), schema.name, count if count >= 0 else None)


def _candidates(places: list[Path]) -> list[Path]:
    kinds = [each for each in places if each.suffix.lower() in _SUFFIXES]
    pages = [each for each in kinds if each.suffix.lower() in {".json", ".geojson"}]
    return sorted(pages) if len(pages) == len(kinds) else kinds[:1]


def _require_last_page(pages: list[Path]) -> None:
    if pages[-1].suffix.lower() != ".json":
        return
    with pages[-1].open("rb") as page:
        head = page.read(4096)
        page.seek(max(0, pages[-1].stat().st_size - 4096))
        tail = page.read()
    if b'"exceededTransferLimit":true' in (head + tail).replace(b" ", b""):
        raise FileRefused("pages are missing: the last one says that there is more to come")


def _require_one_system(stated: set[str]) -> None:
    if len(stated) > 1:
        told = ", ".join(sorted(each[:60] for each in stated))
        raise FileRefused(f"the pages are in several coordinate systems ({told}): send them in one")


def _layer_of(path: Path) -> str:
    try:
        layers = [str(name) for name, kind in pyogrio.list_layers(path) if kind is not None]
    except pyogrio.errors.DataSourceError as error:
        raise FileRefused(f"{path.name} cannot be read as what its name says") from error
    if not layers:
        raise FileRefused(f"{path.name} holds no layer with geometry")
    parcels = [name for name in layers if "parcel" in name.lower()]
    return (parcels or layers)[0]


def _layer_chunks(
    path: Path, layer: str, size: int
) -> Iterator[tuple[list[dict[str, Any]], Outlines, CRS | None]]:
    information = pyogrio.read_info(path, layer=layer)
    names = [str(each) for each in information["fields"]]
    schema = schema_for(names)
    wanted = [name for name in names if name.upper() in COLUMNS or _is_source(schema.columns, name.upper())]
    crs = _crs(information["crs"])
    skipped = 0
    while True:
        meta, _, outlines, columns = pyogrio.raw.read(
            path, layer=layer, columns=wanted, skip_features=skipped, max_features=size, force_2d=True
        )
        count = len(outlines)
        if count == 0:
            return
        read = [_plain(each) for each in columns]
        upper = [str(name).upper() for name in meta["fields"]]
        rows = [schema.told(dict(zip(upper, row, strict=True))) for row in zip(*read, strict=True)]
        yield rows, outlines, crs
        skipped += count
        if count < size:
            return


def _text_chunks(path: Path, size: int) -> Iterator[tuple[list[dict[str, Any]], Outlines, CRS | None]]:
    with _opened(path) as lines:
        cells = _cells(lines)
        columns = [name.upper() for name in next(cells, [])]
        schema = schema_for(columns)
        rows: list[dict[str, Any]] = []
        outlines: list[bytes | None] = []
        for row in filter(None, cells):
            upper = dict(zip(columns, row, strict=False))
            rows.append(schema.told(upper))
            outlines.append(_text_outline(upper))
            if len(rows) == size:
                yield rows, _objects(outlines), None
                rows, outlines = [], []
        if rows:
            yield rows, _objects(outlines), None


def _cells(lines: Iterable[str]) -> Iterator[list[str]]:
    """The cells of each line; a NUL is shown as what could not be read. Raises FileRefused."""
    csv.field_size_limit(CELL_MAX_CHARACTERS)
    reader = csv.reader(line.replace("\0", "\ufffd") for line in lines)
    try:
        yield from reader
    except csv.Error as error:
        raise FileRefused(f"line {reader.line_num:,} of the file cannot be read: {error}") from error


def _text_outline(row: dict[str, Any]) -> bytes | None:
    for name in described().text_geometry:
        if row.get(name):
            shape = shapely.from_wkt(str(row[name]), on_invalid="ignore")
            return None if shape is None else bytes(shapely.to_wkb(shape))
    return None


def _plain(column: npt.NDArray[Any]) -> list[Any]:
    if np.issubdtype(column.dtype, np.datetime64):
        return list(column.astype("datetime64[D]").tolist())
    if np.issubdtype(column.dtype, np.floating):
        return [None if each != each else each for each in column.tolist()]
    return list(column.tolist())


def _is_source(columns: dict[str, str], name: str) -> bool:
    return any(source == name or f"{{{name}}}" in source for source in columns.values())


def _crs(described_as: str | None) -> CRS | None:
    if not described_as:
        return None
    try:
        return CRS.from_user_input(described_as)
    except CRSError:
        return None


def _opened(path: Path) -> Any:
    return path.open(encoding="utf-8-sig", errors="replace", newline="")


def _objects(values: list[bytes | None]) -> Outlines:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array
