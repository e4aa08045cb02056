"""Areas people draw: GeoJSON polygons in degrees."""

from typing import Annotated, Literal

from pydantic import Field
from servicekit.wire import Incoming

Position = Annotated[list[Annotated[float, Field(allow_inf_nan=False)]], Field(min_length=2, max_length=2)]
Ring = Annotated[list[Position], Field(min_length=4, max_length=10_000)]
Rings = Annotated[list[Ring], Field(min_length=1, max_length=100)]


class PolygonArea(Incoming):
    """A GeoJSON polygon (RFC 7946): closed rings of longitude and latitude, the shell first."""

    type: Literal["Polygon"]
    coordinates: Rings


class MultiPolygonArea(Incoming):
    """A GeoJSON multipolygon (RFC 7946)."""

    type: Literal["MultiPolygon"]
    coordinates: Annotated[list[Rings], Field(min_length=1, max_length=100)]


Area = Annotated[PolygonArea | MultiPolygonArea, Field(discriminator="type")]
