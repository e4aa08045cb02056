"""What routes take from the app: the geometry interface, a connection to read with."""

from collections.abc import Iterator
from typing import Annotated

from fastapi import Depends, Request
from servicekit.app import CurrentEngine

from gis.geometry.questions import Geometry
from gis.storage.connections import Connection, snapshot


def current_geometry(request: Request) -> Geometry:
    """Dependency: the app's geometry interface."""
    geometry: Geometry = request.app.state.geometry
    return geometry


CurrentGeometry = Annotated[Geometry, Depends(current_geometry)]


def reading(engine: CurrentEngine) -> Iterator[Connection]:
    """Dependency: a connection for one read, in one snapshot."""
    with snapshot(engine) as connection:
        yield connection


Reading = Annotated[Connection, Depends(reading)]
