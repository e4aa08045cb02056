"""What routes take from the app: the geometry interface, made when it is first needed."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request

if TYPE_CHECKING:
    from gis.geometry.questions import Geometry
    from gis.storage.engines import EngineChoice


class GeometryToCome:
    """Makes the geometry interface at the first question: what it is made of is loaded only then."""

    def __init__(self, choice: EngineChoice) -> None:
        self._choice = choice
        self._making = Lock()
        self._made: Geometry | None = None

    def __call__(self) -> Geometry:
        """Give the one geometry interface of the process."""
        with self._making:
            if self._made is None:
                self._made = _geometry(self._choice)
            return self._made


async def geometry_to_come(request: Request) -> GeometryToCome:
    """Dependency: what makes the app's geometry interface; the route calls it, on a thread of its own."""
    to_come: GeometryToCome = request.app.state.geometry
    return to_come


def _geometry(choice: EngineChoice) -> Geometry:
    from gis.geometry.questions import Geometry  # see gis.usecases
    from gis.storage.engines import ChosenEngine

    return Geometry(ChosenEngine(choice))


CurrentGeometry = Annotated[GeometryToCome, Depends(geometry_to_come)]
