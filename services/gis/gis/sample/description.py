"""The description of the sample county: `county.yaml` beside this module, read and checked."""

from datetime import date
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field

Compass = Literal["nw", "ne", "sw", "se"]
Use = Literal["farm", "works", "house"]
Role = Literal["occupied", "rented", "absent", "taxpayer_only", "boxed", "in_care", "protected", "no_address"]
Acres = float | Literal["west"]


class _Described(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Center(_Described):
    """The middle of a city's sample, in degrees."""

    lon: float
    lat: float


class Town(_Described):
    """A postal town."""

    name: str
    zip: str


class Neighbor(_Described):
    """Who governs around the city, and the postal town there."""

    name: str
    town: str
    zip: str


class PinForms(_Described):
    """How the county prints PINs, as format strings; `outer` for what lies around the described sections."""

    platted: str
    unplatted: str
    outer: str


class Survey(_Described):
    """Township, range, and the numbers of the four sections."""

    township: int
    range: int
    nw: int
    ne: int
    sw: int
    se: int


class Streets(_Described):
    """Street names from the south up, in town and in the country, and the direction behind them."""

    town: Annotated[tuple[str, ...], Field(min_length=7, max_length=7)]
    country: Annotated[tuple[str, ...], Field(min_length=4, max_length=4)]
    direction: str


class Section(_Described):
    """One section: a town, or country by the acres of its quarter-quarters (northern row first)."""

    pattern: Literal["town", "country"]
    quarters: tuple[tuple[Acres, ...], ...] = ()
    zoning: str
    north_zoning: str | None = None
    use: Use


class Split(_Described):
    """A district that runs some feet into a quarter-quarter of the section north of it."""

    from_: Annotated[Compass, Field(alias="from")]
    into: Compass
    column: int
    feet: int


class NamedPlace(_Described):
    """A parcel that scenarios name, and a site on it in feet from its southwest corner."""

    name: str
    section: Compass
    column: int
    row: int
    site: tuple[int, int]


class Area(_Described):
    """A rectangle in feet from the center: west, south, east, north."""

    id: str
    name: str
    code: str | None
    box: tuple[int, int, int, int]


class Spot(_Described):
    """A point in feet from the center."""

    id: str
    name: str
    code: str | None = None
    at: tuple[int, int]


class Course(_Described):
    """A line in feet from the center."""

    id: str
    name: str
    code: str | None = None
    course: Annotated[tuple[tuple[int, int], ...], Field(min_length=2)]


class MadeOf(_Described):
    """A source of a layer that is made: another layer, of it these codes, widened by so many feet."""

    layer: str
    codes: tuple[str, ...] = ()
    within_ft: Decimal | None = None


class Overlay(_Described):
    """A layer beside zoning."""

    layer: str
    title: str
    kind: Literal["overlay", "register"]
    areas: tuple[Area, ...] = ()
    points: tuple[Spot, ...] = ()
    lines: tuple[Course, ...] = ()
    made_of: tuple[MadeOf, ...] = ()


class OuterSection(_Described):
    """A section in the southwest of the township, divided by chance; its district."""

    section: int
    zoning: str


class OuterLake(_Described):
    """A section with a lake, and the district around it."""

    section: int
    zoning: str
    name: str
    acres: float
    code: str | None = None


class LakeOverlay(_Described):
    """A layer that follows the lake or the ground around it, in feet from the section's southwest corner.

    A `band` from so far off the shore so many feet wide (from the shore on the lake belongs to it), a `line`
    so far off the shore, a `box`, `water` (of the lake, in the box), a `course`, `pools` of wetland, `soils`
    by map symbol, their groups and slope letters; or `made_of` other layers.
    """

    layer: str
    title: str
    makes: Literal[
        "band", "line", "box", "water", "course", "pools", "soils", "soil_groups", "soil_slopes", "nothing"
    ] = "nothing"
    name: str = ""
    code: str | None = None
    of_the_lake: bool = False
    from_ft: float = 0
    feet: float = 0
    in_the_west: bool = False
    box: tuple[float, float, float, float] | None = None
    course: tuple[tuple[float, float], ...] = ()
    codes: tuple[str, ...] = ()
    made_of: tuple[MadeOf, ...] = ()


class Outer(_Described):
    """What lies beyond the described sections: real in shape, drawn by chance."""

    district: int
    sections: tuple[OuterSection, ...]
    lake: OuterLake
    overlays: tuple[LakeOverlay, ...]
    more: tuple[LakeOverlay, ...] = ()


class CityDescription(_Described):
    """One city of the sample."""

    city: str
    county: str
    county_code: str
    center: Center
    town: Town
    neighbor: Neighbor
    pin: PinForms
    survey: Survey
    owner_names: Literal["upper", "natural"]
    streets: Streets
    sections: dict[Compass, Section]
    split: Split
    scenarios: tuple[NamedPlace, ...]
    overlays: tuple[Overlay, ...]
    outer: Outer


class Names(_Described):
    """Invented names."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    firms: tuple[str, ...]


class CountyDescription(_Described):
    """The whole sample."""

    source: str
    vintage: date
    seed: int
    town_lots_without_house: float
    town_rented: float
    names: Names
    roles: tuple[Role, ...]
    country: object
    works: object
    waters: object
    cities: tuple[CityDescription, ...]


@cache
def described() -> CountyDescription:
    """Read the description."""
    text = files("gis.sample").joinpath("county.yaml").read_text(encoding="utf-8")
    return CountyDescription.model_validate(yaml.safe_load(text))
