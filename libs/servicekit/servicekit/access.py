"""What each route demands of its caller. Every route declares exactly one of these.

@router.get("/v1/{city}/applications", operation_id="list_applications")
def list_applications(city: str, principal: Annotated[Principal, requires("applications.read")]) -> …

@router.get("/v1/{city}/programs", dependencies=[public("the law is public")], …)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, Protocol, runtime_checkable

from fastapi import Depends, FastAPI, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts

from servicekit.authentication import current_principal
from servicekit.identity import Principal
from servicekit.kit import Kit, kit_of
from servicekit.parameters import refuse_unknown_parameters
from servicekit.problems import Forbidden, NotFound, Unauthenticated


class PermissionSource(Protocol):
    """What the kit asks of the law about permissions."""

    def knows(self, city: str) -> bool:
        """Whether `city` is a city of this installation."""

    def permissions_of(self, city: str, offices: Collection[str], on: date) -> frozenset[str]:
        """Give the permissions the `offices` carry in `city` on that day. Unknown offices carry none."""


@runtime_checkable
class Versioned(Protocol):
    """A permission source that says which version of the law it rests on: `/readyz` tells it."""

    @property
    def code_version(self) -> str:
        """The same for the same law, and another for any other."""


@dataclass(frozen=True)
class Access:
    """What one route declares."""

    kind: Literal["permission", "public", "signed_in", "service"]
    permission: str | None = None
    reason: str | None = None
    services: frozenset[str] = frozenset()
    conceal: bool = False
    in_any_city: bool = False


@dataclass(frozen=True)
class DeclaredRoute:
    """One operation and its declarations (`accesses` must hold exactly one)."""

    method: str
    path: str
    operation_id: str
    accesses: tuple[Access, ...]


def requires(permission: str, *, services: Collection[str] = (), conceal: bool = False) -> Any:
    """Demand `permission` in the path's `{city}`: of a person through offices, of a machine as a scope of
    that name.

    `services` may call with their own proof. Anonymous: 401. Unknown city: 404. Not held: 403, or 404 like
    an absent record with `conceal`. Gives the `Principal`.
    """
    access = Access(kind="permission", permission=permission, services=frozenset(services), conceal=conceal)

    def admit(kit: Kit, principal: Principal, city: str) -> None:
        if principal.kind == "service":
            _demand_service(principal, access)
        elif not principal.signed_in:
            raise Unauthenticated
        elif not kit.permissions.knows(city):
            raise NotFound
        elif not permission_held(kit.permissions, principal, city, permission, kit.clock.today(city)):
            if conceal:
                raise NotFound
            raise Forbidden(f"This takes the permission {permission} in {city}.", permission=permission)

    return _declared(access, admit)


def requires_in_any_city(permission: str) -> Any:
    """Demand `permission` of a person, through an office in whichever city: for what belongs to no city.

    Anonymous: 401. Machines, services, and who does not hold it anywhere: 403. Gives the `Principal`.
    """

    def admit(kit: Kit, principal: Principal, _city: str) -> None:
        if principal.kind != "service" and not principal.signed_in:
            raise Unauthenticated
        cities = [city for city in principal.offices if kit.permissions.knows(city)]
        if principal.kind != "person" or not any(
            permission_held(kit.permissions, principal, city, permission, kit.clock.today(city))
            for city in cities
        ):
            raise Forbidden(f"This takes the permission {permission} in some city.", permission=permission)

    return _declared(Access(kind="permission", permission=permission, in_any_city=True), admit)


def public(reason: str) -> Any:
    """Let anybody in, for the `reason` on the committed list. Gives the `Principal` (perhaps ANONYMOUS).

    A bad token is still refused with 401.
    """
    return _declared(Access(kind="public", reason=reason), lambda _kit, _principal, _city: None)


def signed_in(*, services: Collection[str] = ()) -> Any:
    """Demand any sign-in; what is visible is the use case's matter (`permission_held`). Gives the
    `Principal`.
    """
    access = Access(kind="signed_in", services=frozenset(services))

    def admit(_kit: Kit, principal: Principal, _city: str) -> None:
        if principal.kind == "service":
            _demand_service(principal, access)
        elif not principal.signed_in:
            raise Unauthenticated

    return _declared(access, admit)


def service_only(*services: str) -> Any:
    """Let in only the named services by their own proof (`/v1/events`); 401 for all others. Gives the
    `Principal`.
    """
    access = Access(kind="service", services=frozenset(services))
    return _declared(access, lambda _kit, principal, _city: _demand_service(principal, access))


def permission_held(
    source: PermissionSource, principal: Principal, city: str, permission: str, on: date
) -> bool:
    """Whether `principal` holds `permission` in `city` on that day. Services and nobody hold none."""
    if principal.kind == "machine":
        return permission in principal.scopes and (principal.cities is None or city in principal.cities)
    if principal.kind != "person":
        return False
    offices = principal.offices_in(city)
    return bool(offices) and permission in source.permissions_of(city, offices, on)


def declared_routes(app: FastAPI) -> tuple[DeclaredRoute, ...]:
    """List every operation of `app` with what it declares, for the matrices and the tests."""
    found = [
        DeclaredRoute(
            method=method,
            path=context.path_format or "",
            operation_id=context.operation_id or "",
            accesses=accesses_of(context.dependant),
        )
        for context in operations(app)
        for method in sorted(context.methods or ())
    ]
    return tuple(sorted(found, key=lambda route: (route.path, route.method)))


def operations(app: FastAPI) -> Iterator[RouteContext]:
    """Give the API routes of `app`, those of included routers under their full paths."""
    for context in iter_route_contexts(app.routes):
        if isinstance(context.original_route, APIRoute):
            yield context


def accesses_of(dependant: Dependant) -> tuple[Access, ...]:
    """Give every access declared in a dependency tree."""
    own = getattr(dependant.call, "declared_access", None)
    found = (own,) if isinstance(own, Access) else ()
    return found + tuple(
        access for dependency in dependant.dependencies for access in accesses_of(dependency)
    )


def _declared(access: Access, admit: Callable[[Kit, Principal, str], None]) -> Any:
    async def admitted(request: Request) -> Principal:
        kit = kit_of(request)
        principal = await current_principal(request)
        city = request.path_params.get("city")
        admit(kit, principal, city or "")
        if city is not None and not kit.permissions.knows(city):
            raise NotFound
        refuse_unknown_parameters(request)
        return principal

    admitted.declared_access = access  # type: ignore[attr-defined]
    dependency: Callable[[Request], Awaitable[Principal]] = admitted
    return Depends(dependency)


def _demand_service(principal: Principal, access: Access) -> None:
    if principal.kind != "service":
        raise Unauthenticated
    if principal.subject not in access.services:
        if access.kind == "service":
            raise Unauthenticated
        raise NotFound if access.conceal else Forbidden
