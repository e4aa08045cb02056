"""The gateway before one misbehaving service and one that is down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from gateway.app import Gateway
from gateway.settings import GatewaySettings
from servicekit.issuer import DevelopmentIssuer

from gateway.tests import upstream_app
from gateway.tests.serving import closed_port, serving

SECRET = "a-secret-of-the-tests-with-enough-characters"


@pytest.fixture(scope="session")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> DevelopmentIssuer:
    return DevelopmentIssuer(tmp_path_factory.mktemp("issuer"))


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """The address of the service behind the gateway."""
    with serving(upstream_app.build()) as address:
        yield address


@pytest.fixture(scope="session")
def contract(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("contract") / "openapi.json"
    path.write_text('{"openapi": "3.1.0"}')
    return path


GatewayWith = Callable[..., str]


@pytest.fixture
def gateway_with(issuer: DevelopmentIssuer, service: str, contract: Path) -> Iterator[GatewayWith]:
    """Start gateways with settings of one's own; they stop with the test."""
    with ExitStack() as running:

        def start(**settings: Any) -> str:
            return running.enter_context(serving(a_gateway(issuer, service, contract, **settings)))

        yield start


@pytest.fixture(scope="session")
def gateway(issuer: DevelopmentIssuer, service: str, contract: Path) -> Iterator[str]:
    """The address of a gateway without limits."""
    unlimited = {"limit_person": 0, "limit_machine": 0, "limit_address": 0}
    with serving(a_gateway(issuer, service, contract, **unlimited)) as address:
        yield address


@pytest.fixture
def client(gateway: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=gateway) as client:
        yield client


def a_gateway(issuer: DevelopmentIssuer, service: str, contract: Path, **settings: Any) -> Gateway:
    given = {
        "profile": "test",
        "service_secret": SECRET,
        "jwks_url": issuer.jwks_url,
        "upstreams": {"permits": service, "gis": f"http://127.0.0.1:{closed_port()}"},
        **settings,
    }
    return Gateway(GatewaySettings.for_service("gateway", **given), contract=contract)


def problem_of(response: httpx.Response) -> dict[str, Any]:
    """The problem an answer carries, checked for the form every problem has."""
    assert response.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert problem["status"] == response.status_code
    assert problem["instance"] == response.headers["x-request-id"]
    assert problem["type"].startswith("urn:citycode:problem:")
    assert problem["detail"]
    return problem
