"""Which headers pass: of the request toward a service, of its answer toward the caller."""

from __future__ import annotations

from dataclasses import dataclass, field

RawHeaders = list[tuple[bytes, bytes]]

HOP_BY_HOP = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-authenticate",
        b"proxy-authorization",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
    }
)
NOT_PASSED_ON = HOP_BY_HOP | {b"host", b"expect", b"content-length", b"x-request-id", b"traceparent"}
NOT_PASSED_BACK = HOP_BY_HOP | {b"server", b"date", b"x-request-id"}

FORGEABLE = (
    b"citycode-",
    b"forwarded",
    b"x-forwarded-",
    b"x-real-ip",
    b"x-client-ip",
    b"x-original-",
    b"x-rewrite-",
    b"x-remote-",
    b"remote-user",
    b"x-user",
    b"x-auth-",
    b"x-authenticated-",
    b"x-http-method",
    b"x-method-override",
)
"""Beginnings of headers that only we or a proxy may write: whoever else sends them claims to be somebody."""


@dataclass(slots=True)
class RequestHead:
    """One request's headers, read once: what passes on, and what the gateway itself needs."""

    passed: list[tuple[str, str]] = field(default_factory=list)
    request_id: str | None = None
    traceparent: str | None = None
    authorization: str | None = None
    api_key: str | None = None
    forwarded_for: str | None = None
    host: str | None = None
    hosts: int = 0
    content_type: str = ""
    if_none_match: str | None = None
    content_length: int | None = None
    chunked: bool = False
    keyed: bool = False

    @property
    def has_body(self) -> bool:
        """Whether a body follows."""
        return self.chunked or bool(self.content_length)

    @property
    def declares_json(self) -> bool:
        """Whether the body is said to be JSON of any kind."""
        kind = self.content_type.partition(";")[0].strip().lower()
        return kind == "application/json" or kind.endswith("+json")


def read_head(raw: RawHeaders) -> RequestHead:
    """Read the headers of a request. The server refused malformed ones before."""
    head = RequestHead()
    named_by_connection = _named_by_connection(raw)
    for name, value in raw:
        match name:
            case b"authorization":
                head.authorization = _text(value)
            case b"x-api-key":
                head.api_key = _text(value)
            case b"x-forwarded-for":
                earlier = f"{head.forwarded_for}," if head.forwarded_for else ""
                head.forwarded_for = earlier + _text(value)
            case b"host":
                head.host = _text(value)
                head.hosts += 1
            case b"content-type":
                head.content_type = _text(value)
            case b"if-none-match":
                head.if_none_match = _text(value)
            case b"content-length":
                head.content_length = int(value)
            case b"transfer-encoding":
                head.chunked = True
            case b"idempotency-key":
                head.keyed = True
            case b"x-request-id":
                head.request_id = _text(value)
            case b"traceparent":
                head.traceparent = _text(value)
        if name in NOT_PASSED_ON or name.startswith(FORGEABLE) or name in named_by_connection:
            continue
        head.passed.append((_text(name), _text(value)))
    return head


def passed_back(raw: tuple[tuple[bytes, bytes], ...], service: str) -> RawHeaders:
    """Give the headers of a service's answer that the caller sees; addresses of the service become ours."""
    headers = []
    for name, value in raw:
        lowered = name.lower()
        if lowered in NOT_PASSED_BACK:
            continue
        if lowered == b"location" and value.startswith(b"/v1/"):
            value = b"/" + service.encode() + value
        elif lowered == b"link":
            value = value.replace(b"</v1/", b"</" + service.encode() + b"/v1/")
        headers.append((lowered, value))
    return headers


def _named_by_connection(raw: RawHeaders) -> frozenset[bytes]:
    """Headers the sender declared hop-by-hop; those we rely on cannot be declared away."""
    for name, value in raw:
        if name == b"connection" and value.lower() not in {b"keep-alive", b"close"}:
            named = {part.strip().lower() for part in value.split(b",")}
            return frozenset(named - {b"authorization", b"x-api-key", b"idempotency-key", b"if-match"})
    return frozenset()


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")
