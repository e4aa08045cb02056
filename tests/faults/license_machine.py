"""A dock license as a state machine: applied for, paid, decided, issued; violated, given up or revoked."""

from __future__ import annotations

from itertools import count
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from tests.authorization import licensing_records as licensing
from tests.faults.lives import Life

MORNING = f"{licensing.DAY}T09:00:00-05:00"
HEARD = "2026-07-14T21:00:00-05:00"
SEEN = {"rules": ["dl-dock-upkeep"], "description": "A boat on the dock.", "observed_on": licensing.DAY}
TOLD = {"notice": licensing.NOTICE, "contents": {"violation": "A boat on the dock.", "correction": True}}
MAILED = {"method": "first_class_mail", "made_on": licensing.DAY, "outcome": "sent"}
ASKED = {"received_at": f"{licensing.DAY}T08:30:00-05:00", "form": ["written", "signed"]}
HEARING = {"starts_at": f"{HEARD[:10]}T19:00:00-05:00", "place": "City hall"}
ENDED = ("surrendered", "revoked")
_PERSONS = count()


class LicenseLife(Life):
    """A license; its violation has states and a version of its own. None is issued before all is in order."""

    service, records, city = "licensing", "licenses", licensing.HOME
    told = frozenset(
        {
            "license.issued",
            "license.contact_changed",
            "license.surrendered",
            "license.revoked",
            "violation.observed",
            "violation.noticed",
            "violation.withdrawn",
            "violation.corrected",
            "violation.decided",
            "hearing.held",
        }
    )

    def __init__(self) -> None:
        super().__init__()
        self.violation, self.stage, self.at = "", "", 0
        self.hearing = ""
        self.heard = False
        self.person = f"holder-{next(_PERSONS)}"

    def token(self, role: str) -> str:
        """The holder of this life is nobody else's."""
        return self.system.issuer.token(self.person) if role == "holder" else super().token(role)

    @initialize(short=st.sampled_from(["fee", "judgment", "votes", ""]), far=st.integers(0, 5))
    def issue(self, short: str, far: int) -> None:
        """Issued; whatever falls `short` on the way is refused before it is made good."""
        self.system.set_clock(MORNING)
        filing = {"program": licensing.PROGRAM, "facts": licensing.FACTS, "contact": licensing.CONTACT}
        made = self.done("holder", "license-applications", filing)
        place = f"license-applications/{made['id']}"
        made = self.done("holder", f"{place}/submit", version=made["version"])
        if short == "fee":
            self._refused("clerk", f"{place}/declare-complete", None, made["version"])
        fee = {"amount_usd": licensing.FEES["private"], "method": "check", "paid_on": licensing.DAY}
        made = self.done("clerk", f"{place}/payments", fee, made["version"])
        made = self.done("clerk", f"{place}/declare-complete", version=made["version"])
        vote = {"outcome": "approve", "decided_on": licensing.DAY, "votes": {"yes": 6, "no": 3}}
        if short == "judgment":
            self._refused("council_clerk", f"{place}/decide", vote, made["version"])
        for who, asked in (("inspector", "dl-dock-materials"), ("clerk", "dl-dock-max-length.needed")):
            answer = {"judgment": asked, "answer": True, "reason": "It is."}
            made = self.done(who, f"{place}/judgments", answer, made["version"])
        if short == "votes":
            few = {**vote, "votes": {"yes": 3, "no": 6}}
            self._refused("council_clerk", f"{place}/decide", few, made["version"])
        self._refused("clerk", f"{place}/issue", None, made["version"])
        decided = self.done("council_clerk", f"{place}/decide", vote, made["version"])
        license_ = self.done("clerk", f"{place}/issue", version=decided["application"]["version"])
        self.record = license_["id"]
        self.went("issued", license_["version"], "license.issued")
        for _ in range(far):
            self.go_on()

    @rule()
    def change_contact(self) -> None:
        made = self.act("holder", "contact", {"contact": licensing.CONTACT}, states={"issued"})
        if made:
            self.went("issued", made["version"], "license.contact_changed")

    @rule(doubt=st.integers(0, 5))
    def surrender(self, doubt: int) -> None:
        """Seldom: it ends the license."""
        if doubt == 0 or self.state in ENDED:
            made = self.act("holder", "surrender", {"reason": "The dock was taken out."}, states={"issued"})
            if made:
                self.went("surrendered", made["version"], "license.surrendered")

    @precondition(lambda self: self.stage in {"", "withdrawn", "corrected", "decided"})
    @rule()
    def note_violation(self) -> None:
        made = self.act("clerk", "violations", SEEN, states={"issued"})
        if made:
            shown = made["violation"]
            self.violation, self.stage, self.at = shown["id"], "observed", shown["version"]
            self.hearing, self.heard = "", False
            self.went("issued", self.version + 1, "violation.observed")

    @precondition(lambda self: self.stage == "observed" and self.state == "issued")
    @rule()
    def notify(self) -> None:
        """Told by mail: it counts from that day."""
        made = self.done("clerk", f"{self._place}/notices", TOLD, self.at)
        place = f"{self._place}/notices/{made['notice']['id']}/services"
        served = self.done("clerk", place, MAILED, made["violation"]["version"])
        self._stands("noticed", served["violation"]["version"], "violation.noticed")

    @precondition(lambda self: self.stage not in {"", "observed"})
    @rule()
    def ask_for_a_hearing(self) -> None:
        """In writing and in time, once there was a notice: the clock stops."""
        if self.state == "issued":
            made = self._on_violation("clerk", "hearing-requests", ASKED, {"noticed"})
            if made:
                self._stands("hearing_requested", made["version"])

    @precondition(lambda self: self.stage != "" and self.state == "issued" and not self.hearing)
    @rule()
    def hear(self) -> None:
        """A hearing is set and held, where one was asked for."""
        made = self._on_violation("clerk", "hearings", HEARING, {"hearing_requested"})
        if made:
            self.hearing = made["hearing"]["id"]
            self.system.set_clock(HEARD)
            self.done("clerk", f"license-hearings/{self.hearing}/hold", {"held_on": HEARD[:10]}, 1)
            self.system.set_clock(MORNING)
            self.heard = True
            self._stands(self.stage, self.read(self._place)["version"], "hearing.held")

    @precondition(lambda self: self.stage != "" and self.state == "issued")
    @rule(outcome=st.sampled_from(["revoke", "no_violation"]), yes=st.sampled_from([6, 2]))
    def decide(self, outcome: str, yes: int) -> None:
        """The council decides after the hearing; what it revokes has ended that day."""
        body = {
            "outcome": outcome,
            "decided_on": HEARD[:10],
            "votes": {"yes": yes, "no": 9 - yes},
            "reasons": ["The boat is still there."],
        }
        ready = self.heard and (outcome == "no_violation" or yes > 4)
        self.system.set_clock(HEARD)
        made = self._on_violation("council_clerk", "decide", body, {"hearing_requested"}, ready=ready)
        self.system.set_clock(MORNING)
        if made:
            self._stands("decided", self.at + 1, "violation.decided")
            if outcome == "revoke":
                self.went("revoked", self.version + 1, "license.revoked")

    @precondition(lambda self: self.stage != "" and self.state == "issued" and not self.hearing)
    @rule(doubt=st.integers(0, 3))
    def withdraw_the_violation(self, doubt: int) -> None:
        if doubt == 0 or self.stage not in {"observed", "noticed", "hearing_requested"}:
            reason = {"reason": "It was another dock."}
            open_ = {"observed", "noticed", "hearing_requested"}
            made = self._on_violation("clerk", "withdraw", reason, open_)
            if made:
                self._stands("withdrawn", made["version"], "violation.withdrawn")

    @precondition(lambda self: self.stage != "" and self.state == "issued")
    @rule(doubt=st.integers(0, 3))
    def find_corrected(self, doubt: int) -> None:
        if doubt == 0 or self.stage not in {"observed", "noticed"}:
            found = {"corrected_on": licensing.DAY}
            made = self._on_violation("clerk", "correct", found, {"observed", "noticed"})
            if made:
                self._stands("corrected", made["version"], "violation.corrected")

    @rule(behind=st.integers(1, 2))
    def act_on_an_old_version(self, behind: int) -> None:
        self.refuse_an_old_version("holder", "surrender", {"reason": "Sold."}, behind)

    @rule()
    def go_on(self) -> None:
        """What usually comes next."""
        if self.state != "issued" or self.stage in {"withdrawn", "corrected", "decided"}:
            self.change_contact()
        elif self.stage == "":
            self.note_violation()
        elif self.stage == "observed":
            self.notify()
        elif self.stage == "noticed":
            self.ask_for_a_hearing()
        elif not self.heard:
            self.hear()
        else:
            self.decide("revoke", 6)

    @property
    def _place(self) -> str:
        return f"license-violations/{self.violation}"

    def _on_violation(self, who: str, act: str, body: object, stages: set[str], *, ready: bool = True) -> Any:
        answer = self.send(who, "POST", f"{self._place}/{act}", body, self.at)
        """The answer, or None where the model forbids it."""
        if not self.expects(answer, self.stage in stages and ready):
            return None
        return answer.json()

    def _stands(self, stage: str, version: int, *events: str) -> None:
        self.stage, self.at = stage, version
        self.history += events

    def _refused(self, who: str, path: str, body: object, version: int) -> None:
        type(self).acts += 1
        type(self).refusals += 1
        answer = self.send(who, "POST", path, body, version)
        assert answer.status_code == 409, answer.text
