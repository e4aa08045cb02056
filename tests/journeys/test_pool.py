"""Journey 1: a pool from question to closing, through the gateway, on the test clock."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.local.system import System
from tests.journeys.callers import Caller

pytestmark = pytest.mark.system

CITY, PROGRAM = "fridley", "aquatic-vessel"
ADDRESS, PIN = "4021 61st Avenue Northeast", "14-30-24-33-0014"
IN_THE_EASEMENT = {"lon": -93.2591465, "lat": 45.0702178}
"""Five feet from the rear line; the plat gives ten to drains and utilities."""
CLEAR_OF_IT = {"lon": -93.2591461, "lat": 45.0701273}
SUBMITTALS = ["fr-av-submittal-survey", "fr-av-submittal-equipment", "fr-av-submittal-grading"]
JUDGMENTS = ["fr-av-install-standard", "fr-av-deck", "fr-av-fence-chapter", "fr-av-lights", "fr-av-chemicals"]
POOL: dict[str, Any] = {
    "circulation_connection": True,
    "portable": False,
    "water_depth_in": 96,
    "drained_and_filled_daily": False,
    "taken_down_yearly": False,
    "wholly_enclosed": False,
    "aboveground": False,
    "soil_moved_cuyd": 120,
    "clear_width_in": 48,
    "vessel_yard": "rear",
    "overhead_lines_above": 0,
    "drains_to": "vegetated_area",
    "barrier_sides": [
        {"made_of": "fence", "height_ft": 4, "largest_opening_in": 3},
        {"made_of": "dwelling"},
    ],
    "gates": [
        {"leads_through": "fence", "self_closing": True, "self_latching": True, "locking_hardware": True}
    ],
    "backflow_protection": "air_gap",
}
CHECK = f"programs/{PROGRAM}/check"


def codes(problem: Any) -> list[str]:
    return [gate["code"] for gate in problem["gates"]]


def officer(system: System, office: str) -> Caller:
    token = system.issuer.token(f"{office}-1", offices={CITY: [office]})
    return Caller(system.client(token), CITY)


def test_a_pool_from_question_to_closing(system: System) -> None:
    anybody = Caller.of(system, None, CITY)
    resident, portal = Caller.of(system, "resident", CITY), Caller.of(system, "portal", CITY)
    manager, official = officer(system, "city_manager"), officer(system, "building_official")
    clerk = officer(system, "city_clerk")

    # On the city website a resident asks at their address: a permit is needed, the front yard is
    # forbidden, a fence of three feet is too low.
    system.set_clock("2026-06-04T09:00:00-05:00")
    found = anybody.get("gis", "parcels", address=ADDRESS)["items"]
    assert [each["parcel"]["pin"] for each in found] == [PIN]
    needed = anybody.post(
        "permits",
        "requirements",
        {
            "on": "2026-06-04",
            "programs": [PROGRAM],
            "facts": {"circulation_connection": True, "portable": False, "taken_down_yearly": False},
        },
    )
    (pool,) = needed["programs"]
    assert pool["requirement"] == "required"
    place = {"parcel": {"pin": PIN}, "site": CLEAR_OF_IT}
    low = [{"made_of": "fence", "height_ft": 3, "largest_opening_in": 3}]
    asked = anybody.post(
        "permits", CHECK, {"facts": {**POOL, "vessel_yard": "front", "barrier_sides": low}, **place}
    )
    assert asked["fails"] == ["fr-av-location-yard", "fr-av-barrier-height"]
    shown = {each["id"]: each for each in asked["findings"]}
    assert shown["fr-av-barrier-height"]["section"] == "Swimming pools, Fences item 1"
    assert all(each["cite"] for each in asked["findings"])

    # A portal files for the resident, who lets it; the survey shows the pool at the rear line.
    resident.post("permits", "consents", {"machine": "portal-1"})
    filing = {
        "program": PROGRAM,
        "address": ADDRESS,
        "site": IN_THE_EASEMENT,
        "facts": POOL,
        "contact": {"name": "A. Applicant", "phone": "763-555-0100"},
        "on_behalf_of": "resident-1",
    }
    draft = portal.post("permits", "applications", filing, key="pool-1", status=201)
    assert (draft["pin"], draft["applicant"], draft["filed_by"]) == (PIN, "resident-1", "portal-1")
    path = f"applications/{draft['id']}"
    application = portal.post("permits", f"{path}/submit", version=draft["version"], key="pool-2")
    assert application["number"] == "FR-POOL-2026-000001"

    # The map knows the easement: the check names it, the city sends it back, the pool is moved.
    caught = portal.get("permits", f"{path}/check")
    assert caught["unmet"] == ["fr-av-location-easement"]
    missing = ["Move the pool out of the drainage and utility easement (fr-av-location-easement)."]
    application = manager.post(
        "permits", f"{path}/declare-incomplete", {"missing": missing}, version=application["version"]
    )
    moved = portal.patch("permits", path, {"site": CLEAR_OF_IT}, version=application["version"])
    assert [(each["name"], each["former"], each["now"]) for each in moved["measured_changes"]] == [
        ("in_drainage_utility_easement", True, False)
    ]
    application = portal.post("permits", f"{path}/submit", version=moved["version"], key="pool-3")
    assert portal.get("permits", f"{path}/check")["unmet"] == []

    # The fee of the Fees Chapter was asked for once; the papers come in; the time to tell is kept.
    account = resident.get("permits", f"{path}/charges")
    assert [(each["fee"], each["amount_usd"], each["example"]) for each in account["charges"]] == [
        ("fr-av-fees", "150.00", True)
    ]
    assert [each["total_usd"] for each in account["invoices"]] == ["150.00"]
    for submittal in SUBMITTALS:
        body = {"submittal": submittal, "document": "Survey 26-118", "received_on": "2026-06-04"}
        application = manager.post("permits", f"{path}/submittals", body, version=application["version"])
    application = manager.post("permits", f"{path}/declare-complete", version=application["version"])
    application = manager.post("permits", f"{path}/start-review", version=application["version"])
    for judgment in JUDGMENTS:
        answered = {"judgment": judgment, "answer": True, "reason": "As the plans show."}
        application = official.post("permits", f"{path}/judgments", answered, version=application["version"])
    decision = {"outcome": "approve", "decided_on": "2026-06-04"}
    decided = clerk.post("permits", f"{path}/decide", decision, version=application["version"])
    assert decided["decision"]["office"] == "building_official"

    # No permit before its fee is paid.
    approved = decided["application"]
    refused = manager.post("permits", f"{path}/issue", version=approved["version"], status=409)
    assert (codes(refused), refused["gates"][0]["rules"]) == (["fee_unpaid"], ["fr-av-fees"])
    paid = manager.post(
        "permits",
        f"{path}/payments",
        {"amount_usd": "150.00", "method": "card", "paid_on": "2026-06-04", "reference": "portal 77"},
        version=approved["version"],
    )
    permit = manager.post("permits", f"{path}/issue", version=paid["version"], status=201)
    assert (permit["number"], permit["state"]) == ("FR-POOL-2026-000001", "issued")
    assert "fr-av-location-easement" in {each["rule"] for each in permit["conditions"]}

    # Called before it was ready: the fee for that stands before another visit.
    system.set_clock("2026-08-03T10:00:00-05:00")
    place_of = f"permits/{permit['id']}"
    ready = {"kind": "final", "scheduled_on": "2026-08-03"}
    set_for = official.post(
        "permits", f"{place_of}/inspections", ready, version=permit["version"], status=201
    )
    failed = official.post(
        "permits",
        f"{place_of}/inspections/{set_for['inspection']['id']}/result",
        {
            "inspected_on": "2026-08-03",
            "passed": False,
            "final": True,
            "notes": "The fence is not up.",
            "facts": {"inspection_found": "work_incomplete"},
        },
        version=set_for["permit"]["version"],
    )
    assert (failed["permit"]["state"], failed["inspection"]["passed"]) == ("issued", False)
    version = failed["permit"]["version"]
    barred = official.post("permits", f"{place_of}/inspections", ready, version=version, status=409)
    assert (codes(barred), barred["gates"][0]["rules"]) == (["fee_unpaid"], ["fr-av-permit-required"])
    account = resident.get("permits", f"{path}/charges")
    assert account["outstanding_usd"] == "95.00"
    manager.post(
        "permits",
        f"{path}/payments",
        {"amount_usd": "95.00", "method": "check", "paid_on": "2026-08-03"},
        version=resident.get("permits", path)["version"],
    )

    # Paid, seen again, passed, closed; the books of the application are even and its history is whole.
    set_for = official.post("permits", f"{place_of}/inspections", ready, version=version, status=201)
    passed = official.post(
        "permits",
        f"{place_of}/inspections/{set_for['inspection']['id']}/result",
        {
            "inspected_on": "2026-08-03",
            "passed": True,
            "final": True,
            "notes": "Built as approved.",
            "facts": {"inspection_found": "in_order"},
        },
        version=set_for["permit"]["version"],
    )
    assert passed["permit"]["state"] == "inspected"
    closed = manager.post(
        "permits", f"{place_of}/close", {"reason": "Built."}, version=passed["permit"]["version"]
    )
    assert closed["state"] == "closed"
    account = resident.get("permits", f"{path}/charges")
    assert (account["outstanding_usd"], len(account["invoices"]), len(account["payments"])) == ("0.00", 2, 2)
    history = manager.get("permits", f"{path}/history")
    assert history["intact"]
    assert [each["event"] for each in history["entries"] if each["event"].startswith(("fee", "pay"))] == [
        "fee.assessed",
        "payment.received",
        "fee.assessed",
        "payment.received",
    ]
