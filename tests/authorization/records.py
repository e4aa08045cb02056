"""What the matrices are asked about: two residents' records, each made through the gateway up to a permit."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx
from servicekit.events import CloudEvent
from servicekit.proof import PROOF_HEADER, sign

from deploy.local.roles import roles
from deploy.local.system import System
from tests.authorization.county_imports import loaded_import
from tests.authorization.documents import a_document
from tests.authorization.enforcement_records import Cases, made_cases
from tests.authorization.licensing_records import Licenses, made_licenses
from tests.journeys.callers import Caller, eventually

PROGRAM, NOTICE, RULE = "wind-generator", "le-wind-notice", "le-wind-height"
OTHER_CITY = "detroit-lakes"
"""A city whose offices bear the same names, so that every role can be had there too."""

FACTS = {
    "work": "wind_generator",
    "structure_height_ft": 120,
    "property_line_setback_ft": 600,
    "guy_wires": [],
    "accessory_buildings": [],
    "lights_on_structure": 0,
}
CONTACT = {
    "name": "A. Applicant",
    "email": "applicant@example.com",
    "phone": "651-555-0100",
    "mailing_address": "1 Main St, Anytown MN 55000",
}
SUBMITTALS = ("le-wind-form", "le-wind-engineer-report", "le-wind-site-plan", "le-wind-faa-statement")
OWN, OTHERS = "resident-1", "resident-2"
PARCELS = {
    OWN: ("10.029.21.33.0001", {"lon": -92.9249026, "lat": 44.9896213}),
    OTHERS: ("11.029.21.44.0001", {"lon": -92.8917408, "lat": 44.9895946}),
}
"""Large lots of the sample county, far from one another and from the journeys' parcel."""


@dataclass(frozen=True)
class Belongings:
    """Everything there is of one person in the home city."""

    person: str
    pin: str
    site: dict[str, float]
    application: str
    draft: str
    hearing: str
    permit: str
    hold: str
    document: str
    inspection: str
    candidate: str
    address: str
    choice: str
    notice_list: str
    county_import: str
    event: str
    licenses: Licenses
    cases: Cases


@dataclass(frozen=True)
class Records:
    """The records of both, by cell: `own` is resident-1's."""

    own: Belongings
    others: Belongings

    def of(self, cell: str) -> Belongings:
        """The record a cell of the matrix asks for."""
        return self.others if cell == "others" else self.own


def made_records(system: System) -> Records:
    """Make them; the portal may act for resident-1 only."""
    system.set_clock("2026-06-04T09:00:00-05:00")
    portal = roles()["portal"].subject
    _person(system, OWN).post("permits", "consents", {"machine": portal})
    licenses = made_licenses(system, OWN, OTHERS)
    first, second = made_cases(system)
    return Records(
        _belongings(system, OWN, licenses[0], first), _belongings(system, OTHERS, licenses[1], second)
    )


def _person(system: System, subject: str) -> Caller:
    return Caller(system.client(system.issuer.token(subject)), system.city)


def _belongings(system: System, subject: str, licenses: Licenses, cases: Cases) -> Belongings:
    system.set_clock("2026-06-04T09:00:00-05:00")
    pin, site = PARCELS[subject]
    applicant, clerk = _person(system, subject), Caller.of(system, "clerk")
    inspector, county = Caller.of(system, "inspector"), Caller.of(system, "county")
    filing = {"program": PROGRAM, "pin": pin, "site": site, "facts": FACTS, "contact": CONTACT}
    draft = applicant.post("permits", "applications", filing, status=201)
    application = applicant.post("permits", "applications", filing, status=201)
    path = f"applications/{application['id']}"
    application = applicant.post("permits", f"{path}/submit", version=1)
    for submittal in SUBMITTALS:
        body = {"submittal": submittal, "document": "File 26-118", "received_on": "2026-06-04"}
        application = clerk.post("permits", f"{path}/submittals", body, version=application["version"])
    application = clerk.post("permits", f"{path}/declare-complete", version=application["version"])
    application = clerk.post("permits", f"{path}/start-review", version=application["version"])
    judgment = {"judgment": "le-wind-debris", "answer": True, "reason": "The fall zone lies on the parcel."}
    application = inspector.post("permits", f"{path}/judgments", judgment, version=application["version"])
    favor = {"in_favor": True, "reasons": ["All conditions are met."]}
    application = inspector.post("permits", f"{path}/recommendation", favor, version=application["version"])
    hearing, version = _hearing_held(system, clerk, path, application["version"])
    permit, inspection = _permit(system, clerk, inspector, path, version)
    address = clerk.get("gis", f"parcels/{pin}")["address"]
    meant = {"address": address, "pin": pin}
    near = {"pin": pin, "within_ft": 500, "to": "residents"}
    deed = f"first-{pin}"
    candidate = county.post("gis", "conveyances", a_conveyance(pin, deed), key=deed, status=201)
    return Belongings(
        person=subject,
        pin=pin,
        site=site,
        application=application["id"],
        draft=draft["id"],
        hearing=hearing,
        permit=permit,
        hold=_hold(clerk, subject),
        document=_document(system, subject, application["id"]),
        inspection=inspection,
        candidate=candidate["id"],
        address=address,
        choice=clerk.post("gis", "address-choices", meant, status=201)["id"],
        notice_list=clerk.post("gis", "notice-lists", near, status=201)["id"],
        county_import=loaded_import(system, county, clerk, f"file-{pin}"),
        event=_refused_event(system, pin),
        licenses=licenses,
        cases=cases,
    )


