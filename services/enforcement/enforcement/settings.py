"""Settings of enforcement beside those every service shares."""

from pydantic import Field
from servicekit.settings import ServiceSettings


class EnforcementSettings(ServiceSettings):
    """`gis_url`: where gis answers, without a trailing slash. `sweep_every_s`: how often days pass."""

    gis_url: str = "http://127.0.0.1:8102"
    sweep_every_s: float = Field(default=5.0, gt=0, le=3600)
