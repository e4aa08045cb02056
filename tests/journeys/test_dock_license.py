"""Docks at the city beach, through the gateway: one commercial dock, a season, a violation, the council."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.local.system import System
from tests.authorization.licensing_records import CONTACT, FACTS, FEES, HOME, PROGRAM
from tests.journeys.callers import Caller, eventually

pytestmark = pytest.mark.system
NOTICE = "dl-dock-violation-notice"


class Beach:
    """Who acts at the beach, and the steps they take."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.clerk = Caller.of(system, "clerk", HOME)
        self.inspector = Caller.of(system, "inspector", HOME)
        self.council_clerk = Caller.of(system, "council_clerk", HOME)
        self.anybody = Caller.of(system, None, HOME)

    def person(self, subject: str) -> Caller:
        return Caller(self.system.client(self.system.issuer.token(subject)), HOME)

    def ready_to_decide(self, subject: str, dock_class: str, day: str) -> tuple[str, int]:
        """An application with its fee paid and its questions answered: its path and version."""
        facts = {**FACTS, "dock_class": dock_class}
        filing = {"program": PROGRAM, "facts": facts, "contact": CONTACT}
        made = self.person(subject).post("licensing", "license-applications", filing, status=201)
        path = f"license-applications/{made['id']}"
        made = self.person(subject).post("licensing", f"{path}/submit", version=made["version"])
        payment = {"amount_usd": FEES[dock_class], "method": "check", "paid_on": day}
        made = self.clerk.post("licensing", f"{path}/payments", payment, version=made["version"])
        made = self.clerk.post("licensing", f"{path}/declare-complete", version=made["version"])
        answer = {"judgment": "dl-dock-materials", "answer": True, "reason": "Aluminum sections."}
        made = self.inspector.post("licensing", f"{path}/judgments", answer, version=made["version"])
        if dock_class != "commercial":
            answer = {"judgment": "dl-dock-max-length.needed", "answer": True, "reason": "As its neighbors."}
            made = self.clerk.post("licensing", f"{path}/judgments", answer, version=made["version"])
        return path, made["version"]

    def decide(self, path: str, version: int, status: int = 200, **given: Any) -> Any:
        body = {"outcome": "approve", "votes": {"yes": 6, "no": 3}, **given}
        return self.council_clerk.post("licensing", f"{path}/decide", body, version=version, status=status)

    def issue(self, subject: str, dock_class: str, day: str) -> Any:
        path, version = self.ready_to_decide(subject, dock_class, day)
        decided = self.decide(path, version, decided_on=day)
        approved = decided["application"]["version"]
        return self.clerk.post("licensing", f"{path}/issue", version=approved, status=201)


def the_commercial_dock(beach: Beach, day: str) -> Any:
    """The one commercial license in effect: that of another story, or one issued now."""
    standing = beach.anybody.get("licensing", "licenses", in_effect="true", limit="500")["items"]
    for each in standing:
        holder = beach.clerk.get("licensing", f"licenses/{each['id']}/holder")
        if holder["facts"]["dock_class"] == "commercial":
            return each
    return beach.issue("business-1", "commercial", day)