def _hearing_held(system: System, clerk: Caller, path: str, version: int) -> tuple[str, int]:
    setting = {"starts_at": "2026-07-14T19:00:00-05:00", "place": "Council chambers"}
    scheduled = clerk.post("permits", f"{path}/hearings", setting, version=version, status=201)
    hearing = scheduled["hearing"]["id"]
    listed = clerk.post("permits", f"hearings/{hearing}/notice-lists", {"notice": NOTICE}, version=1)
    sent = {"notice": NOTICE, "sent_on": "2026-06-04", "method": "first_class_mail"}
    mailed = clerk.post("permits", f"hearings/{hearing}/mailings", sent, version=listed["version"])
    sworn = {
        "mailing": mailed["mailings"][0]["id"],
        "kind": "affidavit_of_mailing",
        "sworn_on": "2026-06-04",
    }
    proven = clerk.post("permits", f"hearings/{hearing}/affidavits", sworn, version=mailed["version"])
    system.set_clock("2026-07-14T21:00:00-05:00")
    held = {
        "held_on": "2026-07-14",
        "accepted_incomplete": "The township was asked by letter.",
        "accepted_withheld": "Sent through the address confidentiality program.",
    }
    clerk.post("permits", f"hearings/{hearing}/hold", held, version=proven["version"])
    return hearing, scheduled["application_version"]


def _permit(system: System, clerk: Caller, inspector: Caller, path: str, version: int) -> tuple[str, str]:
    decision = {
        "outcome": "approve",
        "decided_on": "2026-07-14",
        "votes": {"yes": 3, "no": 1, "absent": 1},
        "reasons": ["All conditions are met."],
        "conditions": ["No lighting."],
    }
    council_clerk = Caller.of(system, "council_clerk")
    decided = council_clerk.post("permits", f"{path}/decide", decision, version=version)
    approved = decided["application"]["version"]
    permit = eventually(lambda: _issued(clerk, path, approved))
    planned = {"kind": "final", "scheduled_on": "2026-07-14"}
    inspections = f"permits/{permit['id']}/inspections"
    set_for = inspector.post("permits", inspections, planned, version=permit["version"], status=201)
    reviewed = {"reviewed_on": "2026-07-14", "in_order": True, "notes": "No change."}
    place = f"permits/{permit['id']}"
    now = clerk.post("permits", f"{place}/reviews", reviewed, version=set_for["permit"]["version"])
    setting = {"starts_at": "2026-08-11T19:00:00-05:00", "place": "Council chambers"}
    clerk.post("permits", f"{place}/hearings", setting, version=now["version"], status=201)
    return permit["id"], set_for["inspection"]["id"]


def _issued(clerk: Caller, path: str, version: int) -> Any:
    """The permit, or None while the map has not heard of the one before."""
    try:
        return clerk.post("permits", f"{path}/issue", version=version, status=201)
    except AssertionError as refused:
        if "register_not_caught_up" not in str(refused):
            raise
        return None


def _document(system: System, subject: str, application: str) -> str:
    """A file that the applicant added."""
    client = system.client(system.issuer.token(subject))
    return a_document(client, f"/permits/v1/{system.city}/applications/{application}")


def _hold(clerk: Caller, subject: str) -> str:
    """A hold on nothing that anybody asks about."""
    body = {
        "subject_kind": "record",
        "subject": f"nothing of {subject}",
        "blocks": ["inspect"],
        "rule": RULE,
        "because": "Stop work.",
    }
    placed: str = clerk.post("permits", "holds", body, status=201)["id"]
    return placed


def _refused_event(system: System, pin: str) -> str:
    """A sale without its day, which permits keeps and cannot take."""
    event = CloudEvent(
        type="ownership.transferred",
        source="urn:citycode:gis",
        subject=f"{system.city}/{pin}",
        time=datetime(2026, 7, 14, tzinfo=UTC),
        data={"city": system.city, "pin": pin},
    )
    secret = system.services["permits"].command.environment["CITYCODE_SERVICE_SECRET"]
    proof = {PROOF_HEADER: sign(secret, "gis", "POST", "/v1/events")}
    address = f"{system.base_url('permits')}/v1/events"
    httpx.post(address, json=json.loads(event.model_dump_json(exclude_none=True)), headers=proof)
    return str(event.id)


def a_conveyance(pin: str, number: str) -> dict[str, Any]:
    """A deed as the county records it."""
    return {
        "pin": pin,
        "kind": "sale",
        "conveyed_on": "2026-05-01",
        "document": {"number": number, "title": "Warranty deed", "recorded_on": "2026-05-04"},
        "grantor": "The seller",
        "grantee": {"name": "A. Buyer", "mailing": {"lines": ["2 Main St", "Anytown MN 55000"]}},
    }
