"""Making a notice list and freezing it."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain.layer_names import COVERAGE
from gis.domain.notice_list import (
    Addressees,
    Audience,
    NearDwelling,
    NearParcel,
    UnknownNoticeList,
    addressees,
)
from gis.domain.parcel import Dwelling, Neighbor
from gis.geometry.ground import METHOD
from gis.geometry.questions import DWELLINGS, PARCELS, Geometry, Key, Near, beyond, layer_collection
from gis.storage import dwellings, neighbors, notice_lists
from gis.usecases.locate import governing
from gis.usecases.notice_subject import Subject

NOWHERE = "land outside every jurisdiction on this map"
MEASURED_TO: Mapping[Audience, str] = {
    "owners": "lot line",
    "residents": "address point of the dwelling",
    "owners_and_residents": "lot line for owners, address point of the dwelling for residents",
}


@dataclass(frozen=True)
class Making:
    """Who makes the list, when, and under which id."""

    id: UUID
    at: datetime
    by: str


def make(
    connection: Connection,
    geometry: Geometry,
    city: str,
    subject: Subject,
    within_ft: float,
    to: Audience,
    making: Making,
) -> dict[str, Any]:
    """Find who is within so many ground feet of the subject's perimeter, freeze the list and give it.

    The subject's own parcels are on it, marked `subject`.
    """
    outline = subject.outline
    own = {parcel.id for parcel in subject.parcels}
    near, around = geometry.around(connection, city, outline, within_ft)
    living = geometry.candidates_within(connection, DWELLINGS, outline, within_ft) if to != "owners" else []
    people = _People(connection, geometry, {shape.key: each for shape, each in around.parcels})
    near_parcels = people.of_parcels(near, own)
    letters = addressees(to, near_parcels, people.of_dwellings(living, own))
    missing = [] if around.is_covered else _reaches_into(connection, geometry, outline, within_ft)
    frozen = {
        "id": str(making.id),
        "city": city,
        "pin": subject.parcels[0].pin if len(subject.parcels) == 1 else None,
        "pins": [parcel.pin for parcel in subject.parcels],
        "area": subject.area,
        "within_ft": within_ft,
        "to": to,
        "measured_from": subject.measured_from,
        "measured_to": MEASURED_TO[to],
        "complete": not missing,
        "reaches_into": missing,
        **_letters_json(letters),
        "vintage": min(people.vintages(), default=making.at.date()).isoformat(),
        "generation": around.generation,
        "made_at": making.at.isoformat(),
        "made_by": making.by,
        "method": METHOD,
    }
    text = json.dumps(frozen, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    notice_lists.keep(connection, city, making.id, sorted(own), making.at, making.by, sha256, text)
    return {**frozen, "sha256": sha256}


def kept(connection: Connection, city: str, list_id: UUID) -> dict[str, Any]:
    """Give a list as it was frozen. Raises UnknownNoticeList."""
    found = notice_lists.kept(connection, city, list_id)
    if found is None:
        raise UnknownNoticeList(str(list_id))
    text, sha256 = found
    return {**json.loads(text), "sha256": sha256}


class _People:
    """Looks up who is behind shapes, in whichever city's records they stand."""

    def __init__(self, connection: Connection, geometry: Geometry, around: Mapping[Key, Neighbor]) -> None:
        self._connection = connection
        self._geometry = geometry
        self._around = around
        self._parcels: dict[Key, Neighbor] = {}

    def vintages(self) -> list[date]:
        return [parcel.vintage for parcel in self._parcels.values()]

    def of_parcels(self, near: list[Near], own: Collection[str]) -> list[NearParcel]:
        self._read({(each.shape.city, each.shape.id) for each in near})
        return [self._near_parcel(each, own) for each in near]

    def of_dwellings(self, near: list[Near], own: Collection[str]) -> list[NearDwelling]:
        found: list[tuple[Near, Dwelling, str | None]] = []
        for city in sorted({each.shape.city for each in near}):
            here = [each for each in near if each.shape.city == city]
            known = dwellings.with_ids(self._connection, city, [each.shape.id for each in here])
            for each in here:
                dwelling = known[each.shape.id]
                found.append((each, dwelling, dwelling.parcel_id or self._parcel_under(each)))
        self._read({(each.shape.city, parcel_id) for each, _, parcel_id in found if parcel_id})
        return [self._near_dwelling(*each, own) for each in found]

    def _parcel_under(self, near: Near) -> str | None:
        under = self._geometry.at(self._connection, PARCELS, near.shape.geometry)
        own = [shape.id for shape in under if shape.city == near.shape.city]
        return own[0] if len(own) == 1 else None

    def _read(self, keys: set[Key]) -> None:
        self._parcels.update((key, self._around[key]) for key in keys & self._around.keys())
        wanted = keys - self._parcels.keys()
        for city in {city for city, _ in wanted}:
            found = neighbors.with_ids(self._connection, city, [id_ for of, id_ in wanted if of == city])
            self._parcels.update(((city, each.id), each) for each in found)

    def _near_parcel(self, near: Near, own: Collection[str]) -> NearParcel:
        parcel = self._parcels[near.shape.key]
        return NearParcel(
            pin=parcel.pin,
            distance_ft=near.distance_ft,
            owners=parcel.owners,
            taxpayers=parcel.taxpayers,
            private=parcel.private,
            subject=near.shape.id in own,
        )

    def _near_dwelling(
        self, near: Near, dwelling: Dwelling, parcel_id: str | None, own: Collection[str]
    ) -> NearDwelling:
        parcel = self._parcels.get((near.shape.city, parcel_id or ""))
        return NearDwelling(
            pin=parcel.pin if parcel else None,
            distance_ft=near.distance_ft,
            mailing=dwelling.mailing,
            occupant=dwelling.occupant,
            owners=parcel.owners if parcel else (),
            private=dwelling.private or (parcel is not None and parcel.private),
            subject=parcel_id in own,
        )


def _reaches_into(
    connection: Connection, geometry: Geometry, outline: BaseGeometry, within_ft: float
) -> list[str]:
    loaded = geometry.candidates_within(connection, layer_collection(COVERAGE), outline, within_ft)
    rest = beyond(outline, within_ft, [each.shape for each in loaded])
    if rest is None:
        return []
    names = sorted({feature.name for feature in governing(connection, geometry, rest)})
    return names or [NOWHERE]


def _letters_json(letters: Addressees) -> dict[str, Any]:
    rows = [
        {
            "names": list(row.names),
            "mailing_lines": list(row.mailing),
            "basis": list(row.basis),
            "parcels": [{"pin": pin, "distance_ft": float(away)} for pin, away in row.parcels],
            "distance_ft": float(row.distance_ft),
            "subject": row.subject,
        }
        for row in letters.rows
    ]
    unaddressed = [
        {"pin": each.pin, "distance_ft": float(each.distance_ft), "reason": each.reason}
        for each in letters.unaddressed
    ]
    return {"rows": rows, "unaddressed": unaddressed, "withheld": letters.withheld}
