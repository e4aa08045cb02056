"""Facts about a parcel or a site, on the wire."""

from datetime import date
from typing import Annotated

from pydantic import Field, StringConstraints
from servicekit.wire import Incoming

from gis.schemas.shape import Outgoing, Pin, Point

FactSourceName = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class FactsAsk(Incoming):
    """Which facts are wanted of which parcel, and where on it the project stands.

    Names are those of the packs (`from:`): `gis.zoning_district`, `gis.lot_area_acres`,
    `gis.inside:<layer>`, `gis.nearest_ft:<layer>`. `except_features` leaves features out of `nearest_ft`,
    such as the generator that is being replaced.
    """

    pin: Annotated[Pin, Field(examples=["11.029.21.24.0001"])]
    site: Point | None = None
    names: Annotated[list[FactSourceName], Field(min_length=1, max_length=50)]
    except_features: Annotated[list[FactSourceName], Field(max_length=20, default_factory=list)]


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


class FactsAnswer(Outgoing):
    """What is known under the names that were asked, and what is not."""

    pin: str
    city: str
    facts: dict[str, FactView]
    missing: list[MissingFact]
