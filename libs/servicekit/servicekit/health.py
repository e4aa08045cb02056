"""`/healthz` (the process), `/readyz` (what it needs), `/metrics`."""

from __future__ import annotations

from sqlalchemy import text
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from servicekit.answers import json_response
from servicekit.kit import Kit, kit_of
from servicekit.logs import described_failure, logger


async def healthz(_request: Request) -> Response:
    """Answer that the process lives."""
    return json_response({"status": "ok"})


async def readyz(request: Request) -> Response:
    """Answer 200 when all that the service needs is there, 503 otherwise; names each check, and no cause.

    Tells which service this is, the version of its program, and that of the law it loaded (null: none).
    """
    kit = kit_of(request)
    failing = await run_in_threadpool(_failing_checks, kit)
    told = {
        "status": "degraded" if failing else "ok",
        "service": kit.settings.service,
        "version": kit.version,
        "code_version": kit.code_version,
        "checks": {name: "failing" if name in failing else "ok" for name in check_names(kit)},
    }
    headers = {"Retry-After": "2"} if failing else None
    return json_response(told, 503 if failing else 200, headers)


async def metrics(request: Request) -> Response:
    """Answer the counts in Prometheus' text format."""
    content = await run_in_threadpool(kit_of(request).metrics.exposition)
    return Response(content, media_type="text/plain; version=0.0.4; charset=utf-8")


def check_names(kit: Kit) -> list[str]:
    """Give the names of the readiness checks."""
    return [*(["database"] if kit.engine is not None else []), *kit.ready]


def health_routes() -> list[Route]:
    """Give the three routes."""
    return [
        Route("/healthz", healthz, methods=["GET"]),
        Route("/readyz", readyz, methods=["GET"]),
        Route("/metrics", metrics, methods=["GET"]),
    ]


def _failing_checks(kit: Kit) -> set[str]:
    failing = set()
    for name in check_names(kit):
        try:
            if name == "database" and kit.engine is not None:
                with kit.engine.connect() as connection:
                    connection.execute(text("SELECT 1"))
            else:
                kit.ready[name]()
        except Exception as error:
            logger().warning("not_ready", check=name, **described_failure(error))
            failing.add(name)
    return failing
