"""What routes take from the app: the geometry interface."""

from typing import Annotated

from fastapi import Depends, Request

from gis.geometry.questions import Geometry


def current_geometry(request: Request) -> Geometry:
    """Dependency: the app's geometry interface."""
    geometry: Geometry = request.app.state.geometry
    return geometry


CurrentGeometry = Annotated[Geometry, Depends(current_geometry)]
