"""What lies at a point, on the wire."""

from datetime import date

from gis.schemas.parcels import PublicParcel
from gis.schemas.shape import Outgoing


class JurisdictionView(Outgoing):
    """Who governs here, by geometry, never by the postal town. `city` is null outside the cities served."""

    name: str
    city: str | None
    source: str
    vintage: date


class Overlap(Outgoing):
    """One feature of one layer that covers the place."""

    layer: str
    feature: str
    name: str
    code: str | None
    source: str
    vintage: date


class PlaceAnswer(Outgoing):
    """Everything that covers a point; all parcels of a shared edge or of stacked condominiums are given."""

    lon: float
    lat: float
    governed_by: list[JurisdictionView]
    in_city: bool
    parcels: list[PublicParcel]
    zoning: list[Overlap]
    overlays: list[Overlap]
