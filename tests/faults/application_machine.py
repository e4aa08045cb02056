"""An application as a state machine: random acts over HTTP, beside a small model that knows what must happen.

The model is written from what the ordinance and the conventions demand, not from the service: which acts a
state allows, what must come first, what a version guards.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from deploy.local.demonstration import demonstration
from tests.faults.lives import Life
from tests.faults.stories import PIN, SITE, STATED, SUBMITTALS

BEGIN = "2026-06-04T09:00:00-05:00"
HEARING = "2026-07-01T19:00:00-05:00"
AFTER_HEARING = "2026-07-01T21:00:00-05:00"
ENDED = {"withdrawn", "approved"}
OPEN = ("draft", "submitted", "incomplete", "complete", "under_review", "approved")


class ApplicationLife(Life):
    """An application for a wind generator, up to the decision of the council."""

    service, records, city = "permits", "applications", demonstration().city

    def __init__(self) -> None:
        super().__init__()
        self.papers: set[str] = set()
        self.judged = False
        self.in_favor: bool | None = None
        self.hearing, self.mailing = "", ""
        self.hearing_stage: str | None = None
        self.hearing_version = 0

    @initialize(far=st.integers(0, 12))
    def draft(self, far: int) -> None:
        """A draft, brought some way already: lives begin anywhere."""
        self.system.set_clock(BEGIN)
        body = {
            "program": "wind-generator",
            "pin": PIN,
            "site": SITE,
            "facts": STATED,
            "contact": {"name": "A. Applicant"},
        }
        made = self.done("resident", "applications", body)
        self.record = made["id"]
        self.went("draft", made["version"], "application.created")
        for _ in range(far):
            self.go_on()

    # Acts of the applicant

    @rule()
    def submit(self) -> None:
        made = self.act("resident", "submit", states={"draft", "incomplete"})
        if made:
            self._done(made, "submitted", "application.submitted")

    @rule(height=st.integers(100, 120))
    def change(self, height: int) -> None:
        body = {"facts": {**STATED, "structure_height_ft": height}}
        made = self.act("resident", "", body, states={"draft", "incomplete"}, method="PATCH")
        if made:
            self._done(made, self.state, "application.changed")

    @rule(doubt=st.integers(0, 9))
    def withdraw(self, doubt: int) -> None:
        """Seldom: it ends the life."""
        made = self.act("resident", "withdraw", states=OPEN) if doubt == 0 else None
        if made:
            if self.hearing_stage not in {None, "held"}:
                self.history.append("hearing.canceled")
            self._done(made, "withdrawn", "application.withdrawn")

    # Acts of the clerk

    @rule(paper=st.sampled_from(SUBMITTALS))
    def receive_paper(self, paper: str) -> None:
        body = {"submittal": paper, "document": "File 26-118", "received_on": "2026-06-04"}
        made = self.act("clerk", "submittals", body, states={"submitted", "incomplete"})
        if made:
            self.papers.add(paper)
            self._done(made, self.state, "submittal.received")

    @rule()
    def receive_all_papers(self) -> None:
        for paper in SUBMITTALS:
            if paper not in self.papers:
                self.receive_paper(paper)

    @rule()
    def declare_incomplete(self) -> None:
        body = {"missing": ["The site plan has no scale."]}
        made = self.act("clerk", "declare-incomplete", body, states={"submitted"})
        if made:
            self._done(made, "incomplete", "application.incomplete")

    @rule()
    def declare_complete(self) -> None:
        ready = self.papers == set(SUBMITTALS)
        made = self.act("clerk", "declare-complete", states={"submitted"}, ready=ready)
        if made:
            self._done(made, "complete", "application.completed")

    @rule()
    def start_review(self) -> None:
        made = self.act("clerk", "start-review", states={"complete"})
        if made:
            self._done(made, "under_review", "review.started")

    @precondition(lambda self: self.hearing_stage is None)
    @rule()
    def set_hearing(self) -> None:
        body = {"starts_at": HEARING, "place": "Council chambers"}
        made = self.act("clerk", "hearings", body, states={"complete", "under_review"})
        if made:
            self.hearing, self.hearing_stage = made["hearing"]["id"], "scheduled"
            self.hearing_version = made["hearing"]["version"]
            self._done(made, self.state, "hearing.scheduled")

    @precondition(lambda self: self.hearing_stage not in {None, "held"})
    @rule()
    def serve_notice(self) -> None:
        """List, mail and prove, as far as is not done."""
        if self.state in ENDED:
            return
        notice = {"notice": "le-wind-notice"}
        if self.hearing_stage == "scheduled":
            self._at_hearing("notice-lists", notice, "listed", "notice_list.frozen")
        if self.hearing_stage == "listed":
            mailed = {**notice, "sent_on": "2026-06-04", "method": "first_class_mail"}
            self.mailing = self._at_hearing("mailings", mailed, "mailed", "notice.mailed")["mailings"][0][
                "id"
            ]
        if self.hearing_stage == "mailed":
            sworn = {"mailing": self.mailing, "kind": "affidavit_of_mailing", "sworn_on": "2026-06-04"}
            self._at_hearing("affidavits", sworn, "proven", "notice.proven")

    @precondition(lambda self: self.hearing_stage is not None)
    @rule()
    def hold(self) -> None:
        self.system.set_clock(AFTER_HEARING)
        held = {"held_on": HEARING[:10], "accepted_withheld": "Forwarded by the program."}
        answer = self.send("clerk", "POST", f"hearings/{self.hearing}/hold", held, self.hearing_version)
        self.system.set_clock(BEGIN)
        if self.expects(answer, self.state == "under_review" and self.hearing_stage == "proven"):
            self.hearing_stage = "held"
            self.hearing_version = answer.json()["version"]
            self.history.append("hearing.held")

    # Acts of the building official and the council

    @rule(answer=st.booleans())
    def judge(self, answer: bool) -> None:
        body = {"judgment": "le-wind-debris", "answer": answer, "reason": "Seen on the site."}
        made = self.act("inspector", "judgments", body, states={"under_review"})
        if made:
            self.judged, self.in_favor = True, answer
            self._done(made, "under_review", "judgment.answered")

    @rule(in_favor=st.booleans())
    def recommend(self, in_favor: bool) -> None:
        body = {"in_favor": in_favor, "reasons": ["Reviewed."]}
        made = self.act("inspector", "recommendation", body, states={"under_review"})
        if made:
            self._recommended = True
            self._done(made, "under_review", "recommendation.made")

    @rule(yes=st.integers(0, 5))
    def approve(self, yes: int) -> None:
        body = {
            "outcome": "approve",
            "decided_on": HEARING[:10],
            "votes": {"yes": yes, "no": 5 - yes, "absent": 0},
            "conditions": [],
        }
        ready = self._may_be_decided() and self.in_favor is True and yes >= 3
        self.system.set_clock(AFTER_HEARING)
        made = self.act("council_clerk", "decide", body, states={"under_review"}, ready=ready)
        self.system.set_clock(BEGIN)
        if made:
            self._done(made, "approved", "decision.made")

    @rule()
    def go_on(self) -> None:
        """What usually comes next."""
        if self.state in {"draft", "incomplete"}:
            self.submit()
        elif self.state == "submitted":
            self.receive_all_papers()
            self.declare_complete()
        elif self.state == "complete":
            self.start_review()
        elif self.state == "under_review":
            if self.in_favor is not True:
                self.judge(True)
            elif not self._recommended:
                self.recommend(True)
            elif self.hearing_stage is None:
                self.set_hearing()
            elif self.hearing_stage != "proven" and self.hearing_stage != "held":
                self.serve_notice()
            elif self.hearing_stage == "proven":
                self.hold()
            else:
                self.approve(3)

    @precondition(lambda self: self.state == "approved")
    @rule()
    def read_decisions(self) -> None:
        told = self.read(f"applications/{self.record}/decisions")
        assert [each["outcome"] for each in told["decisions"]] == ["approved"]

    @rule(behind=st.integers(1, 3))
    def act_on_an_old_version(self, behind: int) -> None:
        self.refuse_an_old_version("resident", "withdraw", None, behind)

    # How acts are made and compared

    _recommended = False

    def _may_be_decided(self) -> bool:
        return self.judged and self._recommended and self.hearing_stage == "held"

    def _done(self, answer: Any, state: str, event: str) -> None:
        told = answer.get("application", answer)
        self.went(state, answer.get("application_version") or told["version"], event)

    def _at_hearing(self, act: str, body: object, stage: str, event: str) -> Any:
        place = f"hearings/{self.hearing}/{act}"
        answer = self.send("clerk", "POST", place, body, self.hearing_version)
        assert self.expects(answer, True), answer.text
        self.hearing_stage = stage
        self.hearing_version = answer.json()["version"]
        self.history.append(event)
        return answer.json()
