"""One well-formed request for each operation: refused, if at all, for who asks and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import uuid4

from tests.authorization import enforcement_records as enforcement
from tests.authorization import licensing_records as licensing
from tests.authorization.county_imports import A_COUNTY_IMPORT
from tests.authorization.matrix import operations_of
from tests.authorization.records import (
    CONTACT,
    FACTS,
    NOTICE,
    OTHERS,
    OWN,
    PROGRAM,
    RULE,
    Belongings,
    a_conveyance,
)
from tests.contracts.apps import contract_of

STALE = '"999999"'
"""Changes name a version that never was: who may make them is told 412, and nothing changes."""

A_PLAN = {"kind": "other", "name": "plan.pdf"}
OWN_PORTAL, OTHERS_PORTAL = "portal-of-mine", "portal-of-others"


COUNTED: dict[str, dict[str, Any]] = {
    "check_caps": {"wanted": {"of": "licenses_in_effect", "from": "2026-06-04"}},
    "compute_terms": {"event": "license.issued", "on": "2026-06-04"},
    "compute_periods": {"day": "2026-06-04"},
    **{
        f"compute_{what}": {"facts": {}}
        for what in ("holds", "ladders", "fees", "securities", "allocations", "penalties", "cost_recovery")
    },
}
"""What is asked of any program about counts and money."""


RECORDS = {
    "tell_application_event": "application_id",
    "tell_permit_event": "permit_id",
    "tell_license_application_event": "application_id",
    "tell_license_event": "license_id",
    "tell_case_event": "case_id",
    **dict.fromkeys(("add_document", "list_documents", "get_document"), "application_id"),
    **dict.fromkeys(
        ("add_license_document", "list_license_documents", "get_license_document"), "application_id"
    ),
    **dict.fromkeys(("add_case_document", "list_case_documents", "get_case_document"), "case_id"),
}
"""Which record stands in the path of what is shared by all kinds of records."""


@dataclass(frozen=True)
class Ask:
    """A request at the service; the gateway's path has the service before it."""

    service: str
    method: str
    path: str
    body: dict[str, Any] | None
    query: dict[str, Any]


def ask(service: str, operation: str, city: str, about: Belongings, *, machine: bool = False) -> Ask:
    """The request of an operation about one person's records under a city's address."""
    method, template = places_of(service)[operation]
    places = _path(service, about)
    if operation in RECORDS:
        places = {**places, "record_id": places[RECORDS[operation]]}
    path = template.format(city=city, **places)
    body = _bodies(service, about, machine).get(operation)
    if operation.startswith("tell_"):
        body = {"event": "application.amended", "happened_on": "2026-06-04"}
    if operation == "take_event":
        body = _event(city)
    if operation == "retry_dead_events":
        body = {"events": [str(uuid4())]}
    queries: dict[str, dict[str, Any]] = {
        "get_place": {**about.site},
        "list_parcels": {"address": about.address},
        "search_rules": {"q": "height"},
        "list_obligations": {"record": about.permit},
        "add_document": A_PLAN,
        "add_license_document": A_PLAN,
        "add_case_document": A_PLAN,
    }
    if service == licensing.SERVICE:
        queries["list_obligations"] = {"record": about.licenses.violation, "undone": "false"}
    if service == enforcement.SERVICE:
        queries["list_obligations"] = {"record": about.cases.case, "undone": "false"}
    return Ask(service, method, path, body, queries.get(operation, {}))


def _bodies(service: str, about: Belongings, machine: bool) -> dict[str, dict[str, Any]]:
    if service == licensing.SERVICE:
        person = OTHERS if about.person == OTHERS else OWN
        return {**COUNTED, **licensing.bodies_of(person if machine or person == OTHERS else None)}
    if service == enforcement.SERVICE:
        return {**COUNTED, **enforcement.bodies_of(about.cases)}
    return {**_law(about), **(_gis(about) if service == "gis" else _permits(about, machine))}


@cache
def places_of(service: str) -> dict[str, tuple[str, str]]:
    """Method and path of every operation of a service."""
    return operations_of(contract_of(service))


def _path(service: str, about: Belongings) -> dict[str, str]:
    machine = OTHERS_PORTAL if about.person == OTHERS else OWN_PORTAL
    if service == licensing.SERVICE:
        return licensing.path_of(about.licenses, machine)
    if service == enforcement.SERVICE:
        return enforcement.path_of(about.cases)
    return {
        "application_id": about.application,
        "hearing_id": about.hearing,
        "event_id": about.event,
        "permit_id": about.permit,
        "hold_id": about.hold,
        "document_id": about.document,
        "inspection_id": about.inspection,
        "pin": about.pin,
        "candidate_id": about.candidate,
        "choice_id": about.choice,
        "list_id": about.notice_list,
        "import_id": about.county_import,
        "number": "1",
        "machine": machine,
        "program": PROGRAM,
        "rule": RULE,
    }


def _law(about: Belongings) -> dict[str, dict[str, Any]]:
    return {
        "check_program": {"facts": FACTS, "parcel": {"pin": about.pin}, "site": about.site},
        "compute_clocks": {"event": "application.completed", "on": "2026-06-04", "facts": {}},
        "compute_ends": {"event": "ownership.transferred", "on": "2026-09-14", "facts": {}},
        "check_document": {"document": "le-wind-site-plan"},
        "compute_measures": {"facts": {}},
        **COUNTED,
        "compare_law": {"from": "2026-06-01", "to": "2027-06-01"},
        "check_notice": {"notice": NOTICE, "hearing_on": "2026-07-14", "parties": []},
        "check_decision": {"kind": "approve", "votes": {"yes": 3}, "facts": {}},
        "compute_requirements": {"facts": {"work": "wind_generator"}},
    }


