"""What routes take from the app: the desk."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from enforcement.usecases.desk import EnforcementDesk

PRIVATE = "private, no-cache"


def current_desk(request: Request) -> EnforcementDesk:
    """Dependency: the app's desk."""
    desk: EnforcementDesk = request.app.state.desk
    return desk


CurrentDesk = Annotated[EnforcementDesk, Depends(current_desk)]
