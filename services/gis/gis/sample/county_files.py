"""The sample county written as the files counties send: every format, with today's and older column names."""

import json
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio.raw
import shapely
from pyproj import Transformer
from shapely.geometry.base import BaseGeometry

from gis.geometry.coordinates import GRID
from gis.sample.county_rows import FileRow

CHUNK = 20_000
COLUMNS = (
    *("COUNTY_PIN", "ANUMBER", "ST_NAME", "ST_POS_TYP", "ST_POS_DIR", "ZIP", "CTU_NAME", "POSTCOMM"),
    *("CO_CODE", "CO_NAME", "STATE_CODE", "OWNER_NAME", "OWN_ADD_L1", "OWN_ADD_L2", "OWN_ADD_L3"),
    *("TAX_NAME", "TAX_ADD_L1", "TAX_ADD_L2", "TAX_ADD_L3", "HOMESTEAD", "ACRES_POLY", "ACRES_DEED"),
    *("EMV_TOTAL", "TAX_YEAR", "DWELL_TYPE", "NUM_UNITS", "SALE_DATE", "SALE_VALUE", "ABB_LEGAL"),
    *("EDIT_DATE", "EXP_DATE"),
)
_NUMBERS = {"ANUMBER", "EMV_TOTAL", "TAX_YEAR", "NUM_UNITS", "SALE_VALUE"}
_DECIMALS = {"ACRES_POLY", "ACRES_DEED"}
_DAYS = {"SALE_DATE", "EDIT_DATE", "EXP_DATE"}
_GEOMETRY_TYPES = {"OpenFileGDB": "MultiPolygon", "ESRI Shapefile": "Polygon"}
METROGIS: Mapping[str, str] = {
    "COUNTY_PIN": "PIN",
    "CO_CODE": "COUNTY_ID",
    "ANUMBER": "BLDG_NUM",
    "ST_NAME": "STREETNAME",
    "ST_POS_TYP": "STREETTYPE",
    "ST_POS_DIR": "SUFFIX_DIR",
    "CTU_NAME": "CITY",
    "POSTCOMM": "CITY_USPS",
}
"""The names before 2018, where they were others; the county's number stood before every PIN."""


def geopackage(rows: Iterable[FileRow], path: Path, names: Callable[[str], str] = str) -> None:
    """Write a GeoPackage; `names` tells the columns otherwise (`str.lower` as the state's service does)."""
    _written(rows, path, "GPKG", names)


def shapefile(rows: Iterable[FileRow], folder: Path, names: Callable[[str], str] = str) -> Path:
    """Write a shapefile in a zip; give the zip."""
    _written(rows, folder / "parcels.shp", "ESRI Shapefile", names)
    return _zipped(sorted(folder.glob("parcels.*")), folder / "parcels.zip")


def file_geodatabase(rows: Iterable[FileRow], folder: Path) -> Path:
    """Write a FileGDB in a zip; give the zip."""
    database = folder / "parcels.gdb"
    _written(rows, database, "OpenFileGDB", str)
    return _zipped(sorted(database.iterdir()), folder / "parcels.gdb.zip", "parcels.gdb/")


def metrogis_shapefile(rows: Iterable[FileRow], folder: Path) -> Path:
    """Write a shapefile in the column names of before 2018."""

    def as_then(row: FileRow) -> FileRow:
        number = str(row.columns.get("CO_CODE") or "")[-3:]
        pin = row.columns.get("COUNTY_PIN")
        told = {"CO_CODE": number, "COUNTY_PIN": f"{number}-{pin}" if pin else pin}
        return FileRow({**row.columns, **told}, row.outline)

    return shapefile(map(as_then, rows), folder, lambda name: METROGIS.get(name, name))


def geojson(rows: Iterable[FileRow], path: Path) -> None:
    """Write GeoJSON in degrees."""
    _written((FileRow(row.columns, _in_degrees(row.outline)) for row in rows), path, "GeoJSON", str)


