"""What a notice list is made around: a parcel, a project site of several, or an area drawn on the map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain.parcel import Parcel
from gis.domain.places import BadPlace
from gis.geometry.areas import read_area
from gis.geometry.questions import Geometry
from gis.usecases.find_parcels import outlined_parcel_of
from gis.usecases.locate import require_in


@dataclass(frozen=True)
class Subject:
    """The place a list is made around: parcels of the city, or an area drawn on the map (its GeoJSON)."""

    outline: BaseGeometry
    parcels: tuple[Parcel, ...] = ()
    area: Mapping[str, Any] | None = None

    @property
    def measured_from(self) -> str:
        """What the distance starts at."""
        if self.area is not None:
            return "area"
        return "parcel_perimeter" if len(self.parcels) == 1 else "project_site"


def parcels_as_subject(connection: Connection, city: str, pins: Sequence[str]) -> Subject:
    """Take one parcel, or several as one project site. Raises UnknownParcel, AmbiguousPin."""
    asked = (outlined_parcel_of(connection, city, pin) for pin in pins)
    found = {parcel.id: (parcel, shapely.from_wkb(outline)) for parcel, outline in asked}
    outlines = [outline for _, outline in found.values()]
    outline = outlines[0] if len(outlines) == 1 else shapely.union_all(outlines)
    return Subject(outline, tuple(parcel for parcel, _ in found.values()))


def area_as_subject(area: Mapping[str, Any]) -> Subject:
    """Take a GeoJSON polygon or multipolygon in degrees. Raises BadPlace."""
    polygons = [area["coordinates"]] if area["type"] == "Polygon" else area["coordinates"]
    try:
        return Subject(read_area(polygons), area=area)
    except BadPlace as error:
        raise error.within("area") from error


def area_in_city(connection: Connection, geometry: Geometry, city: str, area: Mapping[str, Any]) -> Subject:
    """Take an area of which a part lies in the city. Raises BadPlace, OutsideCity."""
    subject = area_as_subject(area)
    require_in(connection, geometry, city, subject.outline, "area")
    return subject
