"""Places in degrees: what can be on this map, and how what cannot is refused."""

import math
from dataclasses import dataclass
from decimal import Decimal

from gis.domain.parcel import Feature, Parcel

LON_RANGE = (-98.0, -88.0)
LAT_RANGE = (42.0, 51.0)
"""What the grid carries well enough: UTM zone 15 and two degrees beside it. Minnesota lies within."""


class BadPlace(Exception):
    """A point or shape that cannot be on this map; `part` names what is bad of it, `message` the mend."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(message)
        self.part = part
        self.message = message

    def within(self, member: str) -> "BadPlace":
        """Give the same for a point that is a member of something."""
        return BadPlace(f"{member}/{self.part}", self.message)


class SiteOffParcel(Exception):
    """The site does not lie on the parcel."""

    def __init__(self, pin: str, distance_ft: Decimal) -> None:
        super().__init__(f"the site lies {distance_ft:,.1f} ft off parcel {pin}")
        self.pin = pin
        self.distance_ft = distance_ft


class OutsideCity(Exception):
    """A place asked about without a parcel does not lie in the city; `governed_by` names who governs.

    `part` is the member of the question that names the place.
    """

    def __init__(self, governed_by: tuple[str, ...], part: str) -> None:
        super().__init__(f"outside the city: {', '.join(governed_by)}")
        self.governed_by = governed_by
        self.part = part

    @property
    def message(self) -> str:
        """What a clerk reads."""
        whose = " and ".join(self.governed_by) or "no place this map knows"
        return f"The place lies outside the city: it is in {whose}."


class ParcelNeeded(Exception):
    """The question is of a lot, and no parcel was named."""


def checked_degrees(lon: float, lat: float) -> None:
    """Refuse what is no place on this map. Raises BadPlace."""
    if not (math.isfinite(lon) and math.isfinite(lat)):
        raise BadPlace("lon" if not math.isfinite(lon) else "lat", "not a finite number of degrees")
    if is_inside(lat, LON_RANGE) and is_inside(lon, LAT_RANGE):
        raise BadPlace("lon", f"lon {lon} and lat {lat} look swapped: longitude is the one near -93")
    for part, degrees, limits in (("lon", lon, LON_RANGE), ("lat", lat, LAT_RANGE)):
        if not is_inside(degrees, limits):
            message = f"{degrees} is off this map: {limits[0]:g} to {limits[1]:g} degrees are on it"
            raise BadPlace(part, message)


def is_inside(degrees: float, limits: tuple[float, float]) -> bool:
    """Whether a number of degrees lies within the limits."""
    return limits[0] <= degrees <= limits[1]


@dataclass(frozen=True)
class Holding:
    """What holds a point on a day: features, each with the kind of its layer; a city's parcels by PIN."""

    features: tuple[tuple[str, Feature], ...]
    parcels: tuple[Parcel, ...]
