"""The two bases of every wire shape: incoming ones forbid extras, outgoing ones have no defaults."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
"""One line of text as people write it: a name, a street line."""

Pin = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
"""A parcel identification number, as the county prints it or as bare digits."""

LAYER_PATTERN = r"^[a-z][a-z0-9_-]{0,59}$"
"""What the name of a layer looks like."""


class Incoming(BaseModel):
    """A request body: an unknown key is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Outgoing(BaseModel):
    """An answer: every key is always present; what is not known is null."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)


class Point(Incoming):
    """A place in degrees, NAD83, longitude first (CRS84 order)."""

    lon: Annotated[float, Field(allow_inf_nan=False, examples=[-92.8912])]
    lat: Annotated[float, Field(allow_inf_nan=False, examples=[45.0034])]


class Mailing(Incoming):
    """A mailing address as it is printed on a letter, at most four lines and the last one is the town."""

    lines: Annotated[tuple[Line, ...], Field(min_length=1, max_length=4)]
