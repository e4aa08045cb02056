"""Settings of gis beside those every service shares."""

from typing import Literal

from servicekit.settings import ServiceSettings


class GisSettings(ServiceSettings):
    """`geometry_engine`: `auto` takes PostGIS where the tables carry it, else the trees in memory."""

    geometry_engine: Literal["auto", "tree", "postgis"] = "auto"
