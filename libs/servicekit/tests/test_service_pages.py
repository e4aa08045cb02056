"""Health, metrics, and the reference that works without the internet."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI
from servicekit.app import create_app
from servicekit.clock import FixedClock
from servicekit.settings import ServiceSettings
from servicekit.testing.client import bare_client, client_for

from libs.servicekit.tests.sample import NOON, SampleCities, router


def app_with(settings: ServiceSettings, **options: Any) -> FastAPI:
    return create_app(
        "sample",
        title="Sample",
        settings=settings,
        routers=options.pop("routers", [router]),
        permissions=SampleCities(),
        clock=FixedClock(NOON),
        **options,
    )


def test_readiness_names_what_fails_and_not_why(settings: ServiceSettings) -> None:
    def no_packs() -> None:
        raise FileNotFoundError("/srv/private/codes")

    client = bare_client(app_with(settings, ready={"codes": no_packs, "maps": lambda: None}))

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert (answer.json()["status"], answer.json()["checks"]) == (
        "degraded",
        {"codes": "failing", "maps": "ok"},
    )
    assert client.get("/healthz").json() == {"status": "ok"}


@dataclass(frozen=True)
class CitiesOfAVersion(SampleCities):
    code_version: str = "0123abcd"


def test_readiness_tells_what_runs_on_which_law(settings: ServiceSettings) -> None:
    def told(permissions: SampleCities) -> dict[str, object]:
        app = create_app(
            "sample",
            title="T",
            settings=settings,
            routers=[],
            permissions=permissions,
            clock=FixedClock(NOON),
            version="2.3.4",
        )
        answer: dict[str, object] = bare_client(app).get("/readyz").json()
        return answer

    assert told(CitiesOfAVersion()) == {
        "status": "ok",
        "service": "sample",
        "version": "2.3.4",
        "code_version": "0123abcd",
        "checks": {},
    }
    assert told(SampleCities())["code_version"] is None


def test_metrics_count_by_template_and_name_no_one(settings: ServiceSettings) -> None:
    app = app_with(settings)
    client = client_for(app)
    client.get("/v1/rivertown/me")
    client.get("/Hansen")
    client.get("/v1/rivertown/crash")

    text = bare_client(app).get("/metrics").text

    assert 'http_requests_total{method="GET",route="/v1/{city}/me",status="401"} 1.0' in text
    assert 'http_requests_total{method="GET",route="unmatched",status="404"} 1.0' in text
    assert 'http_request_seconds_count{method="GET",route="/v1/{city}/me"} 1.0' in text
    assert "unhandled_failures_total 1.0" in text
    assert "process_resident_memory_bytes" in text
    assert "Hansen" not in text
    assert "rivertown" not in text


def test_the_reference_loads_nothing_from_elsewhere(settings: ServiceSettings) -> None:
    client = client_for(app_with(settings))

    page = client.get("/docs")
    loaded = re.findall(r"""(?:src|href)="([^"]+)"|url: '([^']+)'""", page.text)
    addresses = [first or second for first, second in loaded]

    assert len(addresses) == 4
    assert not any(re.match(r"https?:|//|/", address) for address in addresses)
    assert [client.get("/" + address).status_code for address in addresses] == [200] * 4


@pytest.mark.parametrize("address", ["/reference-assets/../app.py", "/reference-assets/%2e%2e/core.py"])
def test_the_assets_folder_cannot_be_left(settings: ServiceSettings, address: str) -> None:
    assert client_for(app_with(settings)).get(address).status_code == 404


def test_backgrounds_run_beside_the_requests_and_stop_in_reverse(settings: ServiceSettings) -> None:
    happened: list[str] = []

    class Part:
        def __init__(self, name: str) -> None:
            self.name = name

        def start(self) -> None:
            happened.append(f"start {self.name}")

        def stop(self, timeout_s: float = 2.0) -> None:
            assert 0 < timeout_s <= 2.0
            happened.append(f"stop {self.name}")

    with client_for(app_with(settings, background=[Part("a"), Part("b")])) as client:
        client.get("/healthz")
        assert happened == ["start a", "start b"]
    assert happened == ["start a", "start b", "stop b", "stop a"]


def test_the_contract_documents_what_the_kit_answers(app_without_database: FastAPI) -> None:
    contract = app_without_database.openapi()
    responses = {
        operation["operationId"]: set(operation["responses"])
        for path in contract["paths"].values()
        for operation in path.values()
    }
    always = {"400", "401", "404", "422", "429", "500", "503"}

    assert contract["openapi"].startswith("3.1")
    assert responses["list_notes"] == always | {"200"}
    assert responses["get_note"] == always | {"200"}
    assert responses["who_am_i"] == always | {"200", "403"}
    assert responses["create_note"] == always | {"201", "403", "409", "413", "415"}
    assert responses["change_note"] == always | {"200", "403", "412", "413", "415", "428"}
    assert responses["take_event"] == always | {"204", "413", "415"}
    assert "HTTPValidationError" not in str(contract)
    assert contract["components"]["securitySchemes"].keys() == {"bearer", "api_key", "neighbor"}


def test_the_contract_says_who_may_call(app_without_database: FastAPI) -> None:
    paths = app_without_database.openapi()["paths"]
    people: list[dict[str, list[str]]] = [{"bearer": []}, {"api_key": []}]

    assert paths["/v1/{city}/notes"]["get"]["security"] == [{}, *people]
    assert paths["/v1/{city}/notes"]["post"]["security"] == [*people, {"neighbor": []}]
    assert paths["/v1/{city}/me"]["get"]["security"] == people
    assert paths["/v1/events"]["post"]["security"] == [{"neighbor": []}]


def test_the_contract_names_the_headers_of_a_safe_change(app_without_database: FastAPI) -> None:
    change = app_without_database.openapi()["paths"]["/v1/{city}/notes/{note_id}"]["put"]

    headers = {
        parameter["name"].lower(): parameter["required"]
        for parameter in change["parameters"]
        if parameter["in"] == "header"
    }
    assert headers == {"if-match": True, "idempotency-key": False}
    assert "Idempotent-Replayed" in change["responses"]["200"]["headers"]


def test_a_contract_is_the_same_each_time(settings: ServiceSettings) -> None:
    first, second = (app_with(settings).openapi() for _ in range(2))

    assert first == second
    assert str(first) == str(second)


def test_routers_in_routers_keep_their_rules(settings: ServiceSettings, token: Callable[..., str]) -> None:
    outer = APIRouter(prefix="/outer")
    outer.include_router(router)
    client = client_for(app_with(settings, routers=[outer]), token=token("clerk"))

    assert client.get("/outer/v1/rivertown/me").status_code == 200
    assert client.get("/outer/v1/rivertown/me?x=1").status_code == 422
    assert client.post("/outer/v1/rivertown/me").headers["allow"] == "GET"
