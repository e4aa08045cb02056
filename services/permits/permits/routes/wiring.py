"""What routes take from the app: the desk."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from permits.usecases.desk import PermitsDesk


def current_desk(request: Request) -> PermitsDesk:
    """Dependency: the app's desk."""
    desk: PermitsDesk = request.app.state.desk
    return desk


CurrentDesk = Annotated[PermitsDesk, Depends(current_desk)]
