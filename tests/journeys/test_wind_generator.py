"""Journey 5: a wind generator from question to expiry, through the gateway, on the test clock."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.local.system import System
from tests.journeys.callers import Caller, eventually

pytestmark = pytest.mark.system

PIN = "11.029.21.24.0001"
SITE = {"lon": -92.8993808, "lat": 44.9968423}
SUBMITTALS = ["le-wind-form", "le-wind-engineer-report", "le-wind-site-plan", "le-wind-faa-statement"]
STATED = {
    "work": "wind_generator",
    "structure_height_ft": 120,
    "property_line_setback_ft": 600,
    "guy_wires": [{"setback_ft": 560, "district_setback_ft": 30}],
    "accessory_buildings": [],
    "lights_on_structure": 0,
}
CHECK = "programs/wind-generator/check"


def codes(problem: Any) -> list[str]:
    return [gate["code"] for gate in problem["gates"]]


def test_a_wind_generator_from_question_to_expiry(system: System) -> None:
    anybody, resident = Caller.of(system, None), Caller.of(system, "resident")
    clerk, inspector = Caller.of(system, "clerk"), Caller.of(system, "inspector")
    council_clerk, county = Caller.of(system, "council_clerk"), Caller.of(system, "county")

    # A resident asks: zoning and lot size come from the map, every answer cites its section.
    system.set_clock("2026-06-04T09:00:00-05:00")
    place = {"parcel": {"pin": PIN}, "site": SITE}
    asked = anybody.post("permits", CHECK, {"facts": STATED, **place})
    told = {fact["name"]: fact["value"] for fact in asked["place"]["facts"]}
    assert (told["zoning_district"], told["in_airport_safety_zone"]) == ("AG", False)
    assert told["lot_area_acres"] >= 40
    assert (asked["outcome"], asked["fails"]) == ("needs_judgment", [])
    too_tall = anybody.post("permits", CHECK, {"facts": {**STATED, "structure_height_ft": 126}, **place})
    assert (too_tall["allowed"], too_tall["fails"]) == (False, ["le-wind-height"])
    assert all(finding["section"] for finding in too_tall["findings"])

    # Applies, and hands it in.
    draft = resident.post(
        "permits",
        "applications",
        {
            "program": "wind-generator",
            "pin": PIN,
            "site": SITE,
            "facts": STATED,
            "contact": {"name": "A. Applicant", "phone": "651-555-0100"},
        },
        status=201,
    )
    path = f"applications/{draft['id']}"
    submitted = resident.post("permits", f"{path}/submit", version=draft["version"])
    assert (submitted["state"], submitted["received_on"]) == ("submitted", "2026-06-04")
    assert submitted["measured"]["lot_area_acres"]["source"]

    # The clerk finds it incomplete without its documents, then complete: the thirty days run.
    refused = clerk.post("permits", f"{path}/declare-complete", version=submitted["version"], status=409)
    assert codes(refused) == ["submittal_missing"] * 4
    application = submitted
    for submittal in SUBMITTALS:
        application = clerk.post(
            "permits",
            f"{path}/submittals",
            {"submittal": submittal, "document": "File 26-118", "received_on": "2026-06-04"},
            version=application["version"],
        )
    complete = clerk.post("permits", f"{path}/declare-complete", version=application["version"])
    assert (complete["state"], complete["law_date"]) == ("complete", "2026-06-04")
    due = clerk.get("permits", "obligations", record=draft["id"])["items"]
    assert [(each["rule"], each["due_on"], each["standing"]) for each in due] == [
        ("le-wind-hearing-schedule", "2026-07-06", "open"),
        ("mn-request-decide", "2026-08-03", "open"),
    ]

    # Review: the building official answers the law's question and recommends.
    system.set_clock("2026-06-10T10:00:00-05:00")
    reviewed = clerk.post("permits", f"{path}/start-review", version=complete["version"])
    judged = inspector.post(
        "permits",
        f"{path}/judgments",
        {"judgment": "le-wind-debris", "answer": True, "reason": "The fall zone lies on the parcel."},
        version=reviewed["version"],
    )
    recommended = inspector.post(
        "permits",
        f"{path}/recommendation",
        {"in_favor": True, "reasons": ["All conditions are met."]},
        version=judged["version"],
    )

    # The hearing is set in time; neighbors within 500 feet of the perimeter are mailed by July 4.
    scheduled = clerk.post(
        "permits",
        f"{path}/hearings",
        {"starts_at": "2026-07-14T19:00:00-05:00", "place": "Council chambers"},
        version=recommended["version"],
        status=201,
    )
    met = clerk.get("permits", "obligations", record=draft["id"], undone="false")["items"]
    assert [(each["standing"], each["fulfilled_on"]) for each in met] == [
        ("fulfilled", "2026-06-04"),
        ("fulfilled", "2026-06-10"),
        ("open", None),
    ]
    hearing_path = f"hearings/{scheduled['hearing']['id']}"
    listed = clerk.post("permits", f"{hearing_path}/notice-lists", {"notice": "le-wind-notice"}, version=1)
    notice = listed["notices"][0]
    assert notice["last_mailing_day"] == "2026-07-04"
    assert notice["rows"]
    assert all(row["distance_ft"] <= 500 for row in notice["rows"])
    system.set_clock("2026-07-02T15:00:00-05:00")
    mailed = clerk.post(
        "permits",
        f"{hearing_path}/mailings",
        {"notice": "le-wind-notice", "sent_on": "2026-07-02", "method": "first_class_mail"},
        version=listed["version"],
    )
    system.set_clock("2026-07-14T21:00:00-05:00")
    unproven = clerk.post(
        "permits", f"{hearing_path}/hold", {"held_on": "2026-07-14"}, version=mailed["version"], status=409
    )
    assert codes(unproven) == ["notice_withheld", "proof_missing"]
    proven = clerk.post(
        "permits",
        f"{hearing_path}/affidavits",
        {"mailing": mailed["mailings"][0]["id"], "kind": "affidavit_of_mailing", "sworn_on": "2026-07-03"},
        version=mailed["version"],
    )
    forwarded = {"accepted_withheld": "Sent through the address confidentiality program on July 2."}
    held = clerk.post(
        "permits", f"{hearing_path}/hold", {"held_on": "2026-07-14", **forwarded}, version=proven["version"]
    )
    assert held["held_on"] == "2026-07-14"

    # The council: two votes are not three.
    version = scheduled["application_version"]
    decision = {"outcome": "approve", "decided_on": "2026-07-14", "conditions": ["No lighting."]}
    short = council_clerk.post(
        "permits",
        f"{path}/decide",
        {**decision, "votes": {"yes": 2, "no": 1, "absent": 2}},
        version=version,
        status=409,
    )
    assert codes(short) == ["votes_short"]
    decided = council_clerk.post(
        "permits",
        f"{path}/decide",
        {**decision, "votes": {"yes": 3, "no": 1, "absent": 1}},
        version=version,
    )
    assert decided["application"]["state"] == "approved"
    assert decided["decision"]["receipt_sha256"]
    system.set_clock("2026-07-15T09:00:00-05:00")
    permit = clerk.post("permits", f"{path}/issue", version=decided["application"]["version"], status=201)
    permit_path = f"permits/{permit['id']}"
    assert (permit["number"], permit["state"]) == (submitted["number"], "issued")
    of_the_law = [each["rule"] for each in permit["conditions"] if each["rule"]]
    imposed = [each["text"] for each in permit["conditions"] if not each["rule"]]
    assert {"le-wind-height", "le-wind-no-lighting", "le-wind-not-transferable"} <= set(of_the_law)
    assert imposed == ["No lighting."]

    # The public register knows it, without a person; the map knows the generator.
    shown = anybody.get("permits", permit_path)
    assert "holder" not in shown
    assert "contact" not in shown
    asked_again = {"pin": PIN, "site": SITE, "names": ["gis.nearest_ft:wind_generators"]}
    eventually(
        lambda: (
            anybody.post("gis", "facts", asked_again)["facts"]
            .get("gis.nearest_ft:wind_generators", {})
            .get("value")
            == 0
        )
    )

    # Inspected, reviewed within the year; the next review falls due a year after that one.
    system.set_clock("2026-09-01T09:00:00-05:00")
    inspection = inspector.post(
        "permits",
        f"{permit_path}/inspections",
        {"kind": "final", "scheduled_on": "2026-09-01"},
        version=permit["version"],
        status=201,
    )
    inspected = inspector.post(
        "permits",
        f"{permit_path}/inspections/{inspection['inspection']['id']}/result",
        {"inspected_on": "2026-09-01", "passed": True, "final": True, "notes": "As approved."},
        version=inspection["permit"]["version"],
    )
    assert inspected["permit"]["state"] == "inspected"
    system.set_clock("2027-07-10T09:00:00-05:00")
    reviewed_permit = clerk.post(
        "permits",
        f"{permit_path}/reviews",
        {"reviewed_on": "2027-07-10", "in_order": True, "notes": "No change."},
        version=inspected["permit"]["version"],
    )
    reviews = clerk.get("permits", "obligations", record=permit["id"])["items"]
    a_year_after_the_early_review = "2028-07-10"
    assert [(each["must"], each["due_on"]) for each in reviews] == [
        ("review_the_permit", a_year_after_the_early_review)
    ]
    assert reviewed_permit["in_effect"]

    # Sold: the county's record is a candidate until the clerk confirms it; then the permit has expired on the
    # day of the sale, and the buyer must choose.
    system.set_clock("2027-09-20T09:00:00-05:00")
    candidate = county.post(
        "gis",
        "conveyances",
        {
            "pin": PIN,
            "kind": "sale",
            "conveyed_on": "2027-09-14",
            "document": {"number": "4512345", "title": "Warranty deed", "recorded_on": "2027-09-16"},
            "grantor": "The seller",
            "grantee": {"name": "A. Buyer", "mailing": {"lines": ["2 Main St", "Anytown MN 55000"]}},
        },
        key="conveyance-4512345",
        status=201,
    )
    assert anybody.get("permits", permit_path)["state"] == "inspected"
    clerk.post(
        "gis",
        f"owner-candidates/{candidate['id']}/confirm",
        {"kind": None, "note": "Deed seen."},
        version=candidate["version"],
    )
    expired = eventually(
        lambda: (now := anybody.get("permits", permit_path)) and now["state"] == "expired" and now
    )
    assert (expired["ended_on"], expired["in_effect"]) == ("2027-09-14", False)
    assert "le-wind-expiry-review" in expired["ended_rules"]
    choices = clerk.get("permits", "obligations", record=permit["id"])["items"]
    assert [(each["who"], each["options"]) for each in choices] == [("buyer", ["new_permit", "remove"])]

    # The whole way stands in the history, and its chain holds.
    history = clerk.get("permits", f"{permit_path}/history")
    assert history["intact"]
    assert [entry["event"] for entry in history["entries"]] == [
        "permit.issued",
        "inspection.scheduled",
        "inspection.passed",
        "review.completed",
        "permit.expired",
    ]
