"""Settings of permits beside those every service shares."""

from servicekit.settings import ServiceSettings


class PermitsSettings(ServiceSettings):
    """`gis_url`: where gis answers, without a trailing slash."""

    gis_url: str = "http://127.0.0.1:8102"