def _gis(about: Belongings) -> dict[str, dict[str, Any]]:
    return {
        "answer_facts": {"pin": about.pin, "names": ["gis.zoning_district"]},
        "create_conveyance": a_conveyance(about.pin, f"first-{about.pin}"),
        "choose_address": {"address": about.address, "pin": about.pin},
        "create_notice_list": {"pin": about.pin, "within_ft": 500, "to": "owners"},
        "create_county_import": A_COUNTY_IMPORT,
        "put_county_import_part": {"content_base64": "UEsDBAo="},
        "confirm_owner_candidate": {"kind": None, "note": "Deed seen."},
        "reject_owner_candidate": {"reason": "Another parcel."},
        "reverse_owner_candidate": {"reason": "A mistake."},
    }


def _permits(about: Belongings, machine: bool) -> dict[str, dict[str, Any]]:
    filing: dict[str, Any] = {
        "program": PROGRAM,
        "pin": about.pin,
        "site": about.site,
        "facts": FACTS,
        "contact": CONTACT,
    }
    if about.person == OTHERS or machine:
        filing["on_behalf_of"] = OTHERS if about.person == OTHERS else OWN
    return {
        "create_application": filing,
        "enter_paper_application": {
            **{name: value for name, value in filing.items() if name != "on_behalf_of"},
            "received_on": "2026-06-03",
        },
        "change_application": {"facts": {"structure_height_ft": 118}},
        "receive_submittal": {
            "submittal": "le-wind-form",
            "document": "File 26-118",
            "received_on": "2026-06-04",
        },
        "declare_incomplete": {"missing": ["The report is not signed."]},
        "answer_judgment": {"judgment": "le-wind-debris", "answer": True, "reason": "It is."},
        "make_recommendation": {"in_favor": True, "reasons": ["All conditions are met."]},
        "decide_application": {
            "outcome": "approve",
            "decided_on": "2026-07-14",
            "votes": {"yes": 3, "no": 0, "abstain": 0, "absent": 2},
            "reasons": [],
            "conditions": [],
        },
        "enter_surveyed_fact": {
            "fact": "lot_area_acres",
            "value": "41.2",
            "document": "Certificate of survey 26-118",
            "surveyor": "A. Surveyor",
            "surveyed_on": "2026-06-03",
        },
        "record_payment": {"amount_usd": "1.00", "method": "check", "paid_on": "2026-07-14"},
        "record_refund": {"amount_usd": "1.00", "method": "check", "reason": "Paid twice."},
        "place_hold": {
            "subject_kind": "record",
            "subject": "a record of nobody",
            "blocks": ["inspect"],
            "rule": RULE,
            "because": "Stop work.",
        },
        "release_hold": {"because": "It was moved."},
        "extend_time": {
            "until": "2026-09-01",
            "reasons": ["The report is under review."],
            "sent_on": "2026-07-14",
        },
        "record_remedy": {
            "finding": "le-wind-lot-size",
            "remedy": "variance",
            "body": "city_council",
            "granted_on": "2026-06-03",
            "resolution": "Resolution 2026-41",
            "findings": ["The lot is unique."],
            "conditions": [],
        },
        "schedule_hearing": {"starts_at": "2026-08-14T19:00:00-05:00", "place": "Council chambers"},
        "schedule_permit_hearing": {"starts_at": "2026-08-14T19:00:00-05:00", "place": "Council chambers"},
        "move_hearing": {"starts_at": "2026-08-14T19:00:00-05:00", "place": "Council chambers"},
        "cancel_hearing": {"reason": "There will be no quorum."},
        "make_notice_list": {"notice": NOTICE},
        "record_mailing": {"notice": NOTICE, "sent_on": "2026-06-04", "method": "first_class_mail"},
        "record_affidavit": {
            "mailing": str(uuid4()),
            "kind": "affidavit_of_mailing",
            "sworn_on": "2026-06-04",
        },
        "hold_hearing": {"held_on": "2026-07-14"},
        "schedule_inspection": {"kind": "final", "scheduled_on": "2026-07-14"},
        "record_inspection": {
            "inspected_on": "2026-07-14",
            "passed": True,
            "final": True,
            "notes": "As approved.",
        },
        "record_review": {"reviewed_on": "2026-07-14", "in_order": True, "notes": "No change."},
        "close_permit": {"reason": "The structure was removed."},
        "record_removal": {"removed_on": "2026-07-14", "note": "Seen on the site."},
        "say_division": {"divided_on": "2026-07-14", "facts": {"divided_parcel_acres": "39"}},
        "revoke_permit": {
            "decided_on": "2026-07-14",
            "observed_on": "2026-07-14",
            "grounds": ["noncompliance_with_conditions"],
            "breached": ["le-wind-no-lighting"],
            "votes": {"yes": 3, "no": 0, "abstain": 0, "absent": 2},
            "reasons": ["A light was put on the tower."],
        },
        "grant_consent": {"machine": "portal-just-found"},
    }


def _event(city: str) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "type": "nothing.happened",
        "source": "urn:citycode:test",
        "subject": f"{city}/nothing",
        "time": "2026-07-14T12:00:00Z",
        "data": {"city": city},
    }
