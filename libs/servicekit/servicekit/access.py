"""What each route demands of its caller. Every route declares exactly one of these.

@router.get("/v1/{city}/applications", operation_id="list_applications")
def list_applications(city: str, principal: Annotated[Principal, requires("applications.read")]) -> …

@router.get("/v1/{city}/programs", dependencies=[public("the law is public")], …)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, Protocol

from fastapi import FastAPI

from servicekit.identity import Principal


class PermissionSource(Protocol):
    """What the kit asks of the law about permissions."""

    def knows(self, city: str) -> bool:
        """Whether `city` is a city of this installation."""

    def permissions_of(self, city: str, offices: Collection[str], on: date) -> frozenset[str]:
        """Give the permissions the `offices` carry in `city` on that day."""


@dataclass(frozen=True)
class Access:
    """What one route declares."""

    kind: Literal["permission", "public", "signed_in", "service"]
    permission: str | None = None
    reason: str | None = None
    services: frozenset[str] = frozenset()
    conceal: bool = False


@dataclass(frozen=True)
class DeclaredRoute:
    """One operation and its declarations (`accesses` must hold exactly one)."""

    method: str
    path: str
    operation_id: str
    accesses: tuple[Access, ...]


def requires(permission: str, *, services: Collection[str] = (), conceal: bool = False) -> Any:
    """Demand `permission` in the path's `{city}`: of a person through offices, of a machine as a scope of that name.

    `services` may call with their own proof. Anonymous: 401. Unknown city: 404. Not held: 403, or 404 like an absent
    record with `conceal`. Gives the `Principal`.
    """
    raise NotImplementedError


def public(reason: str) -> Any:
    """Let anybody in, for the `reason` on the committed list. Gives the `Principal` (perhaps ANONYMOUS).

    A bad token is still refused with 401.
    """
    raise NotImplementedError


def signed_in(*, services: Collection[str] = ()) -> Any:
    """Demand any sign-in; what is visible is the use case's matter (`permission_held`). Gives the `Principal`."""
    raise NotImplementedError


def service_only(*services: str) -> Any:
    """Let in only the named services by their own proof (`/v1/events`); 401 for all others. Gives the `Principal`."""
    raise NotImplementedError


def permission_held(
    source: PermissionSource, principal: Principal, city: str, permission: str, on: date
) -> bool:
    """Whether `principal` holds `permission` in `city` on that day. Services hold none."""
    raise NotImplementedError


def declared_routes(app: FastAPI) -> tuple[DeclaredRoute, ...]:
    """List every operation of `app` with what it declares, for the matrices and the tests."""
    raise NotImplementedError
