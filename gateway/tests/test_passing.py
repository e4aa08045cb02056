"""What goes through the gateway arrives as it was sent, both ways."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest
from servicekit.proof import verify

from gateway.tests.conftest import SECRET, problem_of


def header(told: dict[str, Any], name: str) -> list[str]:
    return [value for key, value in told["headers"] if key == name]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_every_method_passes(client: httpx.Client, method: str) -> None:
    told = client.request(method, "/permits/v1/echo").json()

    assert told["method"] == method


@pytest.mark.parametrize(
    "path",
    [
        "/v1/echo/a%2Fb",
        "/v1/echo/caf%C3%A9",
        "/v1/echo/a%00b",
        "/v1/echo/%E2%82%AC;x=1,y",
        "/v1/echo/sp%20ace",
    ],
)
def test_the_path_arrives_as_it_was_encoded(client: httpx.Client, path: str) -> None:
    told = client.get(httpx.URL(client.base_url.join(f"/permits{path}"))).json()

    assert told["raw_path"] == path


def test_the_query_arrives_as_it_was_encoded(client: httpx.Client) -> None:
    told = client.get("/permits/v1/echo?a=1&a=2&b=%26%3D&empty&plus=a+b").json()

    assert told["query"] == "a=1&a=2&b=%26%3D&empty&plus=a+b"


@pytest.mark.parametrize("size", [0, 1, 65_536, 262_144, 262_145, 700_000, 1_048_576])
def test_a_body_comes_back_byte_for_byte(client: httpx.Client, size: int) -> None:
    body = bytes(range(256)) * (size // 256) + b"x" * (size % 256)

    response = client.post("/permits/v1/mirror", content=body)

    assert response.content == body


def test_a_body_of_untold_length_comes_back_byte_for_byte(client: httpx.Client) -> None:
    pieces = [bytes([number]) * 50_000 for number in range(12)]

    response = client.post("/permits/v1/mirror", content=iter(pieces))

    assert response.content == b"".join(pieces)


def test_an_answer_in_pieces_arrives_while_it_is_made(client: httpx.Client) -> None:
    with client.stream("GET", "/permits/v1/pieces") as response:
        arrived = [(time.monotonic(), piece) for piece in response.iter_raw()]

    assert b"".join(piece for _, piece in arrived) == b"".join(b"piece %d\n" % n for n in range(5))
    assert arrived[-1][0] - arrived[0][0] > 0.25


def test_a_large_answer_arrives_whole(client: httpx.Client) -> None:
    response = client.get("/permits/v1/large")

    assert response.content == bytes(range(256)) * 20_000
    assert response.headers["content-length"] == str(256 * 20_000)


def test_headers_of_an_answer_pass_and_addresses_become_ours(client: httpx.Client) -> None:
    response = client.post("/permits/v1/headers")

    assert response.status_code == 201
    assert response.headers["location"] == "/permits/v1/here/things/7"
    assert response.headers["link"] == '</permits/v1/here/things?cursor=x>; rel="next"'
    assert response.headers["etag"] == '"3"'
    assert response.headers.get_list("set-cookie") == ["a=1", "b=2"]
    assert "keep-alive" not in response.headers
    assert response.headers["x-request-id"] != "of-the-service"


def test_the_caller_s_own_headers_pass(client: httpx.Client) -> None:
    own = {b"If-Match": b'"7"', b"Accept-Language": b"so", b"X-Mine": "överallt".encode()}

    told = client.get("/permits/v1/echo", headers=own).json()

    assert header(told, "if-match") == ['"7"']
    assert header(told, "accept-language") == ["so"]
    assert header(told, "x-mine") == ["överallt".encode().decode("latin-1")]
    assert header(told, "user-agent") == [f"python-httpx/{httpx.__version__}"]


def test_the_service_gets_a_proof_for_this_very_request(client: httpx.Client) -> None:
    told = client.post("/permits/v1/echo/a%2Fb?x=1", content=b"{}").json()

    [proof] = header(told, "citycode-proof")

    assert verify(SECRET, proof, "POST", "/v1/echo/a%2Fb") == "gateway"


def test_a_request_id_is_kept_and_comes_back(client: httpx.Client) -> None:
    response = client.get("/permits/v1/echo", headers={"X-Request-Id": "portal-12345678"})

    assert response.headers["x-request-id"] == "portal-12345678"
    assert header(response.json(), "x-request-id") == ["portal-12345678"]


def test_a_request_id_that_could_forge_a_log_line_is_replaced(client: httpx.Client) -> None:
    response = client.get("/permits/v1/echo", headers={"X-Request-Id": 'x" level="error'})

    assert '"' not in response.headers["x-request-id"]
    assert header(response.json(), "x-request-id") == [response.headers["x-request-id"]]


def test_a_trace_is_continued_with_a_span_of_the_gateway(client: httpx.Client) -> None:
    caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    told = client.get("/permits/v1/echo", headers={"traceparent": caller}).json()

    [passed] = header(told, "traceparent")
    assert passed[:36] == caller[:36]
    assert passed[36:52] != caller[36:52]


def test_a_refused_body_is_refused_before_the_service_hears_of_it(client: httpx.Client) -> None:
    response = client.post("/permits/v1/echo", content=b"x" * 1_048_577)

    problem = problem_of(response)
    assert response.status_code == 413
    assert problem["limit_bytes"] == 1_048_576


def test_an_endless_body_is_refused_where_the_limit_is_passed(client: httpx.Client) -> None:
    response = client.post("/permits/v1/echo", content=(b"x" * 65_536 for _ in range(40)))

    assert response.status_code == 413
    assert problem_of(response)["type"] == "urn:citycode:problem:body-too-large"
