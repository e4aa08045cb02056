"""The sample service fuzzed against its own contract: all it answers is documented, nothing breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from servicekit.issuer import DevelopmentIssuer
from servicekit.testing.fuzz import FuzzReport, fuzz
from sqlalchemy import Engine

pytestmark = pytest.mark.storage

HUNG_AFTER_S = 20.0


@pytest.fixture
def served(app: FastAPI, engine: Engine) -> Iterator[FastAPI]:
    yield app
    engine.dispose()


def assert_clean(report: FuzzReport) -> None:
    assert report.failures == []
    assert {status for _, status in report.statuses if status >= 500} == set()
    assert report.slowest_s < HUNG_AFTER_S


def test_a_clerk_finds_nothing_undocumented(served: FastAPI, token: Callable[..., str]) -> None:
    report = fuzz(
        served,
        headers={"Authorization": f"Bearer {token('clerk', 'operator')}"},
        values={"path.city": ["rivertown"]},
        examples=8,
        chains=8,
    )

    assert_clean(report)
    assert report.requests > 300
    assert report.never_succeeded() == ["POST /v1/events"]


def test_a_machine_finds_nothing_undocumented(served: FastAPI, issuer: DevelopmentIssuer) -> None:
    machine = issuer.token("portal", kind="machine", scope="notes.read notes.write")

    report = fuzz(
        served,
        headers={"Authorization": f"Bearer {machine}"},
        values={"path.city": ["rivertown", "hilltown"], "header.idempotency-key": ["k-1", "k-2", "k-3"]},
        examples=6,
        chains=4,
    )

    assert_clean(report)


def test_a_neighbor_finds_nothing_undocumented(served: FastAPI) -> None:
    report = fuzz(
        served, headers={}, values={"path.city": ["rivertown"]}, caller="sister", examples=4, chains=3
    )

    assert_clean(report)
    assert ("POST /v1/events", 204) in report.statuses


def test_the_fuzzing_finds_what_is_undocumented(served: FastAPI, token: Callable[..., str]) -> None:
    contract = served.openapi()
    del contract["paths"]["/v1/{city}/notes/{note_id}/archive"]["post"]["responses"]["404"]

    report = fuzz(
        served,
        headers={"Authorization": f"Bearer {token('clerk')}"},
        values={"path.city": ["rivertown"]},
        examples=4,
        chains=1,
        include="archive_note",
    )

    assert any("Undocumented status code" in failure for failure in report.failures)