def csv_with_outlines(rows: Iterable[FileRow], path: Path) -> None:
    """Write text: one line a row, the outline as WKT on the grid."""
    import csv

    with path.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow([*COLUMNS, "WKT"])
        for row in rows:
            told = [_text(row.columns.get(name)) for name in COLUMNS]
            writer.writerow([*told, "" if row.outline is None else row.outline.wkt])


def arcgis_pages(rows: Iterable[FileRow], path: Path, page_size: int = 1_000) -> Path:
    """Write the pages an ArcGIS service answers, in one zip; give it."""
    rows = iter(rows)
    page = list(islice(rows, page_size))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        number = 0
        while page:
            following = list(islice(rows, page_size))
            archive.writestr(f"page-{number:05d}.json", json.dumps(_esri_page(page, bool(following))))
            page, number = following, number + 1
    return path


def _esri_page(rows: Sequence[FileRow], more: bool) -> dict[str, Any]:
    fields = [
        {"name": name, "type": "esriFieldTypeDouble" if name in _DECIMALS else "esriFieldTypeInteger"
         if name in _NUMBERS else "esriFieldTypeString"}
        for name in COLUMNS
    ]  # fmt: skip
    return {
        "geometryType": "esriGeometryPolygon",
        "spatialReference": {"wkid": GRID, "latestWkid": GRID},
        "fields": fields,
        "features": [
            {"attributes": _plain(row.columns), "geometry": {"rings": _rings(row.outline)}} for row in rows
        ],
        **({"exceededTransferLimit": True} if more else {}),
    }


def _plain(columns: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: columns.get(name) for name in COLUMNS}
    return {name: str(value) if name in _DAYS and value else value for name, value in told.items()}


def _rings(outline: BaseGeometry) -> list[Any]:
    rings = []
    for part in shapely.get_parts(outline):
        oriented = shapely.geometry.polygon.orient(part, -1.0)
        rings += [list(map(list, ring.coords)) for ring in (oriented.exterior, *oriented.interiors)]
    return rings


def _written(rows: Iterable[FileRow], path: Path, driver: str, names: Callable[[str], str]) -> None:
    rows, append = iter(rows), False
    while chunk := list(islice(rows, CHUNK)):
        columns = [_column(name, [row.columns.get(name) for row in chunk]) for name in COLUMNS]
        masks = [np.array([row.columns.get(name) is None for row in chunk]) for name in COLUMNS]
        pyogrio.raw.write(
            path,
            geometry=shapely.to_wkb(np.array([row.outline for row in chunk], dtype=object)),
            field_data=columns,
            field_mask=masks,
            fields=[names(name) for name in COLUMNS],
            layer=None if driver == "ESRI Shapefile" else "parcels",
            driver=driver,
            geometry_type=_GEOMETRY_TYPES.get(driver, "Unknown"),
            promote_to_multi=driver == "OpenFileGDB",
            crs="OGC:CRS84" if driver == "GeoJSON" else f"EPSG:{GRID}",
            append=append,
        )
        append = True


def _column(name: str, values: list[Any]) -> Any:
    if name in _NUMBERS:
        return np.array([0 if value is None else value for value in values], dtype=np.int32)
    if name in _DECIMALS:
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    if name in _DAYS:
        return np.array(
            [np.datetime64("NaT") if value is None else np.datetime64(value) for value in values],
            "datetime64[D]",
        )
    return np.array(["" if value is None else str(value) for value in values], dtype=object)


def _in_degrees(outline: BaseGeometry) -> BaseGeometry:
    if outline is None:
        return None
    to_degrees = Transformer.from_crs(GRID, 4269, always_xy=True)
    return shapely.transform(outline, lambda xy: np.column_stack(to_degrees.transform(*xy.T)))


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _zipped(files: Sequence[Path], path: Path, folder: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in files:
            if each != path:
                archive.write(each, folder + each.name)
    return path
