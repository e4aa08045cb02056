"""Which columns a county file has, and how its rows are told in the names of the GAC standard."""

import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field

_BRACED = re.compile(r"\{([A-Z0-9_]+)\}")


class UnknownColumns(Exception):
    """No mapping table fits the columns of the file."""

    def __init__(self, columns: Collection[str]) -> None:
        super().__init__(", ".join(sorted(columns)))
        self.columns = tuple(sorted(columns))


class _Described(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Schema(_Described):
    """One mapping table."""

    name: str
    known_by: Annotated[tuple[str, ...], Field(min_length=1)]
    columns: dict[str, str]
    prefix: dict[str, str] = {}
    strip_prefix: dict[str, str] = {}

    def fits(self, columns: Collection[str]) -> bool:
        """Whether a file with these columns (upper case) is one of this schema."""
        return set(self.known_by) <= set(columns)

    def told(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Tell a row, keyed by its own columns in upper case, in the names of the standard."""
        told = {name: value for name, value in row.items() if name not in self.columns}
        for name, source in self.columns.items():
            value = row.get(source) if "{" not in source else _composed(source, row)
            told[name] = self._mended(name, value)
        return told

    def _mended(self, name: str, value: Any) -> Any:
        if value is None or value == "":
            return value
        if name in self.strip_prefix:
            value = re.sub("^" + self.strip_prefix[name], "", str(value))
        return self.prefix[name] + str(value) if name in self.prefix else value


class PlaceColumns(_Described):
    """The columns of a point in degrees."""

    lon: str
    lat: str


class Schemas(_Described):
    """Everything `schemas.yaml` says."""

    schemas: tuple[Schema, ...]
    places: tuple[PlaceColumns, ...]
    text_geometry: tuple[str, ...]
    blanks: frozenset[str]


@cache
def described() -> Schemas:
    """Read the mapping tables."""
    text = files("gis.county_files").joinpath("schemas.yaml").read_text(encoding="utf-8")
    return Schemas.model_validate(yaml.safe_load(text))


def schema_for(columns: Collection[str]) -> Schema:
    """Give the first schema that fits the columns (any case). Raises UnknownColumns."""
    upper = {column.upper() for column in columns}
    found = next((schema for schema in described().schemas if schema.fits(upper)), None)
    if found is None:
        raise UnknownColumns(columns)
    return found


def _composed(form: str, row: Mapping[str, Any]) -> str:
    filled = _BRACED.sub(lambda found: str(row.get(found[1]) or "").strip(), form)
    return re.sub(r"\s+", " ", filled).strip(" ,")
