"""Logs: one event, one line, traceable, nothing personal."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from servicekit.logs import configure_logs, logger
from servicekit.testing.client import client_for
from servicekit.trace import begin_trace


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    handlers = logging.getLogger().handlers[:]
    stream = io.StringIO()
    configure_logs("sample", stream=stream)
    yield stream
    logging.getLogger().handlers[:] = handlers
    configure_logs("sample")


def events(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().split("\n")[:-1]]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(text="\x7f\x85\u2028\r\n\x1b[31m\x00\ud800", name="x")
@given(text=st.text(), name=st.text(min_size=1))
def test_any_text_stays_one_line_of_printable_ascii(stream: io.StringIO, text: str, name: str) -> None:
    stream.seek(0)
    stream.truncate()

    logger().info(text, **({name: text} if name not in ("event", "self", "event_kw") else {}))

    written = stream.getvalue()
    assert written.endswith("\n")
    assert written[:-1].isprintable()
    assert written.isascii()
    assert json.loads(written)["event"] == text


def test_every_line_carries_the_request_and_the_trace(stream: io.StringIO) -> None:
    begin_trace("request-0001", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")

    logger().info("something")
    logging.getLogger("alembic").warning("from the %s library", "standard")

    for event in events(stream):
        assert event["request_id"] == "request-0001"
        assert event["trace_id"] == "4bf92f3577b34da6a3ce929d0e0e4736"
        assert event["service"] == "sample"
    assert [event["event"] for event in events(stream)] == ["something", "from the standard library"]


def test_a_request_is_logged_by_its_template_and_without_anyone(
    app_without_database: FastAPI, token: Callable[..., str], stream: io.StringIO
) -> None:
    client = client_for(app_without_database, token=token("clerk"))

    client.get("/v1/rivertown/me")
    client.post("/v1/rivertown/echo?owner=Hansen", json={"name": "Hansen"})
    client.get("/Hansen")
    client.get("/v1/rivertown/crash")

    written = stream.getvalue()
    requests = [event for event in events(stream) if event["event"] == "request"]
    assert [(event["route"], event["status"]) for event in requests] == [
        ("/v1/{city}/me", 200),
        ("/v1/{city}/echo", 422),
        ("unmatched", 404),
        ("/v1/{city}/crash", 500),
    ]
    assert [event["kind"] for event in requests] == ["person", "person", None, "person"]
    assert not any(personal in written for personal in ("Hansen", "pat", "Bearer", "SELECT"))


def test_a_failure_is_logged_with_its_places_but_not_its_message(
    app_without_database: FastAPI, stream: io.StringIO
) -> None:
    answer = client_for(app_without_database).get("/v1/rivertown/crash")

    (failure,) = [event for event in events(stream) if event["event"] == "unhandled_failure"]
    assert failure["error"] == "RuntimeError"
    assert failure["request_id"] == answer.json()["instance"]
    assert str(failure["places"]).count("sample.py") == 1


def test_health_probes_are_not_logged_while_well(app_without_database: FastAPI, stream: io.StringIO) -> None:
    client = client_for(app_without_database)

    client.get("/healthz")
    client.get("/readyz")

    assert events(stream) == []
