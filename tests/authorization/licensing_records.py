"""What the matrices are asked about in licensing: two residents' licenses with all that hangs on them.

Licensing keeps its records in another city than the others, one whose code has licenses.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import httpx
from servicekit.events import CloudEvent
from servicekit.proof import PROOF_HEADER, sign

from deploy.local.roles import roles
from deploy.local.system import System
from tests.authorization.documents import a_document
from tests.journeys.callers import Caller

SERVICE = "licensing"
HOME, AWAY_CITY = "detroit-lakes", "lake-elmo"
PROGRAM, RULE, NOTICE = "dock-license", "dl-dock-term", "dl-dock-violation-notice"
DAY = "2026-06-04"
FEES = {"commercial": "900.00", "private": "120.00"}
CONTACT = {
    "name": "A. Applicant",
    "email": "applicant@example.com",
    "phone": "651-555-0100",
    "mailing_address": "1 Main St, Anytown MN 55000",
}
FACTS = {
    "dock_class": "private",
    "docks": 1,
    "boat_lifts": 1,
    "lifts_away_from_dock": 0,
    "lodging_owner": False,
    "side_line_first_station_ft": 100,
    "side_line_second_station_ft": 180,
    "dock_station_ft": 140,
    "dock_reach_ft": 60,
    "navigation_point_ft": 110,
    "gasoline_kept": False,
}
HOLD = {
    "subject_kind": "record",
    "subject": "a record of nobody",
    "blocks": ["issue_license"],
    "rule": RULE,
    "because": "Stop work.",
}
HEARING = {"starts_at": "2026-08-14T19:00:00-05:00", "place": "Council chambers"}
BUYER = {"name": "B. Buyer", "mailing_address": "2 Main St", "phone": "218-555-0100", "reason": "Sold."}


@dataclass(frozen=True)
class Licenses:
    """Everything there is of one person in licensing."""

    person: str
    draft: str
    application: str
    license: str
    violation: str
    notice: str
    license_notice: str
    hearing: str
    transfer: str
    event: str
    hold: str
    document: str


def made_licenses(system: System, own: str, others: str) -> tuple[Licenses, Licenses]:
    """Make them: the one commercial license of the city, with a transfer asked for, and a private one."""
    system.set_clock(f"{DAY}T09:00:00-05:00")
    portal = roles()["portal"].subject
    _person(system, own).post(SERVICE, "consents", {"machine": portal})
    _make_room(system)
    first = _licenses(system, own, "commercial", None)
    return first, _licenses(system, others, "private", first.transfer)


def path_of(about: Licenses, mine: str) -> dict[str, str]:
    """What stands in paths."""
    return {
        "application_id": about.application,
        "license_id": about.license,
        "violation_id": about.violation,
        "notice_id": about.notice,
        "hearing_id": about.hearing,
        "transfer_id": about.transfer,
        "event_id": about.event,
        "hold_id": about.hold,
        "document_id": about.document,
        "machine": mine,
        "program": PROGRAM,
        "rule": RULE,
    }


def bodies_of(on_behalf_of: str | None) -> dict[str, dict[str, Any]]:
    """One well-formed body for each operation."""
    filing: dict[str, Any] = {"program": PROGRAM, "facts": FACTS, "contact": CONTACT}
    if on_behalf_of is not None:
        filing["on_behalf_of"] = on_behalf_of
    notice = {"notice": NOTICE, "contents": {"violation": "A second lift.", "correction": True}}
    service = {"method": "first_class_mail", "made_on": DAY, "outcome": "sent"}
    transfer = {"upon": "business.sold", "happened_on": DAY, "party": "licensee", **BUYER}
    return {
        "check_program": {"facts": FACTS},
        "compute_clocks": {"event": "application.completed", "on": DAY, "facts": {}},
        "compute_ends": {"event": "business.sold", "on": DAY, "facts": {}},
        "check_document": {"document": "dl-dock-transfer-request"},
        "compute_measures": {"facts": {}},
        "compare_law": {"from": DAY, "to": "2027-06-01"},
        "check_notice": {"notice": NOTICE, "parties": []},
        "check_decision": {"kind": "approve", "votes": {"yes": 5}, "facts": {}},
        "compute_requirements": {"facts": {"docks": 1}},
        "create_license_application": filing,
        "place_hold": HOLD,
        "release_hold": {"because": "It was moved."},
        "change_license_application": {"facts": {"boat_lifts": 0}},
        "record_license_payment": {"amount_usd": "1.00", "method": "check", "paid_on": DAY},
        "receive_license_submittal": {"submittal": "x-y", "document": "File 1", "received_on": DAY},
        "declare_license_application_incomplete": {"missing": ["The side lines are not drawn."]},
        "answer_license_judgment": {"judgment": "dl-dock-materials", "answer": True, "reason": "They are."},
        "make_license_recommendation": {"in_favor": True, "reasons": ["All conditions are met."]},
        "decide_license_application": {
            "outcome": "approve",
            "decided_on": DAY,
            "votes": {"yes": 5, "no": 0, "abstain": 0, "absent": 4},
            "findings": {"dl-dock-location-variation": {"answer": True, "reason": "It is."}},
        },
        "change_license_contact": {"contact": CONTACT},
        "surrender_license": {"reason": "The dock was taken out."},
        "issue_license_notice": {"notice": "dl-dock-revocation-notice", "contents": {"revocation": True}},
        "serve_license_notice": service,
        "request_license_transfer": transfer,
        "grant_license_transfer": {"transferee": "resident-2"},
        "refuse_license_transfer": {"reason": "The sale was called off."},
        "note_license_violation": {
            "rules": ["dl-dock-private-equipment"],
            "description": "A second lift.",
            "observed_on": DAY,
        },
        "issue_violation_notice": notice,
        "serve_violation_notice": service,
        "find_violation_corrected": {"corrected_on": DAY},
        "enter_hearing_request": {"received_at": f"{DAY}T09:00:00-05:00", "form": ["written"]},
        "withdraw_license_violation": {"reason": "It was another dock."},
        "decide_license_violation": {
            "outcome": "no_violation",
            "decided_on": DAY,
            "votes": {"yes": 5, "no": 0, "abstain": 0, "absent": 4},
            "reasons": ["There was none."],
        },
        "schedule_license_hearing": HEARING,
        "schedule_violation_hearing": HEARING,
        "hold_license_hearing": {"held_on": DAY},
        "cancel_license_hearing": {"reason": "There will be no quorum."},
        "grant_consent": {"machine": "portal-just-found"},
    }


def _make_room(system: System) -> None:
    """Another story may have taken the one commercial license: it is given up."""
    clerk = Caller.of(system, "clerk", HOME)
    for each in clerk.get(SERVICE, "licenses", in_effect="true", limit="500")["items"]:
        place = f"licenses/{each['id']}"
        if clerk.get(SERVICE, f"{place}/holder")["facts"]["dock_class"] == "commercial":
            clerk.post(SERVICE, f"{place}/surrender", {"reason": "Sold."}, version=each["version"])


def _licenses(system: System, subject: str, dock_class: str, transfer: str | None) -> Licenses:
    applicant = _person(system, subject)
    clerk, council_clerk = (Caller.of(system, role, HOME) for role in ("clerk", "council_clerk"))
    inspector = Caller.of(system, "inspector", HOME)
    filing = {"program": PROGRAM, "facts": {**FACTS, "dock_class": dock_class}, "contact": CONTACT}
    draft = applicant.post(SERVICE, "license-applications", filing, status=201)
    made = applicant.post(SERVICE, "license-applications", filing, status=201)
    path = f"license-applications/{made['id']}"

    def step(who: Caller, verb: str, body: Any = None) -> Any:
        nonlocal made
        answer = who.post(SERVICE, f"{path}/{verb}", body, version=made["version"])
        made = answer.get("application", answer)
        return answer

    step(applicant, "submit")
    step(clerk, "payments", {"amount_usd": FEES[dock_class], "method": "check", "paid_on": DAY})
    step(clerk, "declare-complete")
    amended = {"event": "application.amended", "happened_on": DAY}
    clerk.post(SERVICE, f"{path}/events", amended, version=made["version"])
    made["version"] += 1
    step(inspector, "judgments", {"judgment": "dl-dock-materials", "answer": True, "reason": "Aluminum."})
    if dock_class == "private":
        answer = {"judgment": "dl-dock-max-length.needed", "answer": True, "reason": "As its neighbors."}
        step(clerk, "judgments", answer)
    made["version"] = clerk.post(SERVICE, f"{path}/hearings", HEARING, version=made["version"], status=201)[
        "record_version"
    ]
    vote = {"outcome": "approve", "decided_on": DAY, "votes": {"yes": 6, "no": 3}}
    step(council_clerk, "decide", vote)
    version = made["version"]
    license_ = clerk.post(SERVICE, f"{path}/issue", version=version, status=201)
    about, version = f"licenses/{license_['id']}", license_["version"]
    if transfer is None:
        asked = {"upon": "business.sold", "happened_on": DAY, "party": "licensee", **BUYER}
        transfer = applicant.post(SERVICE, f"{about}/transfers", asked, version=version, status=201)[
            "transfer"
        ]["id"]
        version += 1
    given = {"notice": "dl-dock-revocation-notice", "contents": {"revocation": True}}
    own_notice = clerk.post(SERVICE, f"{about}/notices", given, version=version, status=201)
    seen = {"rules": ["dl-dock-upkeep"], "description": "A boat on the dock.", "observed_on": DAY}
    violation = clerk.post(SERVICE, f"{about}/violations", seen, version=version + 1, status=201)["violation"]
    place = f"license-violations/{violation['id']}"
    told = {"notice": NOTICE, "contents": {"violation": "A boat on the dock.", "correction": True}}
    notice = clerk.post(SERVICE, f"{place}/notices", told, version=1, status=201)["notice"]
    served = {"method": "first_class_mail", "made_on": DAY, "outcome": "sent"}
    clerk.post(SERVICE, f"{place}/notices/{notice['id']}/services", served, version=2)
    request = {"received_at": f"{DAY}T08:30:00-05:00", "form": ["written", "signed"]}
    clerk.post(SERVICE, f"{place}/hearing-requests", request, version=3)
    hearing = clerk.post(SERVICE, f"{place}/hearings", HEARING, version=4, status=201)["hearing"]
    own = system.client(system.issuer.token(subject))
    document = a_document(own, f"/{SERVICE}/v1/{HOME}/license-applications/{made['id']}")
    hold = clerk.post(SERVICE, "holds", HOLD, status=201)["id"]
    return Licenses(
        person=subject,
        draft=draft["id"],
        application=made["id"],
        license=license_["id"],
        violation=violation["id"],
        notice=notice["id"],
        license_notice=own_notice["notice"]["id"],
        hearing=hearing["id"],
        transfer=str(transfer),
        event=_refused_event(system),
        hold=hold,
        document=document,
    )


def _person(system: System, subject: str) -> Caller:
    return Caller(system.client(system.issuer.token(subject)), HOME)


def _refused_event(system: System) -> str:
    """A sale without its day, which licensing keeps and cannot take."""
    event = CloudEvent(
        type="ownership.transferred",
        source="urn:citycode:gis",
        subject=f"{HOME}/{uuid4()}",
        time=datetime(2026, 6, 4, tzinfo=UTC),
        data={"city": HOME, "pin": "49.0990.0001"},
    )
    secret = system.services[SERVICE].command.environment["CITYCODE_SERVICE_SECRET"]
    proof = {PROOF_HEADER: sign(secret, "gis", "POST", "/v1/events")}
    address = f"{system.base_url(SERVICE)}/v1/events"
    httpx.post(address, json=json.loads(event.model_dump_json(exclude_none=True)), headers=proof)
    return str(event.id)
