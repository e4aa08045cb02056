"""What callers do while things break: whole records from nothing to the end, in acts that follow a clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from deploy.local.system import System
from tests.faults.persistent import Effort, Persistent

PIN = "11.029.21.24.0001"
SITE = {"lon": -92.8993808, "lat": 44.9968423}
PLACES = (
    (PIN, SITE),
    ("10.029.21.14.0001", {"lon": -92.912137, "lat": 44.9968529}),
    ("10.029.21.32.0001", {"lon": -92.927449, "lat": 44.9932433}),
    ("10.029.21.33.0001", {"lon": -92.9249026, "lat": 44.9896213}),
    ("11.029.21.23.0001", {"lon": -92.9070345, "lat": 44.9968488}),
    ("11.029.21.44.0001", {"lon": -92.8917408, "lat": 44.9895946}),
    ("31.029.21.24.0001", {"lon": -92.9861524, "lat": 44.9387169}),
    ("31.029.21.22.0001", {"lon": -92.9861515, "lat": 44.9428016}),
)
"""Farms of the sample county on which generators stand far enough from one another."""
ACCEPTED = {
    "accepted_incomplete": "The next town was asked by letter.",
    "accepted_unaddressed": "The place was looked at: nobody lives there.",
    "accepted_withheld": "Sent through the address confidentiality program on June 4.",
    "accepted_empty": "Only fields lie within the distance.",
}
SUBMITTALS = ("le-wind-form", "le-wind-engineer-report", "le-wind-site-plan", "le-wind-faa-statement")
STATED = {
    "work": "wind_generator",
    "structure_height_ft": 120,
    "property_line_setback_ft": 600,
    "guy_wires": [],
    "accessory_buildings": [],
    "lights_on_structure": 0,
}


class PermitStory:
    """One wind generator permit at the `place` of that number. All acts run in the order of ACTS."""

    def __init__(self, system: System, effort: Effort, place: int = 0) -> None:
        self.pin, self.site = PLACES[place]
        self.resident = Persistent(system, "resident", effort)
        self.clerk = Persistent(system, "clerk", effort)
        self.inspector = Persistent(system, "inspector", effort)
        self.council_clerk = Persistent(system, "council_clerk", effort)
        self.application: Any = None
        self.hearing: Any = None
        self.permit: Any = None

    @property
    def path(self) -> str:
        return f"applications/{self.application['id']}"

    def _step(self, who: Persistent, act: str, body: object = None) -> Any:
        """One act on the application, at the version last heard of."""
        answer = who.post("permits", f"{self.path}/{act}", body, version=self.application["version"])
        self.application = answer.get("application", answer)
        return answer

    def file(self) -> None:
        """Apply, hand in what is demanded, be found complete, be reviewed; the hearing is set."""
        self.application = self.resident.post(
            "permits",
            "applications",
            {
                "program": "wind-generator",
                "pin": self.pin,
                "site": self.site,
                "facts": STATED,
                "contact": {"name": "A. Applicant", "phone": "651-555-0100"},
            },
            status=201,
        )
        self._step(self.resident, "submit")
        for submittal in SUBMITTALS:
            received = {"submittal": submittal, "document": "File 26-118", "received_on": "2026-06-04"}
            self._step(self.clerk, "submittals", received)
        self._step(self.clerk, "declare-complete")
        self._step(self.clerk, "start-review")
        self._step(
            self.inspector,
            "judgments",
            {"judgment": "le-wind-debris", "answer": True, "reason": "The fall zone lies on the parcel."},
        )
        self._step(self.inspector, "recommendation", {"in_favor": True, "reasons": ["All is met."]})
        scheduled = self.clerk.post(
            "permits",
            f"{self.path}/hearings",
            {"starts_at": "2026-07-01T19:00:00-05:00", "place": "Council chambers"},
            version=self.application["version"],
            status=201,
        )
        self.application["version"] = scheduled["application_version"]
        self.hearing = scheduled["hearing"]
        self._at_hearing("notice-lists", {"notice": "le-wind-notice"})
        mailed = {"notice": "le-wind-notice", "sent_on": "2026-06-04", "method": "first_class_mail"}
        self._at_hearing("mailings", mailed)
        sworn = {
            "mailing": self.hearing["mailings"][0]["id"],
            "kind": "affidavit_of_mailing",
            "sworn_on": "2026-06-04",
        }
        self._at_hearing("affidavits", sworn)

    def decide(self) -> None:
        """The hearing is held, the council grants, the permit is issued."""
        self._at_hearing("hold", {"held_on": "2026-07-01", **ACCEPTED})
        granted = {
            "outcome": "approve",
            "decided_on": "2026-07-01",
            "votes": {"yes": 3, "no": 1, "absent": 1},
            "conditions": [],
        }
        self._step(self.council_clerk, "decide", granted)
        self.permit = self.clerk.post(
            "permits", f"{self.path}/issue", version=self.application["version"], status=201
        )

    def inspect(self) -> None:
        """Inspected twice: failed, then passed."""
        for passed in (False, True):
            set_down = self.inspector.post(
                "permits",
                f"permits/{self.permit['id']}/inspections",
                {"kind": "final", "scheduled_on": "2026-09-01"},
                version=self.permit["version"],
                status=201,
            )
            inspected = self.inspector.post(
                "permits",
                f"permits/{self.permit['id']}/inspections/{set_down['inspection']['id']}/result",
                {"inspected_on": "2026-09-01", "passed": passed, "final": passed, "notes": "Seen."},
                version=set_down["permit"]["version"],
            )
            self.permit = inspected["permit"]

    def _at_hearing(self, act: str, body: object) -> None:
        path = f"hearings/{self.hearing['id']}/{act}"
        self.hearing = self.clerk.post("permits", path, body, version=self.hearing["version"])


@dataclass(frozen=True)
class Act:
    """Part of a story that happens on one day."""

    at: str
    play: Callable[[PermitStory], None]


ACTS = (
    Act("2026-06-04T09:00:00-05:00", PermitStory.file),
    Act("2026-07-01T21:00:00-05:00", PermitStory.decide),
    Act("2026-09-01T09:00:00-05:00", PermitStory.inspect),
)

APPLICATION_HISTORY = [
    "application.created",
    "application.submitted",
    *["submittal.received"] * len(SUBMITTALS),
    "application.completed",
    "review.started",
    "judgment.answered",
    "recommendation.made",
    "hearing.scheduled",
    "notice_list.frozen",
    "notice.mailed",
    "notice.proven",
    "hearing.held",
    "decision.made",
    "permit.issued",
]
PERMIT_HISTORY = [
    "permit.issued",
    "inspection.scheduled",
    "inspection.failed",
    "inspection.scheduled",
    "inspection.passed",
]
