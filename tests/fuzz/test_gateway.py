"""The combined contract under schemathesis, through the running gateway: no 5xx, no undocumented answer."""

from __future__ import annotations

import json
import os

import pytest
from gateway.contract import COMBINED
from servicekit.testing.fuzz import FuzzReport, fuzz_address

from deploy.local.system import System

pytestmark = pytest.mark.system
SOAK = bool(os.environ.get("CITYCODE_SOAK"))
EXAMPLES = 100 if SOAK else 1
SHARE = 1 if SOAK else 2
"""Every so many operations are asked through the gateway; its own service's tests ask for each."""
EVERY = 1 if SOAK else 60
"""Parameters are bent through the gateway for every so many operations; at its own service for each."""
HUNG_AFTER_S = 20.0
OFFICES = ("city_administrator", "building_official", "city_clerk")
CONTRACT = json.loads(COMBINED.read_text(encoding="utf-8"))
NEEDS_A_RECORD = "_id}"
"""Only its own service's tests know the ids of records; here such an operation mostly answers 404."""

OUT_OF_REACH: dict[str, list[str]] = {
    "enforcement": [
        "GET /enforcement/v1/{city}/assessment-lines",
        "POST /enforcement/v1/{city}/programs/{program}/documents/check",
        "POST /enforcement/v1/{city}/programs/{program}/notices/check",
    ],
    "gis": ["POST /gis/v1/{city}/conveyances", "POST /gis/v1/{city}/county-imports"],
    "licensing": [
        "POST /licensing/v1/{city}/programs/{program}/documents/check",
        "POST /licensing/v1/{city}/programs/{program}/notices/check",
    ],
    "permits": [
        "POST /permits/v1/{city}/paper-applications",
        "DELETE /permits/v1/{city}/consents/{machine}",
    ],
}
"""What need not succeed: a paper was received on a day that is past, which chance may miss; conveyances,
county files and answers about lines come from the county; papers and notices are of another program, which
chance may hit; a consent is withdrawn only where one was given, which may be in the half not asked.
"""

PIN = "11.029.21.44.0001"
LICENSED = {"city": "detroit-lakes", "program": "dock-license", "rule": "dl-dock-term"}
"""Where licensing has something to license."""
ENFORCED = {
    "city": "detroit-lakes",
    "program": "property-maintenance",
    "rule": "dl-pm-walls",
    "pin": "48.0001.000",
}
"""Where enforcement has something to enforce."""


def place_of(system: System, service: str) -> dict[str, str]:
    """A city of the service, with a program and a rule of it."""
    if service == "licensing":
        return LICENSED
    if service == "enforcement":
        return ENFORCED
    return {"city": system.city, "program": "wind-generator", "rule": "le-wind-height"}


def run(
    system: System, token: str | None, include: str, place: dict[str, str], *, coverage: bool = SOAK
) -> FuzzReport:
    return fuzz_address(
        CONTRACT,
        system.gateway_url,
        headers={"Authorization": f"Bearer {token}"} if token else {},
        values={
            "path.city": [place["city"]],
            "path.pin": [place.get("pin", PIN)],
            "path.program": [place["program"]],
            "path.rule": [place["rule"]],
            "query.lon": ["-92.8917408"],
            "query.lat": ["44.9895946"],
            "body.program": [place["program"]],
            "body.pin": [place.get("pin", PIN)],
        },
        examples=EXAMPLES,
        chains=EXAMPLES,
        include=include,
        coverage=coverage,
    )


def operations_of(service: str) -> list[str]:
    """The ids of the operations of a service in the combined contract."""
    ids = (each["operationId"] for item in CONTRACT["paths"].values() for each in item.values())
    return [each for each in ids if each.startswith(f"{service}_")]


def named(operations: list[str]) -> str:
    """The pattern of exactly these operations."""
    return f"^({'|'.join(operations)})$"


def officer(system: System, city: str) -> str:
    """One person who holds every office that the contract's operations take."""
    return system.issuer.token("fuzz-1", offices={city: OFFICES})


@pytest.mark.parametrize("service", OUT_OF_REACH)
def test_no_answer_surprises_who_may_do_everything(system: System, service: str) -> None:
    place = place_of(system, service)
    some = operations_of(service)[::SHARE]

    report = run(system, officer(system, place["city"]), named(some), place)

    assert report.failures == []
    assert report.requests > 2 * len(some)
    assert report.slowest_s < HUNG_AFTER_S
    never = {each for each in report.never_succeeded() if NEEDS_A_RECORD not in each}
    assert never <= set(OUT_OF_REACH[service])


@pytest.mark.parametrize("service", OUT_OF_REACH)
def test_no_parameter_bent_in_any_way_surprises(system: System, service: str) -> None:
    place = place_of(system, service)
    some = operations_of(service)[::EVERY]

    report = run(system, officer(system, place["city"]), named(some), place, coverage=True)

    assert report.failures == []
    assert report.requests > 10 * len(some)
    assert report.slowest_s < HUNG_AFTER_S


def test_no_answer_surprises_who_is_nobody(system: System) -> None:
    report = run(
        system, None, "application|owner|obligations|consent|conveyance", place_of(system, "permits")
    )

    assert report.failures == []
    assert {status for _, status in report.statuses if status < 400} == set()
