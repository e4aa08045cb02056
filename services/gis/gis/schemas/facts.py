"""Facts about a parcel or a site, on the wire."""

from datetime import date
from typing import Annotated

from pydantic import Field, StringConstraints
from servicekit.wire import Incoming, WireDate

from gis.schemas.shape import Outgoing, Pin, Point

FactSourceName = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class FactsAsk(Incoming):
    """Which facts are wanted of which parcel, and where on it the project stands.

    Names are those of the packs (`from:`): `gis.zoning_district`, `gis.lot_area_acres`, `gis.lot_line_ft`
    (from the site to the nearest lot line), `gis.lot_perimeter_ft`, and of a layer `gis.inside:<layer>`,
    `gis.nearest_ft:<layer>`, `gis.code:<layer>` (of the one feature the place lies in),
    `gis.overlap_acres:<layer>` (of the lot), `gis.shore_ft:<layer>` (lot line along the water).

    `on` is the day as of which the map is asked; without it today. `except_features` names features of this
    city that no distance is measured to, by their id on the map: a structure that a permit entered in a
    register has the permit's number as its id. Whoever re-applies for a standing structure, or replaces one,
    names it here; a name that is not on the map changes nothing.
    """

    pin: Annotated[Pin, Field(examples=["11.029.21.24.0001"])]
    site: Point | None = None
    names: Annotated[list[FactSourceName], Field(min_length=1, max_length=50)]
    on: WireDate | None = None
    except_features: Annotated[
        list[FactSourceName],
        Field(max_length=20, default_factory=list, examples=[["LE-WIND-2026-000042"]]),
    ]


class FactView(Outgoing):
    """One fact with its unit, where it comes from, and how old that is."""

    value: bool | float | str
    unit: str | None
    source: str
    vintage: date


class MissingFact(Outgoing):
    """A fact that cannot be told, and why; `candidates` are the values it could have."""

    name: str
    reason: str
    candidates: list[str]


class LeftOut(Outgoing):
    """A feature that no distance was measured to because the caller named it."""

    layer: str
    feature: str


class FactsAnswer(Outgoing):
    """What is known under the names that were asked, and what is not, as of the day `on`.

    `left_out` are those of `except_features` that are on the map, in the layers measured to.
    """

    pin: str
    city: str
    on: date
    facts: dict[str, FactView]
    missing: list[MissingFact]
    left_out: list[LeftOut]