def test_a_dock_from_the_application_to_its_revocation(system: System) -> None:
    beach = Beach(system)
    system.set_clock("2026-05-11T10:00:00-05:00")

    # One commercial dock in the whole city beach: the second is denied and its fee goes back whole.
    first = the_commercial_dock(beach, "2026-05-11")
    path, version = beach.ready_to_decide("business-9", "commercial", "2026-05-11")
    refused = beach.decide(path, version, decided_on="2026-05-11", status=409)
    assert [each["code"] for each in refused["gates"]] == ["cap_reached"]
    assert first["number"] in refused["detail"]
    bar: dict[str, Any] = {
        "outcome": "deny",
        "votes": None,
        "reasons": ["One is in effect."],
        "decided_on": "2026-05-11",
    }
    denied = beach.decide(path, version, **bar)
    assert [(each["amount_usd"], each["rules"]) for each in denied["refunds"]] == [
        ("900.00", ["dl-dock-fee-refund"])
    ]

    # A private dock for the season.
    license_ = beach.issue("resident-7", "private", "2026-05-11")
    place = f"licenses/{license_['id']}"
    assert (license_["in_effect"], license_["ends_on"]) == (True, "2026-11-01")

    # A notice mailed on June 24: the tenth day is a holiday on a weekend, the last day Monday, July 6.
    system.set_clock("2026-06-24T09:00:00-05:00")
    seen = {
        "rules": ["dl-dock-private-equipment"],
        "description": "Two lifts.",
        "observed_on": "2026-06-23",
    }
    version = beach.anybody.get("licensing", place)["version"]
    violation = beach.clerk.post("licensing", f"{place}/violations", seen, version=version, status=201)[
        "violation"
    ]
    about = f"license-violations/{violation['id']}"
    told = {"notice": NOTICE, "contents": {"violation": "Two boat lifts.", "correction": True}}
    notice = beach.clerk.post("licensing", f"{about}/notices", told, version=1, status=201)["notice"]
    mailed = {"method": "first_class_mail", "made_on": "2026-06-24", "outcome": "sent"}
    served = beach.clerk.post("licensing", f"{about}/notices/{notice['id']}/services", mailed, version=2)[
        "violation"
    ]
    assert [(each["rule"], each["last_day"]) for each in served["clocks"]] == [
        ("dl-dock-cure-period", "2026-07-06")
    ]

    # The request is received that very day; the council hears it and revokes.
    system.set_clock("2026-07-06T14:00:00-05:00")
    request = {"received_at": "2026-07-06T13:45:00-05:00", "form": ["written", "signed"]}
    asked = beach.clerk.post("licensing", f"{about}/hearing-requests", request, version=served["version"])
    assert asked["hearing_requests"][0]["stops"] is True
    setting = {"starts_at": "2026-07-14T19:00:00-05:00", "place": "Council chambers"}
    hearing = beach.clerk.post(
        "licensing", f"{about}/hearings", setting, version=asked["version"], status=201
    )["hearing"]
    system.set_clock("2026-07-14T21:00:00-05:00")
    held = {"held_on": "2026-07-14"}
    beach.clerk.post("licensing", f"license-hearings/{hearing['id']}/hold", held, version=1)
    vote = {
        "outcome": "revoke",
        "decided_on": "2026-07-14",
        "votes": {"yes": 6, "no": 3},
        "reasons": ["The second lift still stands."],
    }
    heard = beach.clerk.get("licensing", about)
    beach.council_clerk.post("licensing", f"{about}/decide", vote, version=heard["version"])

    revoked = beach.anybody.get("licensing", place)
    assert revoked["state"] == "revoked"
    assert revoked["ended_rules"] == ["dl-dock-revocation-hearing", "dl-dock-private-equipment"]
    owed = beach.clerk.get("licensing", "obligations", record=license_["id"])["items"]
    assert [each["rule"] for each in owed] == ["dl-dock-revocation-notice"]
    history = beach.clerk.get("licensing", f"{place}/history")
    assert history["intact"] is True

    # What still stands is removed: a case opens by itself, the council orders, the cost goes to the roll.
    line = remove_and_assess(beach, license_["id"])
    assert (line["state"], line["amount_usd"]) == ("confirmed", "620.00")
    assert line["rules"] == ["dl-dock-removal-cost.assessment"]


def remove_and_assess(beach: Beach, license_id: str) -> Any:
    """The structure left without its license goes, and the county takes what that cost; gives the line."""
    county = Caller.of(beach.system, "county", HOME)

    def opened() -> Any:
        listed = beach.clerk.get("enforcement", "cases", program=PROGRAM, limit="500")["items"]
        return next((each for each in listed if each["source"] == license_id), None)

    case = eventually(opened)
    assert case["grounds"][:2] == ["dl-dock-removal", "dl-dock-removal-cost"]
    path = f"cases/{case['id']}"

    def step(who: Caller, verb: str, body: Any, status: int = 200) -> Any:
        nonlocal case
        answer = who.post("enforcement", f"{path}/{verb}", body, version=case["version"], status=status)
        case = answer.get("case", answer)
        return answer

    parcel = beach.anybody.get("gis", "parcels", limit="1")["items"][0]["parcel"]["pin"]
    step(beach.clerk, "find-owner", {"pin": parcel})
    step(beach.inspector, "report", {"notes": "The dock still stands."})
    removing = {"abated_on": "2026-07-14", "by": "Street department", "what": "The dock was taken out."}
    refused = beach.clerk.post("enforcement", f"{path}/abate", removing, version=case["version"], status=409)
    assert [each["code"] for each in refused["gates"]] == ["order_missing"]
    order = {
        "outcome": "order",
        "decided_on": "2026-07-14",
        "votes": {"yes": 7, "no": 2},
        "reasons": ["The license is revoked and the dock still stands."],
        "says": "Take the dock out.",
    }
    step(beach.council_clerk, "decide", order)
    step(beach.clerk, "abate", removing)
    bill = {"fact": "removal_cost_usd", "amount_usd": "620.00", "incurred_on": "2026-07-14"}
    step(beach.council_clerk, "costs", {**bill, "what": "Barge and crew.", "document": "Order 77"}, 201)
    lane = "dl-dock-removal-cost.assessment"
    owed = {"recovery": "dl-dock-removal-cost", "lane": lane, "due_on": "2026-08-14"}
    charge = step(beach.council_clerk, "charges", owed, 201)["account"]["charges"][0]
    power = {"year": 2026, "lane": "assessment", "statute": charge["lane"]["statute"]}
    roll = beach.council_clerk.post("enforcement", "assessment-rolls", power, status=201)
    place = f"assessment-rolls/{roll['id']}"
    asked = {"case_id": case["id"]}
    line = beach.council_clerk.post("enforcement", f"{place}/lines", asked, version=1, status=201)
    resolution = {"resolution": "Resolution 2026-88"}
    beach.council_clerk.post("enforcement", f"{place}/adopt", resolution, version=2)
    certified = beach.council_clerk.post("enforcement", f"{place}/certify", version=3)
    return county.post(
        "enforcement",
        f"assessment-lines/{line['id']}/confirm",
        {"county_reference": "SA-2026-1"},
        version=certified["version"],
        key=f"confirm-{line['id']}",
    )
