"""What the wire shapes of gis are made of."""

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints
from servicekit.wire import Incoming
from servicekit.wire import Outgoing as Answered

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
"""One line of text as people write it: a name, a street line."""

Pin = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
"""A parcel identification number, as the county prints it or as bare digits."""

LAYER_PATTERN = r"^[a-z][a-z0-9_-]{0,59}$"
"""What the name of a layer looks like."""


class Outgoing(Answered):
    """An answer, which can be read off a record of the domain."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)


class Point(Incoming):
    """A place in degrees, NAD83, longitude first (CRS84 order)."""

    lon: Annotated[float, Field(allow_inf_nan=False, examples=[-92.8993808])]
    lat: Annotated[float, Field(allow_inf_nan=False, examples=[44.9968423])]


class Mailing(Incoming):
    """A mailing address as it is printed on a letter, at most four lines and the last one is the town."""

    lines: Annotated[list[Line], Field(min_length=1, max_length=4)]
