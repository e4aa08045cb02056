"""Metrics of one app, in the Prometheus text format, labeled by route template (never by raw path)."""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from sqlalchemy import Engine
from sqlalchemy.pool import QueuePool

from servicekit.deliveries import DeliveryMetrics

_SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class ServiceMetrics:
    """Requests, their time, failures, the pool, and whatever a service registers in `registry`."""

    def __init__(self, engine: Engine | None = None) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "http_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "http_request_seconds",
            "Time to answer",
            ["method", "route"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._failures = Counter("unhandled_failures", "Requests answered 500", registry=self.registry)
        if engine is not None and isinstance(engine.pool, QueuePool):
            busy = Gauge("database_connections_busy", "Connections in use", registry=self.registry)
            busy.set_function(engine.pool.checkedout)
        if engine is not None:
            self.registry.register(DeliveryMetrics(engine))

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        named = method if method in _METHODS else "other"
        self._requests.labels(named, route, str(status)).inc()
        self._seconds.labels(named, route).observe(seconds)
        if status == 500:
            self._failures.inc()

    def exposition(self) -> bytes:
        """Give all metrics as text."""
        return generate_latest(self.registry)
