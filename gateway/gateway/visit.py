"""One request on its way through the gateway."""

from __future__ import annotations

from dataclasses import dataclass, field

from servicekit.trace import REQUEST_ID_HEADER, TRACEPARENT_HEADER, Trace

from gateway.headers import RawHeaders, RequestHead

OWN = "gateway"


@dataclass(slots=True)
class Visit:
    """What was asked, by whom from where; and what the gateway adds to whatever is answered (`more`)."""

    method: str
    path: str
    """Percent-decoded; `raw_path` and `query` are as sent."""
    raw_path: bytes
    query: bytes
    scheme: str
    http_version: str
    head: RequestHead
    trace: Trace
    address: str
    direct: bool
    """Whether `address` is the caller's: nobody passed this on, or a proxy we trust did."""
    service: str = OWN
    """Who answers: a service, or the gateway itself."""
    more: RawHeaders = field(init=False)

    def __post_init__(self) -> None:
        self.more = [(REQUEST_ID_HEADER.lower().encode(), self.trace.request_id.encode())]

    def passed_headers(self, service: str) -> list[tuple[str, str]]:
        """Give the headers for the service: the caller's that may pass, and what only the gateway may say."""
        return [
            *self.head.passed,
            ("X-Forwarded-For", self.address),
            ("X-Forwarded-Host", self.head.host or ""),
            ("X-Forwarded-Proto", self.scheme),
            ("X-Forwarded-Prefix", f"/{service}"),
            (REQUEST_ID_HEADER, self.trace.request_id),
            (TRACEPARENT_HEADER, self.trace.traceparent),
        ]
