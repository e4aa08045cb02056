"""The outermost layer: request id and trace, one log line, metrics, and a problem for whatever goes wrong
inside.
"""

from __future__ import annotations

import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from servicekit.authentication import CALLER_SCOPE_KEY, PRINCIPAL_SCOPE_KEY
from servicekit.failures import problem_for, problem_response
from servicekit.identity import Principal
from servicekit.kit import Kit
from servicekit.logs import described_failure, logger
from servicekit.problems import InternalError
from servicekit.trace import REQUEST_ID_HEADER, TRACEPARENT_HEADER, begin_trace

UNMATCHED = "unmatched"
QUIET_ROUTES = frozenset({"/healthz", "/readyz", "/metrics"})


class RequestScope:
    """Pure ASGI middleware. Logs the route's template, never the path asked, and no one's name."""

    def __init__(self, app: ASGIApp, kit: Kit) -> None:
        self._app = app
        self._kit = kit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; never raises."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        headers = Headers(scope=scope)
        trace = begin_trace(headers.get(REQUEST_ID_HEADER), headers.get(TRACEPARENT_HEADER))
        status = 0

        async def send_marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _complete_headers(MutableHeaders(scope=message), trace.request_id)
            await send(message)

        try:
            await self._app(scope, receive, send_marked)
        except Exception as error:
            problem = problem_for(error, self._kit.problems)
            if isinstance(problem, InternalError):
                self._log_failure(error)
            if status == 0:
                await problem_response(problem)(scope, receive, send_marked)
        self._account(scope, status, time.perf_counter() - began)

    def _account(self, scope: Scope, status: int, seconds: float) -> None:
        route = matched_template(scope)
        self._kit.metrics.count(scope["method"], route, status, seconds)
        if route in QUIET_ROUTES and status < 400:
            return
        principal = scope.get(PRINCIPAL_SCOPE_KEY)
        logger().info(
            "request",
            method=scope["method"][:16],
            route=route,
            status=status,
            duration_ms=round(seconds * 1000, 2),
            caller=scope.get(CALLER_SCOPE_KEY),
            kind=principal.kind if isinstance(principal, Principal) else None,
        )

    def _log_failure(self, error: Exception) -> None:
        verbose = self._kit.settings.profile == "development"
        logger().error("unhandled_failure", **described_failure(error, with_message=verbose))


def matched_template(scope: Scope) -> str:
    """Give the path template of the route that matched, with the included router's prefix."""
    context = scope.get("fastapi", {}).get("effective_route_context")
    route = context if context is not None else scope.get("route")
    template = getattr(route, "path_format", None) or getattr(route, "path", None)
    if template is None and scope["path"] in QUIET_ROUTES:
        return str(scope["path"])
    return str(template or UNMATCHED)


def _complete_headers(headers: MutableHeaders, request_id: str) -> None:
    headers[REQUEST_ID_HEADER] = request_id
    headers["X-Content-Type-Options"] = "nosniff"
    if "cache-control" not in headers:
        headers["Cache-Control"] = "private, no-cache" if "etag" in headers else "no-store"
