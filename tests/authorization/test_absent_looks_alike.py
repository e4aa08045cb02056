"""S1: another's record and an absent one look alike in time as well: status, body, and how long it takes."""

from __future__ import annotations

import time
from statistics import median
from uuid import uuid4

import httpx
import pytest

from deploy.local.system import System
from tests.authorization.records import OTHER_CITY, Records

pytestmark = pytest.mark.system
PAIRS = 200
APART = 0.20
ATTEMPTS = 2
"""A busy machine is asked once more; a difference that is there shows both times."""

ASKED = {
    "an application of another city": ("clerk", "permits", "applications/{application}"),
    "an application of another person": ("stranger", "permits", "applications/{application}"),
    "an owner candidate of another city": ("clerk", "gis", "owner-candidates/{candidate}"),
}


def seconds(client: httpx.Client, path: str) -> float:
    began = time.perf_counter()
    response = client.get(path)
    took = time.perf_counter() - began
    assert response.status_code == 404
    return took


def apart(client: httpx.Client, there: str, absent: str) -> float:
    """By how much the medians differ, each asked in turn, so that a busy moment falls on both."""
    took: dict[str, list[float]] = {there: [], absent: []}
    for pair in range(PAIRS):
        for path in (there, absent) if pair % 2 else (absent, there):
            took[path].append(seconds(client, path))
    of_one, of_other = (median(each) for each in took.values())
    return abs(of_one - of_other) / max(of_one, of_other)


@pytest.mark.parametrize("what", ASKED)
def test_it_takes_as_long_to_hide_a_record_as_to_find_none(
    system: System, records: Records, what: str
) -> None:
    role, service, template = ASKED[what]
    own = records.own
    city = system.city if role == "stranger" else OTHER_CITY
    token = system.issuer.token("nobody-known") if role == "stranger" else system.token(role, OTHER_CITY)
    nowhere = str(uuid4())

    def path(**ids: str) -> str:
        return f"/{service}/v1/{city}/{template.format(**ids)}"

    there = path(application=own.application, candidate=own.candidate)
    absent = path(application=nowhere, candidate=nowhere)

    with system.client(token) as client:
        for each in (there, absent) * 5:
            seconds(client, each)
        measured: list[float] = []
        while len(measured) < ATTEMPTS and (not measured or measured[-1] > APART):
            measured.append(apart(client, there, absent))

    assert measured[-1] <= APART, f"apart by {', '.join(f'{each:.0%}' for each in measured)}"
