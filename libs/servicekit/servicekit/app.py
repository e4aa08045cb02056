"""The app factory: from settings, routers and tables to one service that meets the API conventions."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

import anyio.to_thread
from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from servicekit import dead_events
from servicekit.access import Access, PermissionSource, Versioned, declared_routes
from servicekit.api_keys import ApiKeyVerifier, DatabaseKeys, FileKeys
from servicekit.body_guard import BodyGuard
from servicekit.clock import Clock
from servicekit.contract import complete_contract
from servicekit.current import CurrentClock as CurrentClock
from servicekit.current import CurrentEngine as CurrentEngine
from servicekit.current import CurrentPermissions as CurrentPermissions
from servicekit.failures import answer_http_exception, answer_validation_error
from servicekit.gatekeeper import Gatekeeper
from servicekit.health import health_routes
from servicekit.housekeeping import Housekeeping
from servicekit.jwks import IssuerKeys
from servicekit.kit import Kit
from servicekit.logs import configure_logs, logger
from servicekit.metrics import ServiceMetrics
from servicekit.problems import ProblemTable
from servicekit.reference import add_reference
from servicekit.request_scope import RequestScope
from servicekit.settings import ServiceSettings
from servicekit.tokens import TokenVerifier

STOP_WITHIN_S = 2.0


class Background(Protocol):
    """Runs beside the requests: a relay, a sweep. If it has `wake`, writes that leave it work call it."""

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
    takes_file: Callable[[str], bool] | None = None,
) -> FastAPI:
    """Build the service.

    Routers keep their own prefixes (`/v1/{city}/…`). `permissions` that are `Versioned` say which version of
    the law /readyz tells. `takes_file` names paths whose routes read bodies in pieces. `ready` names further
    checks of /readyz; each raises when not ready. Raises ValueError when a route lacks an operation_id or
    does not declare exactly one access.
    """
    kit = Kit(
        settings=settings,
        clock=clock,
        permissions=permissions,
        problems=problems or ProblemTable(),
        tokens=_token_verifier(settings),
        api_keys=_api_key_verifier(settings, engine),
        metrics=ServiceMetrics(engine),
        engine=engine,
        version=version,
        code_version=permissions.code_version if isinstance(permissions, Versioned) else None,
        ready=dict(ready or {}),
        after_commit=tuple(part.wake for part in background if hasattr(part, "wake")),
    )
    app = FastAPI(
        title=title,
        version=version,
        description=description,
        lifespan=_lifespan(service, kit, background),
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        exception_handlers={
            HTTPException: answer_http_exception,
            RequestValidationError: answer_validation_error,
        },
        middleware=[
            Middleware(RequestScope, kit=kit),
            Middleware(Gatekeeper, secret=settings.secret),
            Middleware(BodyGuard, limit_bytes=settings.body_limit_bytes, takes_file=takes_file),
        ],
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.kit = kit
    app.router.routes.extend(health_routes())
    add_reference(app)
    for router in (*routers, dead_events.router):
        app.include_router(router)
    _refuse_undeclared_routes(app)
    complete_contract(app)
    return app


def _lifespan(
    service: str, kit: Kit, background: Sequence[Background]
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        configure_logs(service, profile=kit.settings.profile)
        anyio.to_thread.current_default_thread_limiter().total_tokens = kit.settings.threads
        keeper = [Housekeeping(kit.engine)] if kit.engine is not None else []
        running: list[Background] = [*background, *keeper]
        for part in running:
            part.start()
        logger().info("started", profile=kit.settings.profile)
        try:
            yield
        finally:
            await anyio.to_thread.run_sync(_stop_all, running)
            if kit.engine is not None:
                kit.engine.dispose()
            logger().info("stopped")

    return lifespan


def _stop_all(running: Sequence[Background]) -> None:
    stop_by = time.monotonic() + STOP_WITHIN_S
    for part in reversed(running):
        part.stop(max(0.05, stop_by - time.monotonic()))


def _token_verifier(settings: ServiceSettings) -> TokenVerifier:
    return TokenVerifier(IssuerKeys(settings.jwks_url), issuer=settings.issuer, audience=settings.audience)


def _api_key_verifier(settings: ServiceSettings, engine: Engine | None) -> ApiKeyVerifier | None:
    if settings.api_key_file is not None:
        return ApiKeyVerifier(FileKeys(settings.api_key_file))
    return None if engine is None else ApiKeyVerifier(DatabaseKeys(engine))


def _needs_city(access: Access) -> bool:
    return access.kind == "permission" and not access.in_any_city


def _refuse_undeclared_routes(app: FastAPI) -> None:
    wrong = []
    for route in declared_routes(app):
        name = f"{route.method} {route.path}"
        if not route.operation_id:
            wrong.append(f"{name} needs an operation_id")
        if len(route.accesses) != 1:
            wrong.append(f"{name} declares {len(route.accesses)} accesses instead of exactly one")
        elif _needs_city(route.accesses[0]) and "{city}" not in route.path:
            wrong.append(f"{name} requires a permission but has no {{city}} in its path")
    if wrong:
        raise ValueError("; ".join(wrong))
