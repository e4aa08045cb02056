"""What is recorded of all that holds a point: one statement and one answer, whichever engine finds it."""

from collections.abc import Collection
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, TextClause, text

from gis.domain.layer_names import JURISDICTIONS
from gis.domain.parcel import Feature, Parcel
from gis.domain.places import Holding
from gis.geometry.questions import LAYER_PREFIX, PARCELS, PAST_PARCELS, Held

_STOOD = "(t.since IS NULL OR t.since <= :on) AND (t.until IS NULL OR t.until > :on)"
_PARCEL = (
    "t.id, t.city, t.county, t.pin, t.pin_digits, t.address, t.postal_city, t.zip, "
    "CAST(t.acres_deed AS text), CAST(t.acres_polygon AS text), t.lon, t.lat, t.source, t.vintage, "
    "t.generation"
)


def _telling(features: str, parcels: str, past: str) -> TextClause:
    return text(
        "SELECT (SELECT json_agg(json_build_array("  # noqa: S608 - constants only
        "l.kind, t.city, t.layer, t.id, t.name, t.code, t.source, t.vintage) ORDER BY t.city, t.layer, t.id) "
        "FROM features t JOIN layers l ON l.city = t.city AND l.layer = t.layer "
        f"WHERE {features} AND (t.city = :city OR t.layer = :governing) AND {_STOOD}), "
        f"(SELECT json_agg(json_build_array({_PARCEL})) FROM parcels t "
        f"WHERE {parcels} AND t.city = :city AND {_STOOD}), "
        f"(SELECT json_agg(json_build_array({_PARCEL})) FROM parcel_versions t "
        f"WHERE {past} AND t.city = :city AND {_STOOD})"
    )


_IN_REACH = "ST_DWithin(t.geom, ST_GeomFromWKB(:point, 26915), :within_m)"
_NEAR = _telling(_IN_REACH, _IN_REACH, _IN_REACH)
_BY_KEYS = _telling(
    "(t.city, t.layer, t.id) IN (SELECT * FROM unnest("
    "CAST(:cities AS text[]), CAST(:layers AS text[]), CAST(:ids AS text[])))",
    "t.id = ANY(CAST(:parcels AS text[]))",
    "t.id = ANY(CAST(:past AS text[]))",
)


def near(connection: Connection, city: str, point: bytes, within_m: float, on: date) -> Holding:
    """Give what PostGIS finds within so many grid meters of a point (WKB)."""
    return _told(connection, _NEAR, city, on, {"point": point, "within_m": within_m})


def with_keys(connection: Connection, city: str, held: Collection[Held], on: date) -> Holding:
    """Give what has these keys."""
    features = [each for each in held if each.collection.startswith(LAYER_PREFIX)]
    bound = {
        "cities": [each.city for each in features],
        "layers": [each.collection.removeprefix(LAYER_PREFIX) for each in features],
        "ids": [each.id for each in features],
        "parcels": [each.id for each in held if each.collection == PARCELS and each.city == city],
        "past": [each.id for each in held if each.collection == PAST_PARCELS and each.city == city],
    }
    return _told(connection, _BY_KEYS, city, on, bound)


def _told(
    connection: Connection, question: TextClause, city: str, on: date, bound: dict[str, Any]
) -> Holding:
    asked = {"city": city, "governing": JURISDICTIONS, "on": on, **bound}
    features, parcels, past = connection.execute(question, asked).one()
    return Holding(
        features=tuple((kind, _feature(each)) for kind, *each in features or ()),
        parcels=tuple(sorted(map(_parcel, [*(parcels or ()), *(past or ())]), key=lambda each: each.pin)),
    )


def _feature(told: list[Any]) -> Feature:
    *named, vintage = told
    row = [*named, date.fromisoformat(vintage)]
    return Feature(*row)


def _parcel(told: list[Any]) -> Parcel:
    *named, deeded, measured, lon, lat, source, vintage, generation = told
    acres = (None if deeded is None else Decimal(deeded), Decimal(measured))
    row = [*named, *acres, lon, lat, source, date.fromisoformat(vintage), generation]
    return Parcel(*row)
