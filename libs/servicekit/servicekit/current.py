"""What of the running app a route may ask for: `clock: CurrentClock`, `engine: CurrentEngine`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import Engine

from servicekit.access import PermissionSource
from servicekit.clock import Clock
from servicekit.kit import kit_of


async def current_clock(request: Request) -> Clock:
    """Dependency: the app's clock."""
    return kit_of(request).clock


CurrentClock = Annotated[Clock, Depends(current_clock)]


async def current_engine(request: Request) -> Engine:
    """Dependency: the app's engine."""
    engine = kit_of(request).engine
    if engine is None:
        raise RuntimeError("create_app was given no engine")
    return engine


CurrentEngine = Annotated[Engine, Depends(current_engine)]


async def current_permissions(request: Request) -> PermissionSource:
    """Dependency: the app's permission source, for `permission_held`."""
    return kit_of(request).permissions


CurrentPermissions = Annotated[PermissionSource, Depends(current_permissions)]
