"""Rows of a county file on their way into the tables: copied beside them, then merged by sets.

Everything here runs in the import's one transaction; the staging table vanishes with it.
"""

# ruff: noqa: S608 - statements are put together from the constants of this module only

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, select, text

from gis.domain.county_row import CountyRow
from gis.domain.parties import Party
from gis.storage.tables import parcels

_TYPES: Mapping[str, str] = {
    "row": "int",
    **dict.fromkeys(("city", "id", "pin", "pin_digits", "address", "postal_city", "zip"), "text"),
    **dict.fromkeys(("acres_deed", "acres_polygon"), "numeric(14, 4)"),
    **dict.fromkeys(("lon", "lat"), "float8"),
    **dict.fromkeys(("vintage", "sold_on"), "date"),
    **dict.fromkeys(("wkb", "point_wkb"), "bytea"),
    **dict.fromkeys(("owners", "taxpayers"), "jsonb"),
    **dict.fromkeys(("number", "fraction", "pre_direction", "street_name"), "text"),
    **dict.fromkeys(("street_type", "post_direction", "unit"), "text"),
    "residence": "boolean",
}
_ATTRIBUTES = "address, postal_city, zip, acres_deed"
PLACE = "acres_polygon, lon, lat, wkb"
_VERSION = f"county, pin, pin_digits, {_ATTRIBUTES}, {PLACE}, source, vintage, generation"
_TOLD = ", ".join(f"s.{name}" for name in _ATTRIBUTES.split(", "))
_KNOWN = ", ".join(f"p.{name}" for name in _ATTRIBUTES.split(", "))
_CHANGED = f"(({_KNOWN}) IS DISTINCT FROM ({_TOLD}) OR s.wkb <> p.wkb OR p.until IS NOT NULL)"
SAME_PARCEL = "s.city = p.city AND s.id = p.id"
_FAR_LON, _FAR_LAT = 2.0, 1.5
"""A hundred miles in degrees: no county reaches so far from its middle, and a zone has six degrees."""


@dataclass(frozen=True, slots=True)
class MeasuredOutline:
    """What the outline of a row says."""

    wkb: bytes
    point_wkb: bytes
    acres: Decimal
    lon: float
    lat: float


@dataclass(frozen=True, slots=True)
class StagedRow:
    """A row to be loaded. Without an outline it tells of a known parcel only."""

    row: int
    city: str
    id: str
    told: CountyRow
    outline: MeasuredOutline | None


@dataclass(frozen=True, slots=True)
class Merged:
    """How many parcels the file brought, changed and left as they were."""

    new: int
    changed: int
    unchanged: int


def open_staging(connection: Connection) -> None:
    """Make the staging table, for this transaction only, which may take as long as it needs."""
    columns = ", ".join(f'"{name}" {kind}' for name, kind in _TYPES.items())
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("DROP TABLE IF EXISTS pg_temp.staging"))
    connection.execute(text(f"CREATE TEMPORARY TABLE staging ({columns}) ON COMMIT DROP"))


def stage(connection: Connection, rows: Iterable[StagedRow]) -> None:
    """Copy rows into the staging table."""
    names = ", ".join(f'"{name}"' for name in _TYPES)
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY staging ({names}) FROM STDIN") as copy:
        for each in rows:
            copy.write_row(_staged(each))


def settle(connection: Connection) -> int:
    """Make the staged rows ready to be merged; give how many known parcels lie in another city by now.

    Those keep the city that they are in: annexation is a decision, not an import.
    """
    connection.execute(text("CREATE INDEX ON staging (id)"))
    connection.execute(text("ANALYZE staging (city, id)"))
    elsewhere = "UPDATE staging s SET city = p.city FROM parcels p WHERE p.id = s.id AND p.city <> s.city"
    return connection.execute(text(elsewhere)).rowcount


def cities_told_of(connection: Connection) -> list[str]:
    """Give the cities whose parcels the file tells of."""
    return list(connection.scalars(text("SELECT DISTINCT city FROM staging ORDER BY 1")))


def take_out(connection: Connection, cities: list[str]) -> list[tuple[int, str, str, str]]:
    """Take out the rows of these cities; give row, PIN, id and city of each."""
    taken = text("DELETE FROM staging WHERE city = ANY(CAST(:cities AS text[])) RETURNING row, pin, id, city")
    rows = connection.execute(taken, {"cities": cities})
    return sorted((row.row, row.pin, row.id, row.city) for row in rows)


