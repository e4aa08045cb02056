"""Settings of enforcement beside those every service shares."""

from pathlib import Path

from pydantic import Field
from servicekit.settings import ServiceSettings


class EnforcementSettings(ServiceSettings):
    """`gis_url`: where gis answers, without a trailing slash. `sweep_every_s`: how often days pass.

    `documents_dir`: the folder in which files are kept by their content, shared by all processes; those of
    enforcement lie under its name.
    """

    gis_url: str = "http://127.0.0.1:8102"
    documents_dir: Path = Path("var/documents")
    sweep_every_s: float = Field(default=5.0, gt=0, le=3600)
