"""Every setting of the gateway, read from the environment with the prefix `CITYCODE_`."""

from __future__ import annotations

from pydantic import Field
from servicekit.settings import ServiceSettings


class GatewaySettings(ServiceSettings):
    """What the gateway can be told besides what every service shares. Times in seconds, sizes in bytes.

    `upstreams` maps a service's name (the first part of every path) to its own address. Limits are requests
    per `limit_window_s`; 0 lifts one.
    """

    upstreams: dict[str, str] = Field(
        default={
            "permits": "http://127.0.0.1:8101",
            "gis": "http://127.0.0.1:8102",
            "licensing": "http://127.0.0.1:8103",
            "enforcement": "http://127.0.0.1:8104",
        }
    )
    trusted_proxies: list[str] = Field(default=[])
    """Networks whose `X-Forwarded-For` is believed: `["10.0.0.0/8"]`."""
    operator_networks: list[str] = Field(default=["127.0.0.0/8", "::1/128"])
    """Networks that may read `/metrics`. What a proxy passes on never may, unless the proxy is trusted and
    names an address in them.
    """

    limit_window_s: int = Field(default=60, ge=1)
    limit_person: int = Field(default=600, ge=0)
    limit_machine: int = Field(default=1200, ge=0)
    limit_address: int = Field(default=600, ge=0)
    limit_store: str | None = None
    """A store shared by several gateways, `redis://…`; none: each worker counts by itself."""
    limit_store_timeout_s: float = 0.05

    connections_per_service: int = 100
    in_flight: int = 1000
    connect_timeout_s: float = 1.0
    answer_timeout_s: float = 30.0
    retries: int = 3

    head_timeout_s: float = Field(default=10.0, gt=0)
    """From the opening of a connection, or the end of an answer, to the last header of the next request."""
    stalled_after_s: float = Field(default=30.0, gt=0)
    """A connection is cut when its caller takes nothing of an answer for so long."""
    connections_per_address: int = Field(default=500, ge=1)
    """Not counted for trusted proxies."""

    body_timeout_s: float = Field(default=10.0, gt=0)
    """For the whole of a body that is no document."""
    body_grace_s: float = Field(default=3.0, gt=0)
    """After which a body must come at its least rate."""
    body_least_bytes_per_s: int = Field(default=8_192, ge=1)
    slow_bodies_per_address: int = Field(default=16, ge=1)
    slow_bodies: int = Field(default=400, ge=1)
    held_bodies_bytes: int = Field(default=67_108_864, ge=1_048_576)
    """What all bodies being read or answered may take of the memory of one worker."""

    document_limit_bytes: int = Field(default=52_428_800, ge=1)
    document_timeout_s: float = Field(default=600.0, gt=0)
    document_least_bytes_per_s: int = Field(default=32_768, ge=1)
    documents_per_address: int = Field(default=4, ge=1)
    documents_per_service: int = Field(default=25, ge=1)
    """Documents on their way at once: each holds one of the connections to its service."""