def without_parcel(connection: Connection) -> list[tuple[int, str]]:
    """Take out the rows that have no outline and tell of no known parcel; give row and PIN of each."""
    taken = text(
        "DELETE FROM staging s WHERE wkb IS NULL "
        f"AND NOT EXISTS (SELECT FROM parcels p WHERE {SAME_PARCEL} AND p.until IS NULL) RETURNING row, pin"
    )
    return sorted((row.row, row.pin) for row in connection.execute(taken))


def far_from_the_rest(connection: Connection) -> list[tuple[int, str, str]]:
    """Take out the rows that lie farther from the middle of the file than a county reaches.

    Gives row, PIN and id of each. The middle is the median, which strays do not move.
    """
    taken = text(
        "WITH middle AS (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY lon) AS lon, "
        "percentile_cont(0.5) WITHIN GROUP (ORDER BY lat) AS lat FROM staging) "
        "DELETE FROM staging s USING middle m "
        f"WHERE abs(s.lon - m.lon) > {_FAR_LON} OR abs(s.lat - m.lat) > {_FAR_LAT} RETURNING row, pin, id"
    )
    return sorted((row.row, row.pin, row.id) for row in connection.execute(taken))


def cities_touched(connection: Connection) -> list[str]:
    """Give the cities in which the file brings or changes a parcel."""
    rows = connection.execute(
        text(
            f"SELECT DISTINCT s.city FROM staging s LEFT JOIN parcels p ON {SAME_PARCEL} "
            f"WHERE p.id IS NULL OR {_CHANGED} ORDER BY 1"
        )
    )
    return [row.city for row in rows]


def merge_parcels(connection: Connection, county: str, source: str, vintage: date, generation: int) -> Merged:
    """Bring the staged parcels into the tables; what they were before is kept as a version.

    New parcels stand since the file's day; those of a county's first file since nobody knows when.
    """
    known = connection.scalar(select(parcels.c.id).where(parcels.c.county == county).limit(1))
    bound = {"county": county, "source": source, "on": vintage, "generation": generation}
    version = ", ".join(f"p.{name}" for name in _VERSION.split(", "))
    connection.execute(
        text(
            f"INSERT INTO parcel_versions (city, id, until, since, {_VERSION}) "
            f"SELECT p.city, p.id, coalesce(p.until, :on), p.since, {version} FROM staging s "
            f"JOIN parcels p ON {SAME_PARCEL} WHERE {_CHANGED} ON CONFLICT DO NOTHING"
        ),
        {"on": vintage},
    )
    told = ", ".join(f"{name} = s.{name}" for name in f"{_ATTRIBUTES}, {PLACE}, vintage, sold_on".split(", "))
    changed = connection.execute(
        text(
            f"UPDATE parcels p SET {told}, source = :source, since = :on, until = NULL, "
            f"generation = :generation FROM staging s WHERE {SAME_PARCEL} AND {_CHANGED}"
        ),
        {name: bound[name] for name in ("source", "on", "generation")},
    ).rowcount
    connection.execute(
        text(
            "UPDATE parcels p SET vintage = s.vintage, sold_on = s.sold_on, source = :source FROM staging s "
            f"WHERE {SAME_PARCEL} AND (p.vintage, p.sold_on, p.source) "
            "IS DISTINCT FROM (s.vintage, s.sold_on, :source)"
        ),
        {"source": source},
    )
    names = f"city, id, pin, pin_digits, {_ATTRIBUTES}, {PLACE}, vintage, sold_on"
    new = connection.execute(
        text(
            f"INSERT INTO parcels ({names}, county, source, since, generation) "
            f"SELECT {names}, :county, :source, CAST(:since AS date), :generation FROM staging "
            "ON CONFLICT DO NOTHING"
        ),
        {**{name: bound[name] for name in ("county", "source", "generation")}, "since": known and vintage},
    ).rowcount
    staged = int(connection.scalar(text("SELECT count(*) FROM staging")) or 0)
    return Merged(new, changed, staged - new - changed)


