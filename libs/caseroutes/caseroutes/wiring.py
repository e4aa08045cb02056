"""What shared routes take from the app: the desk."""

from __future__ import annotations

from typing import Annotated

from casework.desk.acting import Desk
from fastapi import Depends, Request
from servicekit.authentication import current_principal
from servicekit.identity import Principal


def current_desk(request: Request) -> Desk:
    """Dependency: the app's desk (`app.state.desk`)."""
    desk: Desk = request.app.state.desk
    return desk


CurrentDesk = Annotated[Desk, Depends(current_desk)]

Caller = Annotated[Principal, Depends(current_principal)]
"""Who asks, for a route whose access is declared beside its parameters."""
