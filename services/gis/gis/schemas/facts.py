"""Facts about a parcel or a site, on the wire."""

from datetime import date
from typing import Annotated, Any, Self

from pydantic import Field, StringConstraints, model_validator
from servicekit.wire import Incoming, WireDate

from gis.schemas.areas import PolygonArea
from gis.schemas.shape import Outgoing, Pin, Point

FactSourceName = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class FactsAsk(Incoming):
    """Which facts are wanted of which parcel, and where on it the project stands.

    Where there is no parcel (a boat or a dock on the lake, a place in the right-of-way) leave `pin` out and
    give `site` or `footprint`: layers, distances and the zoning district are told of the place alone, and
    what is of a lot is `missing`. A place wholly outside the city is refused.

    Names are those of the packs (`from:`). Of the lot: `gis.zoning_district`, `gis.lot_area_acres`,
    `gis.lot_area_sqft`, `gis.lot_perimeter_ft`, `gis.lot_depth_ft`, `gis.frontage_ft` (its longest line along
    a street), `gis.corner_lot`, `gis.double_frontage_lot`, `gis.lot_width_ft:setback_line@30` (30 ft behind
    the front). Of where the project stands on it: `gis.lot_line_ft`, `gis.setback_ft:front`, `…:side`,
    `…:rear`, `…:addressed_front`, `gis.lot_width_ft:building_line`, `gis.in_vision_triangle@40` (legs of
    40 ft at street corners; `=alley` of a street and an alley, `:driveways` where that layer crosses the
    right-of-way line). Of a layer: `gis.inside:<layer>`, `gis.nearest_ft:<layer>`, `gis.code:<layer>` (of
    the one feature the place lies in), `gis.overlap_acres:<layer>`, `gis.overlap_sqft:<layer>`,
    `gis.overlap_percent:<layer>` (of the lot), `gis.shore_ft:<layer>` (lot line along it),
    `gis.lot_width_ft:<layer>` (between the ends of the shore), `gis.along_ft:<layer>:<centerline>` (to the
    next feature along the centerline; `…:same_side` on its own side). `=R-1+R-2` at the end takes only
    features with these codes; `@50` widens the layer of `inside` and `overlap` by 50 ft.

    `footprint` is the outline of the structure: what depends on where the project stands is measured from its
    nearest point, instead of the site. With `geometry` every measure comes with the line or area it measured.

    `on` is the day as of which the map is asked; without it today. `except_features` names features of this
    city that no distance is measured to, by their id on the map: a structure that a permit entered in a
    register has the permit's number as its id. Whoever re-applies for a standing structure, or replaces one,
    names it here; a name that is not on the map changes nothing.
    """

    pin: Annotated[Pin | None, Field(examples=["11.029.21.24.0001"])] = None
    site: Point | None = None
    footprint: PolygonArea | None = None
    names: Annotated[list[FactSourceName], Field(min_length=1, max_length=50)]
    geometry: bool = False
    on: WireDate | None = None
    except_features: Annotated[
        list[FactSourceName],
        Field(max_length=20, default_factory=list, examples=[["LE-WIND-2026-000042"]]),
    ]

    @model_validator(mode="after")
    def _some_place(self) -> Self:
        if self.pin is None and self.site is None and self.footprint is None:
            raise ValueError("Name a parcel (pin), or give the site or the footprint.")
        return self


class FactView(Outgoing):
    """One fact with its unit, where it comes from, and how old that is.

    `geometry` is what was measured, as GeoJSON in degrees, where it was asked for and there is any.
    """

    value: bool | float | str
    unit: str | None
    source: str
    vintage: date
    geometry: dict[str, Any] | None


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

    `pin` is null where the place stands for itself. `left_out` are those of `except_features` that are on the
    map, in the layers measured to.
    """

    pin: str | None
    city: str
    on: date
    facts: dict[str, FactView]
    missing: list[MissingFact]
    left_out: list[LeftOut]
