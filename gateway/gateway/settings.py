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
        default={"permits": "http://127.0.0.1:8101", "gis": "http://127.0.0.1:8102"}
    )
    trusted_proxies: list[str] = Field(default=[])
    """Networks whose `X-Forwarded-For` is believed: `["10.0.0.0/8"]`."""
    operator_networks: list[str] = Field(
        default=["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"]
    )
    """Networks that may read `/metrics`."""

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
    body_timeout_s: float = 10.0
    retries: int = 3
