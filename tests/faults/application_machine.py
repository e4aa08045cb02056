"""An application as a state machine: random acts over HTTP, beside a small model that knows what must happen.

The model is written from what the ordinance and the conventions demand, not from the service: which acts a
state allows, what must come first, what a version guards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from deploy.local.system import System
from tests.faults.stories import PIN, SITE, STATED, SUBMITTALS

BEGIN = "2026-06-04T09:00:00-05:00"
HEARING = "2026-07-01T19:00:00-05:00"
AFTER_HEARING = "2026-07-01T21:00:00-05:00"
ENDED = {"withdrawn", "approved"}


@dataclass
class Model:
    """What is known to be so."""

    state: str = "draft"
    version: int = 1
    papers: set[str] = field(default_factory=set)
    judged: bool = False
    in_favor: bool | None = None
    hearing: str | None = None
    hearing_version: int = 0
    history: list[str] = field(default_factory=lambda: ["application.created"])


class ApplicationMachine(RuleBasedStateMachine):
    """Set `system` before running."""

    system: System
    runs = 0
    acts = 0
    refusals = 0
    reached: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.application = ""
        self.hearing = ""
        self.mailing = ""
        self.clients = {
            role: self.system.client(self.system.token(role))
            for role in ("resident", "clerk", "inspector", "council_clerk")
        }
        type(self).runs += 1

    def teardown(self) -> None:
        if self.application:
            told = self._get(f"applications/{self.application}/history")
            assert told["intact"]
            assert [entry["event"] for entry in told["entries"]] == self.model.history
            self.reached[self.model.state] += 1
        for client in self.clients.values():
            client.close()

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
        answer = self.clients["resident"].post(self._path("applications"), json=body)
        assert answer.status_code == 201, answer.text
        self.application = answer.json()["id"]
        for _ in range(far):
            self._next_act()

    # Acts of the applicant

    @rule()
    def submit(self) -> None:
        if self._act("resident", "submit", None, {"draft", "incomplete"}):
            self._went("submitted", "application.submitted")

    @rule(height=st.integers(100, 120))
    def change(self, height: int) -> None:
        body = {"facts": {**STATED, "structure_height_ft": height}}
        if self._act("resident", "", body, {"draft", "incomplete"}, method="PATCH"):
            self._went(self.model.state, "application.changed")

    @rule(doubt=st.integers(0, 9))
    def withdraw(self, doubt: int) -> None:
        """Seldom: it ends the life."""
        if doubt == 0 and self._act("resident", "withdraw", None, set(self._open_states())):
            if self.model.hearing not in {None, "held"}:
                self.model.history.append("hearing.canceled")
            self._went("withdrawn", "application.withdrawn")

    # Acts of the clerk

    @rule(paper=st.sampled_from(SUBMITTALS))
    def receive_paper(self, paper: str) -> None:
        body = {"submittal": paper, "document": "File 26-118", "received_on": "2026-06-04"}
        if self._act("clerk", "submittals", body, {"submitted", "incomplete"}):
            self.model.papers.add(paper)
            self._went(self.model.state, "submittal.received")

    @rule()
    def receive_all_papers(self) -> None:
        for paper in SUBMITTALS:
            if paper not in self.model.papers:
                self.receive_paper(paper)

    @rule()
    def declare_incomplete(self) -> None:
        body = {"missing": ["The site plan has no scale."]}
        if self._act("clerk", "declare-incomplete", body, {"submitted"}):
            self._went("incomplete", "application.incomplete")

    @rule()
    def declare_complete(self) -> None:
        ready = self.model.papers == set(SUBMITTALS)
        if self._act("clerk", "declare-complete", None, {"submitted"}, ready=ready):
            self._went("complete", "application.completed")

    @rule()
    def start_review(self) -> None:
        if self._act("clerk", "start-review", None, {"complete"}):
            self._went("under_review", "review.started")

    @precondition(lambda self: self.model.hearing is None)
    @rule()
    def set_hearing(self) -> None:
        body = {"starts_at": HEARING, "place": "Council chambers"}
        answer = self._act("clerk", "hearings", body, {"complete", "under_review"}, status=201)
        if answer:
            self.hearing = answer["hearing"]["id"]
            self.model.hearing = "scheduled"
            self.model.hearing_version = answer["hearing"]["version"]
            self._went(self.model.state, "hearing.scheduled")

    @precondition(lambda self: self.model.hearing not in {None, "held"})
    @rule()
    def serve_notice(self) -> None:
        """List, mail and prove, as far as is not done."""
        if self.model.state in ENDED:
            return
        notice = {"notice": "le-wind-notice"}
        if self.model.hearing == "scheduled":
            self._at_hearing("notice-lists", notice, "listed", "notice_list.frozen")
        if self.model.hearing == "listed":
            mailed = {**notice, "sent_on": "2026-06-04", "method": "first_class_mail"}
            self.mailing = self._at_hearing("mailings", mailed, "mailed", "notice.mailed")["mailings"][0][
                "id"
            ]
        if self.model.hearing == "mailed":
            sworn = {"mailing": self.mailing, "kind": "affidavit_of_mailing", "sworn_on": "2026-06-04"}
            self._at_hearing("affidavits", sworn, "proven", "notice.proven")

    @precondition(lambda self: self.model.hearing is not None)
    @rule()
    def hold(self) -> None:
        model = self.model
        self.system.set_clock(AFTER_HEARING)
        answer = self.clients["clerk"].post(
            self._path(f"hearings/{self.hearing}/hold"),
            json={"held_on": HEARING[:10], "accepted_withheld": "Forwarded by the program."},
            headers={"If-Match": f'"{model.hearing_version}"'},
        )
        self.system.set_clock(BEGIN)
        if self._expects(answer, model.state == "under_review" and model.hearing == "proven", 200):
            model.hearing = "held"
            model.hearing_version = answer.json()["version"]
            model.history.append("hearing.held")

    # Acts of the building official and the council

    @rule(answer=st.booleans())
    def judge(self, answer: bool) -> None:
        body = {"judgment": "le-wind-debris", "answer": answer, "reason": "Seen on the site."}
        if self._act("inspector", "judgments", body, {"under_review"}):
            self.model.judged = True
            self.model.in_favor = answer
            self._went("under_review", "judgment.answered")

    @rule(in_favor=st.booleans())
    def recommend(self, in_favor: bool) -> None:
        body = {"in_favor": in_favor, "reasons": ["Reviewed."]}
        if self._act("inspector", "recommendation", body, {"under_review"}):
            self._recommended = True
            self._went("under_review", "recommendation.made")

    @rule(yes=st.integers(0, 5))
    def approve(self, yes: int) -> None:
        body = {
            "outcome": "approve",
            "decided_on": HEARING[:10],
            "votes": {"yes": yes, "no": 5 - yes, "absent": 0},
            "conditions": [],
        }
        ready = self._may_be_decided() and self.model.in_favor is True and yes >= 3
        self.system.set_clock(AFTER_HEARING)
        if self._act("council_clerk", "decide", body, {"under_review"}, ready=ready):
            self._went("approved", "decision.made")
        self.system.set_clock(BEGIN)

    @rule()
    def go_on(self) -> None:
        """What usually comes next."""
        self._next_act()

    def _next_act(self) -> None:
        model = self.model
        if model.state in {"draft", "incomplete"}:
            self.submit()
        elif model.state == "submitted":
            self.receive_all_papers()
            self.declare_complete()
        elif model.state == "complete":
            self.start_review()
        elif model.state == "under_review":
            if model.in_favor is not True:
                self.judge(True)
            elif not self._recommended:
                self.recommend(True)
            elif model.hearing is None:
                self.set_hearing()
            elif model.hearing != "proven" and model.hearing != "held":
                self.serve_notice()
            elif model.hearing == "proven":
                self.hold()
            else:
                self.approve(3)

    @precondition(lambda self: self.model.state == "approved")
    @rule()
    def read_decisions(self) -> None:
        told = self._get(f"applications/{self.application}/decisions")
        assert [each["outcome"] for each in told["decisions"]] == ["approved"]

    @rule(behind=st.integers(1, 3))
    def act_on_an_old_version(self, behind: int) -> None:
        if self.model.version - behind < 1:
            return
        answer = self.clients["resident"].post(
            self._path(f"applications/{self.application}/withdraw"),
            headers={"If-Match": f'"{self.model.version - behind}"'},
        )
        assert answer.status_code == 412, answer.text
        self._unchanged()

    # How acts are made and compared

    def _open_states(self) -> list[str]:
        return ["draft", "submitted", "incomplete", "complete", "under_review", "approved"]

    def _may_be_decided(self) -> bool:
        return self.model.judged and self._recommended and self.model.hearing == "held"

    _recommended = False

    def _path(self, rest: str) -> str:
        return f"/permits/v1/{self.system.city}/{rest}"

    def _get(self, rest: str) -> Any:
        answer = self.clients["clerk"].get(self._path(rest))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def _act(
        self,
        role: str,
        act: str,
        body: object,
        states: set[str],
        *,
        ready: bool = True,
        method: str = "POST",
        status: int = 200,
    ) -> Any:
        """Act on the application at its version; give the answer, or None where the model forbids it."""
        answer = self.clients[role].request(
            method,
            self._path(f"applications/{self.application}/{act}".rstrip("/")),
            json=body,
            headers={"If-Match": f'"{self.model.version}"'},
        )
        if self._expects(answer, self.model.state in states and ready, status):
            told = answer.json()
            self.model.version = told.get("application_version") or told.get("application", told)["version"]
            return told
        return None

    def _at_hearing(self, act: str, body: object, stage: str, event: str) -> Any:
        answer = self.clients["clerk"].post(
            self._path(f"hearings/{self.hearing}/{act}"),
            json=body,
            headers={"If-Match": f'"{self.model.hearing_version}"'},
        )
        assert self._expects(answer, True, 200), answer.text
        self.model.hearing = stage
        self.model.hearing_version = answer.json()["version"]
        self.model.history.append(event)
        return answer.json()

    def _expects(self, answer: httpx.Response, allowed: bool, status: int) -> bool:
        """Whether it was allowed; anything but what the model says is a divergence."""
        type(self).acts += 1
        if allowed:
            assert answer.status_code == status, answer.text
            return True
        type(self).refusals += 1
        assert answer.status_code == 409, f"{answer.status_code} in {self.model}: {answer.text}"
        self._unchanged()
        return False

    def _went(self, state: str, event: str) -> None:
        self.model.state = state
        self.model.history.append(event)
        self._unchanged()

    def _unchanged(self) -> None:
        told = self._get(f"applications/{self.application}")
        assert (told["state"], told["version"]) == (self.model.state, self.model.version)
