"""Access: anonymous, wrong role and other city before the happy path; every route declares exactly one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated

import pytest
from fastapi import APIRouter, FastAPI, Response
from servicekit.access import declared_routes, permission_held, public, requires, signed_in
from servicekit.gatekeeper import OPEN_PATHS
from servicekit.identity import ANONYMOUS, Kind, Principal
from servicekit.issuer import DevelopmentIssuer
from servicekit.proof import PROOF_HEADER, sign
from servicekit.settings import ServiceSettings
from servicekit.testing.client import bare_client, client_for

from libs.servicekit.tests.sample import SampleCities, sample_app

NOTE = "/v1/rivertown/notes/01a22ae2-9801-708e-84b2-c9b3fc1c9032"
ON = date(2026, 4, 1)

probe = APIRouter(prefix="/v1/{city}")


@probe.get("/secret", operation_id="secret", dependencies=[requires("notes.read", conceal=True)])
def secret(city: str) -> dict[str, str]:
    return {"city": city}


@probe.get("/list", operation_id="list", dependencies=[requires("notes.read", services=("sister",))])
def listed(city: str) -> dict[str, str]:
    return {"city": city}


@probe.get("/open", operation_id="open")
def opened(city: str, principal: Annotated[Principal, public("a test")]) -> dict[str, str]:
    return {"kind": principal.kind, "city": city}


@probe.get("/mine", operation_id="mine")
def mine(city: str, principal: Annotated[Principal, signed_in()]) -> dict[str, str]:
    return {"subject": principal.subject, "city": city}


@pytest.fixture
def app(settings: ServiceSettings) -> FastAPI:
    return sample_app(settings, None, routers=[probe])


def status_of(app: FastAPI, path: str, token: str | None = None, caller: str = "gateway") -> int:
    return int(client_for(app, token=token, caller=caller).get(path).status_code)


def test_anonymous_is_refused_everywhere_but_where_public(app: FastAPI) -> None:
    assert [status_of(app, f"/v1/rivertown/{name}") for name in ("secret", "list", "mine", "open")] == [
        401,
        401,
        401,
        200,
    ]


def test_a_role_without_the_permission_is_refused(app: FastAPI, token: Callable[..., str]) -> None:
    gardener = token("gardener")

    assert status_of(app, "/v1/rivertown/list", gardener) == 403
    assert status_of(app, "/v1/rivertown/secret", gardener) == 404


def test_an_office_of_another_city_does_not_count(app: FastAPI, token: Callable[..., str]) -> None:
    neighbor = token("clerk", city="hilltown")

    assert status_of(app, "/v1/rivertown/list", neighbor) == 403
    assert status_of(app, "/v1/rivertown/secret", neighbor) == 404
    assert status_of(app, "/v1/hilltown/list", neighbor) == 200


def test_the_permission_opens_the_door(app: FastAPI, token: Callable[..., str]) -> None:
    assert status_of(app, "/v1/rivertown/list", token("reader")) == 200
    assert status_of(app, "/v1/rivertown/secret", token("reader")) == 200


def test_a_city_that_does_not_exist_answers_404_after_the_sign_in(
    app: FastAPI, token: Callable[..., str]
) -> None:
    assert status_of(app, "/v1/atlantis/list") == 401
    assert [
        status_of(app, f"/v1/atlantis/{name}", token("reader")) for name in ("list", "secret", "open", "mine")
    ] == [404, 404, 404, 404]


def test_what_may_not_be_seen_answers_exactly_as_what_is_absent(
    app: FastAPI, token: Callable[..., str]
) -> None:
    hidden = client_for(app, token=token("gardener")).get("/v1/rivertown/secret").json()
    absent = client_for(app, token=token("reader")).get("/v1/atlantis/secret").json()

    hidden.pop("instance")
    absent.pop("instance")
    assert hidden == absent


@pytest.mark.parametrize(("scope", "cities", "status"), [
    ("notes.read", None, 200),
    ("notes.read", ["rivertown"], 200),
    ("notes.read", ["hilltown"], 403),
    ("notes.write", None, 403),
    ("", None, 403),
])  # fmt: skip
def test_a_machine_needs_the_scope_in_the_city(
    app: FastAPI, issuer: DevelopmentIssuer, scope: str, cities: list[str] | None, status: int
) -> None:
    machine = issuer.token("portal", kind="machine", scope=scope, cities=cities)

    assert status_of(app, "/v1/rivertown/list", machine) == status


def test_a_persons_scopes_and_a_machines_offices_open_nothing(
    app: FastAPI, issuer: DevelopmentIssuer
) -> None:
    person = issuer.token("pat", scope="notes.read")
    machine = issuer.token("portal", kind="machine", offices={"rivertown": ["reader"]})

    assert status_of(app, "/v1/rivertown/list", person) == 403
    assert status_of(app, "/v1/rivertown/list", machine) == 403


@pytest.mark.parametrize(
    ("caller", "statuses"), [("sister", [200, 404, 403, 200]), ("stranger", [403, 404, 403, 200])]
)
def test_a_service_enters_only_where_it_is_named(app: FastAPI, caller: str, statuses: list[int]) -> None:
    paths = ("list", "secret", "mine", "open")

    assert [status_of(app, f"/v1/rivertown/{name}", caller=caller) for name in paths] == statuses


def test_events_come_from_named_services_only(
    app_without_database: FastAPI, token: Callable[..., str]
) -> None:
    body = {"not": "an event"}

    answers = [
        client_for(app_without_database, **who).post("/v1/events", json=body).status_code
        for who in ({}, {"token": token("clerk")}, {"caller": "stranger"}, {"caller": "sister"})
    ]
    assert answers[:3] == [401, 401, 401]
    assert answers[3] != 401


@pytest.mark.parametrize("path", ["/v1/rivertown/open", "/docs", "/openapi.json", "/nothing", NOTE])
def test_around_the_gateway_everything_is_refused_with_one_text(app: FastAPI, path: str) -> None:
    around = bare_client(app)
    proof = sign("z" * 32, "gateway", "GET", path)

    bodies = [
        around.get(path, headers=headers).json()
        for headers in (
            {},
            {PROOF_HEADER: "v1"},
            {PROOF_HEADER: proof},
            {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-User": "pat", "Forwarded": "for=127.0.0.1"},
        )
    ]

    for body in bodies:
        body.pop("instance")
    assert all(body == bodies[0] for body in bodies)
    assert bodies[0]["status"] == 401


def test_two_proofs_are_none(app: FastAPI) -> None:
    path = "/v1/rivertown/open"
    proof = sign(app.state.kit.settings.secret, "gateway", "GET", path)

    answer = bare_client(app).get(path, headers=[(PROOF_HEADER, proof), (PROOF_HEADER, proof)])

    assert answer.status_code == 401


def test_only_the_listed_paths_are_open_to_everyone(app: FastAPI) -> None:
    around = bare_client(app)

    assert {path: around.get(path).status_code for path in OPEN_PATHS} == dict.fromkeys(OPEN_PATHS, 200)
    assert around.get("/healthz/").status_code == 401
    assert around.get("/%68ealthz").status_code == 401


def test_bad_sign_ins_are_refused_with_one_text_even_where_anonymous_may_enter(
    app: FastAPI, issuer: DevelopmentIssuer
) -> None:
    client = client_for(app)
    good = issuer.token("pat")
    bad: list[dict[str, str] | list[tuple[str, str]]] = [
        {"Authorization": "Bearer x"},
        {"Authorization": "Bearer"},
        {"Authorization": f"Basic {good}"},
        {"Authorization": good},
        {"Authorization": f"Bearer {issuer.token('pat', aud='elsewhere')}"},
        {"X-API-Key": "ck_abcd_" + "e" * 40},
        {"Authorization": f"Bearer {good}", "X-API-Key": "ck_abcd_" + "e" * 40},
        [("Authorization", f"Bearer {good}"), ("Authorization", f"Bearer {good}")],
    ]

    answers = [client.get("/v1/rivertown/open", headers=headers) for headers in bad]

    assert [answer.status_code for answer in answers] == [401] * len(bad)
    assert len({answer.json()["detail"] for answer in answers}) == 1
    assert {answer.headers["www-authenticate"] for answer in answers} == {'Bearer realm="citycode"'}


def test_when_no_key_can_be_had_a_sign_in_answers_503(
    settings: ServiceSettings, issuer: DevelopmentIssuer
) -> None:
    app = sample_app(
        settings.model_copy(update={"jwks_url": "http://127.0.0.1:9/keys"}), None, routers=[probe]
    )

    answer = client_for(app, token=issuer.token("pat")).get("/v1/rivertown/mine")

    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) >= 1


def test_the_declared_routes_are_listed_with_their_full_paths(app: FastAPI) -> None:
    listed = {
        (route.method, route.path, route.operation_id, route.accesses[0].kind)
        for route in declared_routes(app)
    }

    assert listed == {
        ("GET", "/v1/{city}/secret", "secret", "permission"),
        ("GET", "/v1/{city}/list", "list", "permission"),
        ("GET", "/v1/{city}/open", "open", "public"),
        ("GET", "/v1/{city}/mine", "mine", "signed_in"),
        ("GET", "/v1/dead-events", "list_dead_events", "permission"),
        ("POST", "/v1/dead-events/retry", "retry_dead_events", "permission"),
    }


@pytest.mark.parametrize(
    ("path", "options", "complaint"),
    [
        ("/a", {"operation_id": "a"}, "declares 0 accesses"),
        ("/a", {"operation_id": "a", "dependencies": [public("x"), signed_in()]}, "declares 2 accesses"),
        ("/a", {"dependencies": [public("x")]}, "needs an operation_id"),
        ("/a", {"operation_id": "a", "dependencies": [requires("p")]}, "no {city}"),
    ],
)
def test_an_app_with_an_undeclared_route_is_not_built(
    settings: ServiceSettings, path: str, options: dict[str, object], complaint: str
) -> None:
    router = APIRouter()
    router.add_api_route(path, lambda: Response(), **options)  # type: ignore[arg-type]

    with pytest.raises(ValueError, match="GET /a") as refused:
        sample_app(settings, None, routers=[router])

    assert complaint in str(refused.value)


@pytest.mark.parametrize("kind", ["service", "anonymous"])
def test_services_and_nobody_hold_no_permission(kind: Kind) -> None:
    principal = Principal(
        subject="x", kind=kind, offices={"rivertown": frozenset({"clerk"})}, scopes=frozenset({"notes.read"})
    )

    assert not permission_held(SampleCities(), principal, "rivertown", "notes.read", ON)
    assert not ANONYMOUS.signed_in
