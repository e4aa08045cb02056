"""What every request meets: addresses, bodies, parameters, headers, refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast
from uuid import UUID

import anyio
import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from servicekit.body_guard import BodyGuard
from servicekit.database import open_engine
from servicekit.problems import PROBLEM_MEDIA_TYPE, BodyTooLarge
from servicekit.settings import ServiceSettings
from servicekit.testing.client import ProvenClient, client_for
from starlette.types import Message

from libs.servicekit.tests.sample import sample_app

JSON = {"Content-Type": "application/json"}
ECHO = "/v1/rivertown/echo"


@pytest.fixture(scope="module")
def client(settings: ServiceSettings) -> Iterator[ProvenClient]:
    unreachable = open_engine("postgresql://nobody@127.0.0.1:9/nothing")
    with client_for(sample_app(settings, unreachable)) as client:
        yield client


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/v1/river%zz/me", 400),
        ("/v1/river%/me", 400),
        ("/v1/%ff%fe/me", 400),
        ("/v1/rivertown%00/me", 422),
        ("/v1/rivertown/notes?state=%00", 422),
        ("/v1/rivertown/notes?state=%zz", 400),
        ("/v1/rivertown/notes?state=%ed%a0%80", 400),
        ("/v1/rivertown/notes?limit=0", 422),
        ("/v1/rivertown/notes?limit=501", 422),
        ("/v1/rivertown/notes?limit=" + "9" * 5000, 422),
        ("/v1/rivertown/notes?cursor=nonsense", 400),
        ("/v1/rivertown/notes?cursor=", 400),
        ("/v1/rivertown/notes/", 404),
        ("/V1/rivertown/notes", 404),
        ("/nothing", 404),
        ("//", 404),
    ],
)
def test_a_bad_address_is_a_clean_refusal(client: ProvenClient, address: str, status: int) -> None:
    answer = client.get(address)

    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM_MEDIA_TYPE


@pytest.mark.parametrize(
    ("content", "status", "pointer"),
    [
        (b"{", 400, None),
        (b"", 422, "#"),
        (b"[1]", 422, "#"),
        (b"\xff\xfe", 400, None),
        (b"\xef\xbb\xbf{}", 400, None),
        (b'{"a": NaN}', 422, "#/a"),
        (b'{"a": [1, -Infinity]}', 422, "#/a/1"),
        (b'{"a": 1, "a": 2}', 400, None),
        (b"[" * 100_000, 422, None),
        (b'{"a":' * 65 + b"1" + b"}" * 65, 422, None),
        (b'{"a": ' + b"9" * 5000 + b"}", 400, None),
        (b'{"a": 9223372036854775808}', 422, "#/a"),
        (b'{"a": 1e400}', 422, "#/a"),
        (b'{"a": ["x", "\\u0000"]}', 422, "#/a/1"),
        (b'{"a~/b": "\\ud800"}', 422, "#/a~0~1b"),
        (b'{"a": {"\\u0000": 1}}', 422, "#/a"),
        (b'{"a": "\x00"}', 400, None),
    ],
)
def test_a_bad_body_is_a_clean_refusal(
    client: ProvenClient, content: bytes, status: int, pointer: str | None
) -> None:
    answer = client.post(ECHO, content=content, headers=JSON)

    assert answer.status_code == status, answer.text
    if pointer is not None:
        assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    "content",
    [
        b'{"a": 9223372036854775807, "b": -9223372036854775808}',
        b'{"a":' * 64 + b"1" + b"}" * 64,
        '{"a": "é 🌉 \\ud83c\\udf09"}'.encode(),
    ],
)
def test_what_is_just_within_the_limits_is_taken(client: ProvenClient, content: bytes) -> None:
    assert client.post(ECHO, content=content, headers=JSON).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "application/json; charset=UTF-8"}, 200),
        ({"Content-Type": "application/cloudevents+json"}, 200),
        ({"Content-Type": "application/json; charset=latin-1"}, 415),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Type": "application/xml"}, 415),
        ({"Content-Type": ""}, 415),
        ({}, 415),
        ({**JSON, "Content-Encoding": "gzip"}, 415),
        ([("Content-Type", "application/json"), ("Content-Type", "text/plain")], 415),
    ],
)
def test_a_body_must_be_declared_as_json(client: ProvenClient, headers: object, status: int) -> None:
    answer = client.post(ECHO, content=b"{}", headers=headers)

    assert answer.status_code == status, answer.text


def test_a_body_may_have_the_limit_and_not_one_byte_more(client: ProvenClient) -> None:
    limit = cast(FastAPI, client.app).state.kit.settings.body_limit_bytes
    frame = len(b'{"a": ""}')
    fits = b'{"a": "' + b"x" * (limit - frame) + b'"}'

    assert client.post(ECHO, content=fits, headers=JSON).status_code == 200
    refused = client.post(ECHO, content=fits + b" ", headers=JSON)
    assert (refused.status_code, refused.json()["limit_bytes"]) == (413, limit)


def test_a_body_without_length_is_counted_as_it_comes() -> None:
    parts_read = 0

    async def endless() -> Message:
        nonlocal parts_read
        parts_read += 1
        return {"type": "http.request", "body": b" " * 100, "more_body": True}

    async def never(*_: object) -> None:
        raise AssertionError("the body must not get through")

    scope = {"type": "http", "method": "POST", "headers": []}
    with pytest.raises(BodyTooLarge):
        anyio.run(BodyGuard(never, limit_bytes=1000), scope, endless, never)
    assert parts_read == 11


def test_unknown_and_repeated_parameters_are_refused_with_their_names(client: ProvenClient) -> None:
    answer = client.get("/v1/rivertown/notes?limitt=3&state=kept&state=archived&x~y=1")

    errors = {(error["in"], error["pointer"]): error["message"] for error in answer.json()["errors"]}
    assert answer.status_code == 422
    assert errors.keys() == {("query", "#/limitt"), ("query", "#/state"), ("query", "#/x~0y")}
    assert "limit" in errors["query", "#/limitt"]


def test_a_route_without_parameters_refuses_any(client: ProvenClient) -> None:
    assert client.post(ECHO + "?debug=1", json={}).status_code == 422


def test_every_bad_field_is_pointed_at_and_no_value_repeated(client: ProvenClient) -> None:
    body = {"title": 5, "length_ft": "seven hundred", "color": "hunter2"}

    answer = client_for(cast(FastAPI, client.app), caller="sister").post("/v1/events", json=body)

    pointers = {error["pointer"] for error in answer.json()["errors"]}
    assert {"#/type", "#/subject", "#/time", "#/data", "#/color"} <= pointers
    assert "hunter2" not in answer.text


def test_a_method_not_offered_names_all_that_are(client: ProvenClient) -> None:
    answer = client.delete("/v1/rivertown/notes")

    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, POST"
    assert answer.json()["allowed"] == ["GET", "POST"]
    assert client.post("/healthz").headers["allow"] == "GET"


def test_a_failure_nobody_foresaw_says_nothing_of_the_inside(client: ProvenClient) -> None:
    answer = client.get("/v1/rivertown/crash")

    assert answer.status_code == 500
    assert answer.json()["type"] == "urn:citycode:problem:internal-error"
    assert not any(leak in answer.text for leak in ("RuntimeError", "SELECT", "secret", "sample.py", "/"))


def test_the_instance_of_a_problem_is_the_request_id(client: ProvenClient) -> None:
    answer = client.get("/nothing", headers={"X-Request-Id": "portal-2026-0001"})

    assert answer.json()["instance"] == answer.headers["x-request-id"] == "portal-2026-0001"


@pytest.mark.parametrize("sent", ["", "short", "a" * 65, "a b c d e f g", "<script>alert", "-aaaaaaaa"])
def test_a_request_id_that_is_none_is_replaced(client: ProvenClient, sent: str) -> None:
    given = client.get("/healthz", headers={"X-Request-Id": sent}).headers["x-request-id"]

    assert UUID(given).version == 7


def test_answers_are_not_sniffed_and_not_stored(client: ProvenClient) -> None:
    headers = client.post(ECHO, json={}).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


@given(st.binary(max_size=200))
def test_no_bytes_make_a_server_error(client: ProvenClient, content: bytes) -> None:
    assert client.post(ECHO, content=content, headers=JSON).status_code < 500


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=12,
    )
)
def test_what_is_taken_is_answered_back_as_it_was(client: ProvenClient, value: object) -> None:
    content = json.dumps({"a": value}).encode()

    answer = client.post(ECHO, content=content, headers=JSON)

    assert answer.status_code in (200, 400, 422)
    if answer.status_code == 200:
        assert answer.json()["sent"] == {"a": value}
