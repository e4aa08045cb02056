"""What routes take from the app: the desk."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from permits.usecases.desk import Desk


def current_desk(request: Request) -> Desk:
    """Dependency: the app's desk."""
    desk: Desk = request.app.state.desk
    return desk


CurrentDesk = Annotated[Desk, Depends(current_desk)]
