"""The app factory: from settings, routers and tables to one service that meets the API conventions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, FastAPI, Request
from sqlalchemy import Engine

from servicekit.access import PermissionSource
from servicekit.clock import Clock
from servicekit.problems import ProblemTable
from servicekit.settings import ServiceSettings


class Background(Protocol):
    """Something that runs beside the requests: a relay, a sweep."""

    def start(self) -> None:
        """Start; return at once."""

    def stop(self, timeout_s: float = 2.0) -> None:
        """Stop within `timeout_s`."""


def create_app(
    service: str,
    *,
    title: str,
    settings: ServiceSettings,
    routers: Sequence[APIRouter],
    permissions: PermissionSource,
    clock: Clock,
    engine: Engine | None = None,
    problems: ProblemTable | None = None,
    background: Sequence[Background] = (),
    ready: Mapping[str, Callable[[], None]] | None = None,
    version: str = "1.0.0",
    description: str = "",
) -> FastAPI:
    """Build the service.

    Routers keep their own prefixes (`/v1/{city}/…`). `ready` names further checks of /readyz; each raises when not ready.
    Refuses to build when a route lacks an operation_id or does not declare exactly one access.
    """
    raise NotImplementedError


async def current_clock(request: Request) -> Clock:
    """Dependency: the app's clock."""
    raise NotImplementedError


CurrentClock = Annotated[Clock, Depends(current_clock)]


async def current_engine(request: Request) -> Engine:
    """Dependency: the app's engine."""
    raise NotImplementedError


CurrentEngine = Annotated[Engine, Depends(current_engine)]


async def current_permissions(request: Request) -> PermissionSource:
    """Dependency: the app's permission source, for `permission_held`."""
    raise NotImplementedError


CurrentPermissions = Annotated[PermissionSource, Depends(current_permissions)]
