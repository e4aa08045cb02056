"""Importing a county's parcel file: the good rows are loaded, the bad ones are told one by one.

One transaction: a file that cannot be loaded leaves everything as it was. Loading the same file again changes
nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

import numpy as np
import shapely
from sqlalchemy import Connection

from gis.county_files.reading import Chunk, CountyFile
from gis.county_files.schemas import described
from gis.domain.county_import import VANISHED_MAX_SHARE, ImportRefused, Tally
from gis.domain.county_row import County, CountyRow, Finding, RowReader, RowRefused
from gis.domain.layer_names import JURISDICTIONS
from gis.domain.pin import parcel_id
from gis.geometry.lineage import links_between, same_outlines
from gis.geometry.outlines import Outline, read_outlines
from gis.geometry.questions import DWELLINGS, PARCELS, PAST_PARCELS, layer_collection
from gis.storage import county_imports, generations, layers, loads, passed_land, staged_land, staging
from gis.storage.shapes import StoredShapes
from gis.storage.staged_land import Land
from gis.storage.staging import MeasuredOutline, StagedRow
from gis.usecases.compare_people import OUTSIDE, compare_people
from gis.usecases.extend_coverage import extend_coverage

MISPLACED_MAX_SHARE, MISPLACED_ALWAYS = 0.05, 20
"""More outlines in the wrong place are no slips of the pen: the file is in two coordinate systems."""
_STRAY = Finding("off_the_map", None, "the outline lies a hundred miles from the others")
Progress = Callable[[int], None]
"""Is told how many rows have been read."""


@dataclass(frozen=True, slots=True)
class ImportAsked:
    """What is imported: the county, the file's day, whether it is all of the county, and who asked when.

    `cities`: of the cities served, those that whoever asked may send for; None: every one.
    """

    county: County
    whole_county: bool
    at: datetime
    by: str
    new_id: Callable[[], UUID]
    cities: frozenset[str] | None = None

    @property
    def today(self) -> date:
        """The day of the import."""
        return self.at.date()

    def may_tell_of(self, city: str) -> bool:
        """Whether parcels of this city may be brought, changed or taken as gone."""
        return self.cities is None or city in self.cities or city.startswith(OUTSIDE)


def import_county(
    connection: Connection, asked: ImportAsked, file: CountyFile, progress: Progress = lambda _rows: None
) -> tuple[Tally, dict[str, Any]]:
    """Load a file; give what was found of its rows, and the counts a clerk reads.

    Raises ImportRefused, and leaves nothing behind then (the caller rolls back).
    """
    loads.take_turn(connection)
    _require_newest(connection, asked.county)
    staging.open_staging(connection)
    tally, reading = Tally(), _Reading(asked, _Jurisdictions(connection))
    for chunk in file.chunks():
        staging.stage(connection, reading.rows_of(chunk, tally))
        progress(tally.rows)
        if tally.rows and tally.rows == tally.refused and tally.faults["off_the_map"] > tally.rows / 2:
            raise ImportRefused(
                "Most outlines lie off this map. Send the file with the coordinate system it is in stated "
                "(a .prj beside a shapefile), longitude or easting first."
            )
    _leave_out_strays(connection, tally, reading)
    elsewhere = staging.settle(connection)
    _leave_out_other_cities(connection, asked, tally, reading)
    for row, pin in staging.without_parcel(connection):
        finding = Finding("no_outline", None, "the row has no outline and its parcel is not known")
        tally.refuse(row, pin, finding)
    if tally.rows == tally.refused:
        raise ImportRefused("No row of the file can be loaded.")
    counts = _merge(connection, asked, reading)
    report = {
        "format": file.format,
        "columns": file.schema,
        "rows": tally.rows,
        "loaded": tally.rows - tally.refused,
        "refused": tally.refused,
        **counts,
        "in_another_city": elsewhere,
        "faults": dict(sorted(tally.faults.items())),
    }
    return tally, report


def _require_newest(connection: Connection, county: County) -> None:
    newest = county_imports.newest_vintage(connection, county.slug)
    if newest is not None and county.vintage < newest:
        raise ImportRefused(
            f"A file of {newest} was loaded, and this one is of {county.vintage}: what is newer would be "
            "lost. Send the county's newest file, with the day it was made."
        )


def _leave_out_strays(connection: Connection, tally: Tally, reading: "_Reading") -> None:
    strays = staging.far_from_the_rest(connection)
    misplaced = len(strays) + tally.faults["off_the_map"]
    if misplaced > max(MISPLACED_MAX_SHARE * tally.rows, MISPLACED_ALWAYS):
        raise ImportRefused(
            f"{misplaced:,} of the {tally.rows:,} outlines lie off this map, or a hundred miles from the "
            "others. If the file mixes UTM zones, send it in one coordinate system."
        )
    for row, pin, id_ in strays:
        tally.refuse(row, pin, _STRAY)
        reading.refused_ids.append(id_)


def _leave_out_other_cities(
    connection: Connection, asked: ImportAsked, tally: Tally, reading: "_Reading"
) -> None:
    beyond = [city for city in staging.cities_told_of(connection) if not asked.may_tell_of(city)]
    for row, pin, id_, city in staging.take_out(connection, beyond):
        message = f"the parcel is of {city}, and whoever sent the file may not send for it"
        tally.refuse(row, pin, Finding("other_city", None, message))
        reading.refused_ids.append(id_)


class _Reading:
    """Reads chunks of one file; remembers which parcels it has seen."""

    def __init__(self, asked: ImportAsked, jurisdictions: "_Jurisdictions") -> None:
        self._county = asked.county
        self._reader = RowReader(asked.county, asked.today, described().blanks)
        self._jurisdictions = jurisdictions
        self._rows_of_pins: dict[str, int] = {}
        self._pins_of_digits: dict[str, str] = {}
        self.refused_ids: list[str] = []

    def rows_of(self, chunk: Chunk, tally: Tally) -> Iterator[StagedRow]:
        outlines = read_outlines(chunk.outlines, chunk.crs)
        cities = self._jurisdictions.of(outlines, OUTSIDE + self._county.slug)
        for place, told in enumerate(chunk.rows):
            tally.rows += 1
            row = self._row(chunk.first_row + place, told, outlines[place], tally)
            if row is not None:
                id_ = parcel_id(self._county.slug, row.pin)
                yield StagedRow(chunk.first_row + place, cities[place], id_, row, _measured(outlines[place]))

    def _row(
        self, number: int, told: dict[str, Any], outline: Outline | Finding, tally: Tally
    ) -> CountyRow | None:
        try:
            row, notes = self._reader.read(told)
        except RowRefused as refusal:
            tally.refuse(number, refusal.pin, refusal.finding)
            return None
        finding = outline if isinstance(outline, Finding) and outline.fault != "no_outline" else None
        finding = finding or self._repeated(row, number)
        if finding is not None:
            tally.refuse(number, row.pin, finding)
            self.refused_ids.append(parcel_id(self._county.slug, row.pin))
            return None
        for note in [*notes, *self._same_digits(row)]:
            tally.note(number, row.pin, note)
        return row

    def _repeated(self, row: CountyRow, number: int) -> Finding | None:
        first = self._rows_of_pins.setdefault(row.pin, number)
        if first == number:
            return None
        return Finding("duplicate_pin", "COUNTY_PIN", f"row {first} has the same PIN and was taken")

    def _same_digits(self, row: CountyRow) -> list[Finding]:
        first = self._pins_of_digits.setdefault(row.pin_digits, row.pin)
        if first == row.pin:
            return []
        message = f"{first} has the same digits: asked by digits alone, both are given"
        return [Finding("same_digits", "COUNTY_PIN", message)]


class _Jurisdictions:
    """Which of the cities served a place lies in, by geometry."""

    def __init__(self, connection: Connection) -> None:
        found = [
            (code, shape)
            for city in generations.current(connection, layer_collection(JURISDICTIONS))
            for code, shape in _boundaries(connection, city)
        ]
        self._codes = [code for code, _ in found]
        shapes = np.array([shape for _, shape in found], dtype=object)
        shapely.prepare(shapes)
        self._tree = shapely.STRtree(shapes)

    def of(self, outlines: list[Outline | Finding], otherwise: str) -> list[str]:
        """Give the city each outline lies in; `otherwise` where none does."""
        cities = [otherwise] * len(outlines)
        places = [place for place, each in enumerate(outlines) if isinstance(each, Outline)]
        if places and self._codes:
            points = shapely.points([(each.x, each.y) for each in outlines if isinstance(each, Outline)])
            for point, boundary in zip(*self._tree.query(points, predicate="intersects"), strict=True):
                cities[places[point]] = self._codes[boundary]
        return cities


def _boundaries(connection: Connection, city: str) -> Iterator[tuple[str, Any]]:
    stored = StoredShapes().shapes(connection, city, layer_collection(JURISDICTIONS))
    known = layers.with_ids(connection, city, JURISDICTIONS, [each.id for each in stored])
    for each in stored:
        code = known[each.id].code
        if code is not None and each.days[1] is None:
            yield code, shapely.from_wkb(each.wkb)


def _merge(connection: Connection, asked: ImportAsked, reading: _Reading) -> dict[str, Any]:
    county, vintage = asked.county, asked.county.vintage
    staged_land.keep_outlines(connection, _drawn_alike(connection))
    gone: list[Land] = []
    if asked.whole_county:
        gone, standing = staged_land.standing_without_row(connection, county.slug, reading.refused_ids)
        gone = [land for land in gone if asked.may_tell_of(land.city)]
        _require_most(len(gone), standing)
    changed = staged_land.changed_land(connection)
    new = staged_land.new_land(connection) if gone or changed else []
    receivers = [*new, *staged_land.told_land(connection, [land.id for land in changed])]
    withheld, beside = staged_land.withheld_land(connection), staged_land.new_land_near_withheld(connection)
    touched = {*staging.cities_touched(connection), *(land.city for land in gone)}
    numbers = {city: generations.advance(connection, city, PARCELS) for city in sorted(touched)}
    generation = max(numbers.values(), default=0)
    people = compare_people(
        connection, asked.at, asked.by, asked.new_id, staging.differing_people(connection)
    )
    source = f"parcel file of {county.slug} county"
    merged = staging.merge_parcels(connection, county.slug, source, vintage, generation)
    staging.add_people_of_new(connection)
    moved = staging.merge_addresses(connection, source)
    extend_coverage(
        connection,
        OUTSIDE + county.slug,
        county.slug,
        vintage,
        staged_land.outlines(connection),
        whole_county=asked.whole_county,
    )
    for city in sorted({land.city for land in gone}):
        ids = [land.id for land in gone if land.city == city]
        passed_land.retire(connection, city, ids, vintage, numbers[city])
    for city in sorted(touched) if merged.changed else ():
        generations.advance(connection, city, PAST_PARCELS)
    if moved or gone:
        for city in sorted(touched):
            generations.advance(connection, city, DWELLINGS)
    links = _link(connection, [*gone, *changed], receivers, [land.id for land in new], vintage)
    _keep_withheld(connection, withheld, beside)
    return {
        "new": merged.new,
        "changed": merged.changed,
        "unchanged": merged.unchanged,
        "gone": len(gone),
        "links": links,
        "people": people,
    }


def _drawn_alike(connection: Connection) -> list[str]:
    return [
        land.id
        for piece in staged_land.differing_outlines(connection)
        for (land, _), alike in zip(
            piece, same_outlines([land.wkb for land, _ in piece], [told for _, told in piece]), strict=True
        )
        if alike
    ]


def _require_most(gone: int, standing: int) -> None:
    if gone > 50 and gone > VANISHED_MAX_SHARE * standing:
        raise ImportRefused(
            f"The file lacks {gone:,} of the {standing:,} parcels known of the county. If it is a part of "
            "the county, send it as one (whole_county: false); then no parcel is taken as gone."
        )


def _link(
    connection: Connection, before: Iterable[Land], after: Iterable[Land], new: list[str], on: date
) -> dict[str, int]:
    kinds: Counter[str] = Counter()
    was, now = list(before), list(after)
    for city in sorted({land.city for land in was}):
        links = links_between(
            [(land.id, land.wkb) for land in was if land.city == city],
            [(land.id, land.wkb) for land in now if land.city == city],
        )
        passed_land.link(connection, city, links, on)
        passed_land.keep_withheld(connection, city, links, new)
        kinds.update(kind for *_, kind in links)
    return dict(sorted(kinds.items()))


def _keep_withheld(connection: Connection, withheld: list[Land], beside: list[Land]) -> None:
    """Of a part of a county nobody learns that the old number is gone: the new one shows nobody either."""
    for city in sorted({land.city for land in withheld}):
        links = links_between(
            [(land.id, land.wkb) for land in withheld if land.city == city],
            [(land.id, land.wkb) for land in beside if land.city == city],
        )
        passed_land.keep_withheld(connection, city, links, [to_id for _, to_id, _ in links])


def _measured(outline: Outline | Finding) -> MeasuredOutline | None:
    if isinstance(outline, Finding):
        return None
    return MeasuredOutline(outline.wkb, outline.inside_wkb, outline.acres, outline.lon, outline.lat)
