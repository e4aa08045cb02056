"""The gateway's own pages: where things are, the API reference without any other site, health and status."""

from __future__ import annotations

import hashlib
import importlib.util
import mimetypes
from collections.abc import Awaitable, Callable, Mapping, Sequence
from html import escape
from pathlib import Path

from gateway import VERSION
from gateway.addresses import Network, within
from gateway.replies import Reply, json_reply
from gateway.status import Status
from gateway.telemetry import Telemetry
from gateway.visit import OWN, Visit

Page = Callable[[], Awaitable[Reply]]

SWAGGER_FILES = ("swagger-ui-bundle.js", "swagger-ui.css", "favicon.png")
UNCOUNTED = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked by machines of ours, every few seconds."""

HOME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Citycode</title>
<meta name="viewport" content="width=device-width">
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}}</style>
</head><body>
<h1>Citycode</h1>
<p>Permits, licenses and code enforcement run from the ordinance itself. This is the door to all services.</p>
<ul>
<li><a href="/docs">API reference</a> (<a href="/openapi.json">OpenAPI document</a>)</li>
<li><a href="/status">Status</a> of the services</li>
</ul>
<p>Services: {services}. Each answers below <code>/&lt;service&gt;/v1/&lt;city&gt;/</code>.</p>
</body></html>
"""

DOCS = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Citycode API reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="icon" href="/docs/favicon.png">
</head><body><div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script>
SwaggerUIBundle({url: "/openapi.json", dom_id: "#reference", deepLinking: true, docExpansion: "none"});
</script></body></html>
"""


class Pages:
    """Finds the page at a path. A page is a function that gives its reply."""

    def __init__(
        self,
        *,
        services: Sequence[str],
        contract: Path,
        status: Status,
        telemetry: Telemetry,
        operators: tuple[Network, ...],
        ready: Callable[[], Awaitable[Mapping[str, bool]]],
    ) -> None:
        self._status = status
        self._telemetry = telemetry
        self._operators = operators
        self._ready = ready
        names = ", ".join(f"<code>{escape(name)}</code>" for name in services)
        self._fixed = {
            "/": _html(HOME.format(services=names)),
            "/docs": _html(DOCS),
            "/openapi.json": _file(contract, "application/json"),
        }
        self._fixed |= {f"/docs/{name}": _file(_swagger_folder() / name) for name in SWAGGER_FILES}

    def at(self, visit: Visit) -> Page | None:
        """Give the page at the path asked, or None where there is none for this caller."""
        fixed = self._fixed.get(visit.path)
        if fixed is not None:
            return _always(fixed)
        if visit.path == "/metrics":
            return self._metrics if visit.direct and within(visit.address, self._operators) else None
        return {"/healthz": self._health, "/readyz": self._readiness, "/status": self._whole}.get(visit.path)

    async def _health(self) -> Reply:
        return json_reply({"status": "ok"})

    async def _readiness(self) -> Reply:
        checks = await self._ready()
        ready = all(checks.values())
        told = {
            "status": "ready" if ready else "not ready",
            "service": OWN,
            "version": VERSION,
            "checks": dict(checks),
        }
        return json_reply(told, 200 if ready else 503)

    async def _whole(self) -> Reply:
        return json_reply(await self._status.read())

    async def _metrics(self) -> Reply:
        return Reply(200, self._telemetry.exposition(), "text/plain; version=0.0.4; charset=utf-8")


def _always(reply: Reply) -> Page:
    async def page() -> Reply:
        return reply

    return page


def _html(text: str) -> Reply:
    return Reply(200, text.encode(), "text/html; charset=utf-8")


def _file(path: Path, content_type: str | None = None) -> Reply:
    """A file, read once. Raises FileNotFoundError."""
    body = path.read_bytes()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    kind = content_type or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Reply(200, body, kind, [(b"cache-control", b"public, max-age=300")], tag)


def _swagger_folder() -> Path:
    """The files of the API reference, without importing the package that carries them."""
    found = importlib.util.find_spec("fastapi_offline")
    if found is None or found.origin is None:
        raise FileNotFoundError("the fastapi-offline package is not installed")
    return Path(found.origin).parent / "static"
