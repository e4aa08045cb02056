"""Ground is broken: another body than the city decides, above a trout stream, through the gateway."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.local.system import System
from tests.journeys.callers import Caller

pytestmark = pytest.mark.system

CITY, PROGRAM = "detroit-lakes", "land-disturbance"
SUBMITTALS = ["dl-ld-with-building-permit", "dl-ld-application"]
JUDGMENTS = ["dl-ld-swppp-standard", "dl-ld-bmps", "dl-ld-site-methods.dust"]
GRADING: dict[str, Any] = {
    "earth_change": "grading",
    "construction_of": "residential",
    "emergency_protects": "none",
    "growing": "none",
    "maintenance_by": "none",
    "interest_in_parcel": "legal",
    "site_area_sqft": 40_000,
    "stabilized_area_sqft": 40_000,
    "stabilized_with": "heavy_mulch",
    "discharges_to_trout_stream": False,
    "trout_stream_ft": 99,
}


def officer(system: System, office: str) -> Caller:
    token = system.issuer.token(f"{office}-1", offices={CITY: [office]})
    return Caller(system.client(token), CITY)


def test_the_watershed_district_decides_what_the_city_enforces(system: System) -> None:
    anybody, resident = Caller.of(system, None, CITY), Caller.of(system, "resident", CITY)
    district, clerk = officer(system, "watershed_district"), officer(system, "city_administrator")
    system.set_clock("2026-06-04T09:00:00-05:00")
    parcel = anybody.get("gis", "parcels", limit="1")["items"][0]["parcel"]["pin"]

    # Anybody asks: maintenance by a contractor needs a permit, the city's own does not.
    for maintained_by, needed in (("contractor", "required"), ("city_employees", "exempt")):
        facts = {
            "earth_change": "grading",
            "emergency_protects": "none",
            "growing": "none",
            "maintenance_by": maintained_by,
        }
        told = anybody.post("permits", "requirements", {"programs": [PROGRAM], "facts": facts})
        assert told["programs"][0]["requirement"] == needed

    # Drawn a foot too near to the stream. No map here knows the stream, so once it is handed in the distance
    # counts as a survey gives it: a hundred feet.
    draft = resident.post(
        "permits",
        "applications",
        {"program": PROGRAM, "pin": parcel, "facts": GRADING, "contact": {"name": "A. Builder"}},
        status=201,
    )
    path = f"applications/{draft['id']}"
    assert resident.get("permits", f"{path}/check")["unmet"] == ["dl-ld-trout-buffer"]
    application = resident.post("permits", f"{path}/submit", version=draft["version"])
    survey = {
        "fact": "trout_stream_ft",
        "value": 100,
        "document": "Survey 26-7",
        "surveyor": "A. Surveyor",
        "surveyed_on": "2026-06-03",
    }
    application = district.post("permits", f"{path}/surveyed-facts", survey, version=application["version"])
    assert resident.get("permits", f"{path}/check")["unmet"] == []

    # The papers and the district's fee come in; the district judges the plan and decides without a vote.
    for submittal in SUBMITTALS:
        body = {"submittal": submittal, "document": "Plan 26-7", "received_on": "2026-06-04"}
        application = clerk.post("permits", f"{path}/submittals", body, version=application["version"])
    paid = {"amount_usd": "150.00", "method": "card", "paid_on": "2026-06-04", "reference": "counter 12"}
    application = clerk.post("permits", f"{path}/payments", paid, version=application["version"])
    application = clerk.post("permits", f"{path}/declare-complete", version=application["version"])
    application = district.post("permits", f"{path}/start-review", version=application["version"])
    for judgment in JUDGMENTS:
        answered = {"judgment": judgment, "answer": True, "reason": "As the plans show."}
        application = district.post("permits", f"{path}/judgments", answered, version=application["version"])
    decision = {"outcome": "approve", "decided_on": "2026-06-04"}
    decided = district.post("permits", f"{path}/decide", decision, version=application["version"])
    assert decided["decision"]["office"] == "watershed_district"
    permit = district.post("permits", f"{path}/issue", version=decided["application"]["version"], status=201)
    assert permit["state"] == "issued"
    assert "dl-ld-trout-buffer" in {each["rule"] for each in permit["conditions"]}