def merge_addresses(connection: Connection, source: str) -> int:
    """Give every staged parcel with a street address its address point; give how many changed."""
    names = "number, fraction, pre_direction, street_name, street_type, post_direction, unit"
    printed = "printed, mailing, residence, source, vintage, wkb"
    changed = ", ".join(f"{name} = excluded.{name}" for name in f"{names}, {printed}".split(", "))
    differing = (
        "(addresses.printed, addresses.residence, addresses.mailing) "
        "IS DISTINCT FROM (excluded.printed, excluded.residence, excluded.mailing)"
    )
    told = text(
        f"INSERT INTO addresses (city, id, parcel_id, {names}, {printed}, occupant) "
        f"SELECT s.city, s.id || '/1', s.id, {names}, s.address, "
        "array_remove(ARRAY[s.address, nullif(concat_ws(', MN ', s.postal_city, s.zip), '')], NULL), "
        "s.residence, :source, s.vintage, s.point_wkb, 'Resident' FROM staging s "
        "WHERE s.number IS NOT NULL AND s.point_wkb IS NOT NULL "
        f"ON CONFLICT (city, id) DO UPDATE SET {changed} WHERE {differing}"
    )
    return connection.execute(told, {"source": source}).rowcount


def add_people_of_new(connection: Connection) -> None:
    """Enter owners and taxpayers of the parcels that have nobody yet."""
    for role, column in (("owner", "owners"), ("taxpayer", "taxpayers")):
        connection.execute(
            text(
                "INSERT INTO parties (city, parcel_id, role, position, name, mailing) "
                f"SELECT s.city, s.id, '{role}', each.place - 1, each.party ->> 0, "
                "ARRAY(SELECT jsonb_array_elements_text(each.party -> 1)) "
                f"FROM staging s CROSS JOIN LATERAL jsonb_array_elements(s.{column}) "
                "WITH ORDINALITY AS each(party, place) WHERE NOT EXISTS (SELECT FROM parties k "
                f"WHERE k.city = s.city AND k.parcel_id = s.id AND k.role = '{role}')"
            )
        )


@dataclass(frozen=True, slots=True)
class PeopleDiffer:
    """A known parcel of whose people the file tells otherwise."""

    city: str
    id: str
    pin: str
    private: bool
    owners_before: tuple[Party, ...]
    owners: tuple[Party, ...]
    taxpayers: tuple[Party, ...]
    sold_before: date | None
    sold_on: date | None


def differing_people(connection: Connection) -> list[PeopleDiffer]:
    """Give the known parcels whose owners or taxpayers the file tells otherwise. Before the merge."""
    people = (
        "coalesce((SELECT jsonb_agg(jsonb_build_array(k.name, to_jsonb(k.mailing)) ORDER BY k.position) "
        "FROM parties k WHERE k.city = p.city AND k.parcel_id = p.id AND k.role = '{}'), '[]')"
    )
    asked = text(
        f"SELECT * FROM (SELECT p.city, p.id, p.pin, p.private, {people.format('owner')} AS owners_before, "
        f"{people.format('taxpayer')} AS taxpayers_before, s.owners, s.taxpayers, p.sold_on AS sold_before, "
        f"s.sold_on FROM staging s JOIN parcels p ON {SAME_PARCEL} AND p.until IS NULL) told "
        "WHERE owners <> owners_before OR taxpayers <> taxpayers_before ORDER BY city, id"
    )
    return [
        PeopleDiffer(
            row.city, row.id, row.pin, row.private, _parties(row.owners_before), _parties(row.owners),
            _parties(row.taxpayers), row.sold_before, row.sold_on,
        )
        for row in connection.execute(asked)
    ]  # fmt: skip


def _staged(each: StagedRow) -> tuple[Any, ...]:
    told, outline, address = each.told, each.outline, each.told.address
    return (
        each.row,
        each.city,
        each.id,
        told.pin,
        told.pin_digits,
        told.printed,
        told.postal_city,
        told.zip,
        told.acres_deed,
        outline and outline.acres,
        outline and outline.lon,
        outline and outline.lat,
        told.vintage,
        told.sold_on,
        outline and outline.wkb,
        outline and outline.point_wkb,
        _people_json(told.owners),
        _people_json(told.taxpayers),
        address and address.number,
        address and address.fraction,
        address and address.pre_direction,
        address and address.name,
        address and address.type,
        address and address.post_direction,
        address and address.unit,
        told.dwelling,
    )


def _people_json(people: tuple[Party, ...]) -> str:
    return json.dumps([[party.name, list(party.mailing)] for party in people], ensure_ascii=False)


def _parties(told: list[Any]) -> tuple[Party, ...]:
    return tuple(Party(name, tuple(mailing)) for name, mailing in told)
