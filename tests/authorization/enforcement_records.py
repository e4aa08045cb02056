"""What the matrices are asked about in enforcement: two cases, each from its complaint to the tax roll.

Enforcement keeps its records in a city whose code has such a program.
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

from deploy.local.system import System
from tests.authorization.documents import a_document
from tests.journeys.callers import Caller

SERVICE = "enforcement"
HOME, AWAY_CITY = "detroit-lakes", "lake-elmo"
PROGRAM, RULE, NOTICE = "property-maintenance", "dl-pm-walls", "dl-pm-notice"
ASKED_PROGRAM, ASKED_NOTICE = "dwelling-maintenance", "dl-dwell-notice"
"""What calculators are asked about: the other city has no program of that name."""
DAY, HEARING_DAY, LAST_DAY = "2026-06-04", "2026-07-28", "2026-08-10"
FACTS = {"undeveloped": False, "holes_in_walls": 2}
HEARING = {"starts_at": f"{HEARING_DAY}T19:00:00-05:00", "place": "Council chambers"}
COMPLAINANT = {"name": "N. Neighbor", "email": "neighbor@example.com", "phone": "218-555-0177"}
COMPLAINT = {"description": "Holes in the south wall.", "address": "12 Lake Drive", "program": PROGRAM}
CONTENTS = {"description": "Two holes in the south wall.", "correction_order": True}
POWER = "Detroit Lakes City Code 1002A"
COST = {
    "fact": "abatement_cost_usd",
    "amount_usd": "1840.00",
    "incurred_on": LAST_DAY,
    "what": "Carpenter and paint.",
    "document": "Invoice 2231",
}
ORDER = {
    "outcome": "order",
    "decided_on": HEARING_DAY,
    "votes": {"yes": 6, "no": 2, "abstain": 0, "absent": 1},
    "reasons": ["Nothing was corrected in the time set."],
    "says": "Close the holes in the south wall.",
}
HOLD = {
    "subject_kind": "record",
    "subject": "a record of nobody",
    "blocks": ["issue_permit"],
    "rule": RULE,
    "because": "Stop work.",
}
HANDED_OVER = {"method": "personal_service", "made_on": DAY, "outcome": "delivered"}


@dataclass(frozen=True)
class Cases:
    """Everything there is of one case in enforcement."""

    complaint: str
    reference: str
    case: str
    notice: str
    hearing: str
    roll: str
    line: str
    event: str
    hold: str
    document: str
    pin: str


def made_cases(system: System) -> tuple[Cases, Cases]:
    """Make them, on two parcels of the sample county."""
    first, second = parcels(system)
    return _cases(system, first), _cases(system, second)


def path_of(about: Cases) -> dict[str, str]:
    """What stands in paths."""
    return {
        "complaint_id": about.complaint,
        "reference": about.reference,
        "case_id": about.case,
        "notice_id": about.notice,
        "hearing_id": about.hearing,
        "roll_id": about.roll,
        "line_id": about.line,
        "event_id": about.event,
        "hold_id": about.hold,
        "document_id": about.document,
        "program": ASKED_PROGRAM,
        "rule": RULE,
    }


def bodies_of(about: Cases) -> dict[str, dict[str, Any]]:
    """One well-formed body for each operation."""
    return {
        "check_program": {"facts": FACTS},
        "compute_clocks": {"event": "violation_notice.dated", "on": DAY, "facts": {}},
        "compute_ends": {"event": "ownership.transferred", "on": DAY, "facts": {}},
        "check_document": {"document": ASKED_NOTICE},
        "compute_measures": {"facts": {}},
        "check_notice": {"notice": ASKED_NOTICE, "parties": []},
        "check_decision": {"kind": "order_abatement", "votes": {"yes": 5}, "facts": {}},
        "compute_requirements": {"facts": {"docks": 1}},
        "compare_law": {"from": "2026-06-01", "to": "2027-06-01"},
        "make_complaint": {**COMPLAINT, "program": ASKED_PROGRAM, "complainant": COMPLAINANT},
        "dismiss_complaint": {"reason": "The law of the city does not regulate it."},
        "open_case": {"program": PROGRAM, "pin": about.pin},
        "find_case_owner": {},
        "record_case_inspection": {"inspected_on": DAY, "facts": FACTS, "notes": "From the yard."},
        "issue_case_notice": {"notice": NOTICE, "contents": CONTENTS, "comply_by": DAY},
        "serve_case_notice": HANDED_OVER,
        "extend_case_time": {"comply_by": DAY, "because": "The painter was ill."},
        "report_case": {"notes": "Nothing was done."},
        "schedule_case_hearing": HEARING,
        "hold_case_hearing": {"held_on": DAY},
        "cancel_case_hearing": {"reason": "There will be no quorum."},
        "decide_case": ORDER,
        "abate_case": {"abated_on": DAY, "by": "Street department", "what": "Closed the holes."},
        "close_case": {"reason": "All is done."},
        "place_case_hold": HOLD,
        "release_case_hold": {"because": "It was mended."},
        "enter_case_cost": COST,
        "charge_case_cost": {"recovery": "dl-pm-cost", "lane": "dl-pm-cost.assessment", "due_on": LAST_DAY},
        "invoice_case": {"due_on": LAST_DAY},
        "record_case_payment": {"amount_usd": "1.00", "method": "check", "paid_on": DAY},
        "propose_assessment_roll": {"year": 2026, "lane": "assessment", "statute": POWER},
        "add_assessment_line": {"case_id": about.case},
        "adopt_assessment_roll": {"resolution": "Resolution 2026-88"},
        "confirm_assessment_line": {"county_reference": "SA-1"},
        "reject_assessment_line": {"because": "The number was retired."},
        "correct_assessment_line": {"pin": about.pin},
        "remove_assessment_line": {"because": "Paid at the counter."},
    }


def parcels(system: System) -> tuple[str, str]:
    """Two parcels of the sample county whose owners its record names."""
    listed = Caller.of(system, None, HOME).get("gis", "parcels", limit="2")["items"]
    return listed[0]["parcel"]["pin"], listed[1]["parcel"]["pin"]


def _cases(system: System, pin: str) -> Cases:
    clerk, inspector, council_clerk, anybody = (
        Caller.of(system, role, HOME) for role in ("clerk", "inspector", "council_clerk", None)
    )
    system.set_clock(f"{DAY}T09:00:00-05:00")
    named = {**COMPLAINT, "pin": pin, "complainant": COMPLAINANT}
    reference = anybody.post(SERVICE, "complaints", named, status=201)["reference"]
    complaint = clerk.get(SERVICE, "complaints", pin=pin)["items"][-1]["id"]
    opening = {"program": PROGRAM, "pin": pin, "complaint": {"id": complaint, "version": 1}}
    case = inspector.post(SERVICE, "cases", opening, status=201)
    path = f"cases/{case['id']}"

    def step(who: Caller, verb: str, body: Any = None, status: int = 200) -> Any:
        nonlocal case
        answer = who.post(SERVICE, f"{path}/{verb}", body, version=case["version"], status=status)
        case = answer.get("case", answer)
        return answer

    seen = {"inspected_on": DAY, "facts": FACTS, "notes": "Seen from the yard.", "place": "south wall"}
    answer = {"answer": False, "reason": "The gutter hangs loose."}
    step(inspector, "inspections", {**seen, "judgments": {"dl-pm-good-repair": answer}}, 201)
    told = {"notice": NOTICE, "contents": CONTENTS, "comply_by": "2026-06-30"}
    notice = step(inspector, "notices", told, 201)["notice"]["id"]
    step(inspector, f"notices/{notice}/services", HANDED_OVER)
    step(inspector, "extend", {"comply_by": "2026-07-04", "because": "The painter was ill."})
    system.set_clock("2026-07-06T09:00:00-05:00")
    step(inspector, "report", {"notes": "Nothing was done."})
    hearing = step(council_clerk, "hearings", HEARING, 201)["hearing"]["id"]
    called = step(council_clerk, "notices", {"notice": "dl-pm-hearing-notice", "contents": {}}, 201)
    handed_over = {**HANDED_OVER, "made_on": "2026-07-06"}
    step(council_clerk, f"notices/{called['notice']['id']}/services", handed_over)
    system.set_clock(f"{HEARING_DAY}T21:00:00-05:00")
    council_clerk.post(SERVICE, f"case-hearings/{hearing}/hold", {"held_on": HEARING_DAY}, version=1)
    step(council_clerk, "decide", ORDER)
    system.set_clock(f"{LAST_DAY}T15:00:00-05:00")
    step(clerk, "abate", {"abated_on": LAST_DAY, "by": "Street department", "what": "Closed the holes."})
    step(council_clerk, "costs", COST, 201)
    owed = {"recovery": "dl-pm-cost", "lane": "dl-pm-cost.assessment", "due_on": "2026-09-15"}
    charge = step(council_clerk, "charges", owed, 201)["account"]["charges"][0]
    step(council_clerk, "invoices", {"due_on": "2026-09-15"}, 201)
    step(clerk, "payments", {"amount_usd": "40.00", "method": "check", "paid_on": LAST_DAY})
    power = {"year": 2026, "lane": "assessment", "statute": charge["lane"]["statute"]}
    roll = council_clerk.post(SERVICE, "assessment-rolls", power, status=201)["id"]
    place = f"assessment-rolls/{roll}"
    line = council_clerk.post(SERVICE, f"{place}/lines", {"case_id": case["id"]}, version=1, status=201)
    council_clerk.post(SERVICE, f"{place}/adopt", {"resolution": "Resolution 2026-88"}, version=2)
    council_clerk.post(SERVICE, f"{place}/certify", version=3)
    officer = system.client(system.token("clerk", HOME))
    document = a_document(officer, f"/{SERVICE}/v1/{HOME}/cases/{case['id']}")
    hold = step(clerk, "holds", HOLD, 201)["hold"]["id"]
    return Cases(
        complaint=complaint,
        reference=reference,
        case=case["id"],
        notice=notice,
        hearing=hearing,
        roll=roll,
        line=line["id"],
        event=_refused_event(system, pin),
        hold=hold,
        document=document,
        pin=pin,
    )


def _refused_event(system: System, pin: str) -> str:
    """A sale without its day, which enforcement keeps and cannot take."""
    event = CloudEvent(
        type="ownership.transferred",
        source="urn:citycode:gis",
        subject=f"{HOME}/{uuid4()}",
        time=datetime(2026, 6, 4, tzinfo=UTC),
        data={"city": HOME, "pin": pin},
    )
    secret = system.services[SERVICE].command.environment["CITYCODE_SERVICE_SECRET"]
    proof = {PROOF_HEADER: sign(secret, "gis", "POST", "/v1/events")}
    address = f"{system.base_url(SERVICE)}/v1/events"
    httpx.post(address, json=json.loads(event.model_dump_json(exclude_none=True)), headers=proof)
    return str(event.id)
