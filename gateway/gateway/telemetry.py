"""What the gateway measures and logs of a request. No path, query, address or token: those are private."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from servicekit.logs import logger

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Telemetry:
    """Counters of one worker."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "gateway_requests", "Requests answered", ["service", "method", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "gateway_request_seconds",
            "Time to the last byte",
            ["service"],
            buckets=BUCKETS_S,
            registry=self.registry,
        )
        self._limited = Counter("gateway_limited", "Requests refused by a limit", registry=self.registry)
        self.in_flight = Gauge("gateway_in_flight", "Requests being answered", registry=self.registry)

    def answered(self, service: str, method: str, status: int, seconds: float) -> None:
        """Record one answer of `service` (`gateway`: our own)."""
        self._requests.labels(service, method, str(status)).inc()
        self._seconds.labels(service).observe(seconds)
        if status == 429:
            self._limited.inc()
        logger().info("request", upstream=service, method=method, status=status, ms=round(seconds * 1000, 2))

    def exposition(self) -> bytes:
        """Give the counters in Prometheus' text form."""
        return generate_latest(self.registry)
