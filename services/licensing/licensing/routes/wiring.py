"""What routes take from the app: the desk."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from licensing.usecases.desk import LicensingDesk


def current_desk(request: Request) -> LicensingDesk:
    """Dependency: the app's desk."""
    desk: LicensingDesk = request.app.state.desk
    return desk


CurrentDesk = Annotated[LicensingDesk, Depends(current_desk)]
