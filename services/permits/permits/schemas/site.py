"""Where on a parcel something stands, on the wire."""

from __future__ import annotations

from typing import Annotated

from caseroutes.shape import Incoming, Outgoing
from pydantic import Field


class Site(Incoming):
    """Where on the parcel the project stands: degrees, longitude first."""

    lon: Annotated[float, Field(allow_inf_nan=False, ge=-180, le=180, examples=[-92.8993808])]
    lat: Annotated[float, Field(allow_inf_nan=False, ge=-90, le=90, examples=[44.9968423])]


class SiteView(Outgoing):
    """Longitude and latitude."""

    lon: float
    lat: float
