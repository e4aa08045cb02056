"""A case of property maintenance as a state machine: found, noticed, reported, ordered, abated, closed."""

from __future__ import annotations

from itertools import count

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from tests.authorization import enforcement_records as enforcement
from tests.faults.lives import Life

FOUND, AFTER_ITS_TIME = "2026-06-01T09:00:00-05:00", "2026-07-02T09:00:00-05:00"
SERVED, HEARD, LATER = "2026-07-14T09:00:00-05:00", "2026-07-28T21:00:00-05:00", "2026-08-10T15:00:00-05:00"
NOT_CLOSED = ("opened", "noticed", "reported", "ordered", "abated")
ORDER = {**enforcement.ORDER, "decided_on": HEARD[:10]}
_PARCELS = count()


class CaseLife(Life):
    """The calendar goes on with the life: a day comes by `days_pass`, or by what can only happen then."""

    service, records, city = "enforcement", "cases", enforcement.HOME
    told = frozenset(
        {
            "case.opened",
            "inspection.recorded",
            "case.noticed",
            "case.reported",
            "case.decided",
            "case.abated",
            "case.closed",
        }
    )
    pins: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self.now = FOUND
        self.broken = False
        self.heard = False

    @initialize(far=st.integers(0, 8))
    def open(self, far: int) -> None:
        """A case on a parcel, brought some way already: lives begin anywhere."""
        self._at(FOUND)
        pin = self.pins[next(_PARCELS) % len(self.pins)]
        made = self.done("inspector", "cases", {"program": enforcement.PROGRAM, "pin": pin})
        self.record = made["id"]
        self.went("opened", made["version"], "case.opened")
        for _ in range(far):
            self.go_on()

    @rule(holes=st.sampled_from([2, 2, 2, 0]))
    def inspect(self, holes: int) -> None:
        """Corrected once the owner was told and before the city acted, the case is closed by itself."""
        seen = {
            "inspected_on": self.now[:10],
            "facts": {"undeveloped": False, "holes_in_walls": holes},
            "notes": "Seen from the yard.",
        }
        made = self.act("inspector", "inspections", seen, states=NOT_CLOSED)
        if made:
            self.broken = holes > 0
            closed = not self.broken and self.state in {"noticed", "reported", "ordered"}
            events = ["inspection.recorded", *(["case.closed"] if closed else [])]
            self.went("closed" if closed else self.state, made["case"]["version"], *events)
            assert made["case"]["state"] == self.state

    @rule()
    def notify(self) -> None:
        """Told what is broken and by when it must be corrected; told once."""
        if self.state in {"noticed", "reported", "ordered", "abated"}:
            return
        told = {"notice": enforcement.NOTICE, "contents": enforcement.CONTENTS, "comply_by": "2026-07-01"}
        self._at(FOUND)
        made = self.act("inspector", "notices", told, states={"opened"}, ready=self.broken)
        if made:
            handed = {**enforcement.HANDED_OVER, "made_on": FOUND[:10]}
            place = f"cases/{self.record}/notices/{made['notice']['id']}/services"
            served = self.done("inspector", place, handed, made["case"]["version"])
            self.went("noticed", served["case"]["version"], "case.noticed")

    @rule()
    def days_pass(self) -> None:
        """To the day after the time for correction."""
        self._at(max(self.now, AFTER_ITS_TIME))

    @rule()
    def report(self) -> None:
        """Only what was noticed and not corrected in its time is reported."""
        ready = self.state == "noticed" and self.broken and self.now >= AFTER_ITS_TIME
        made = self.act(
            "inspector", "report", {"notes": "Nothing was done."}, states={"noticed"}, ready=ready
        )
        if made:
            self.went("reported", made["version"], "case.reported")

    @rule()
    def hear(self) -> None:
        """A hearing is set, told of and held."""
        if self.state == "reported" and (self.heard or self.now > AFTER_ITS_TIME):
            return
        hearing = {"starts_at": f"{HEARD[:10]}T19:00:00-05:00", "place": "Council chambers"}
        made = self.act("council_clerk", "hearings", hearing, states={"reported"})
        if made:
            self._at(SERVED)
            called = {"notice": "dl-pm-hearing-notice", "contents": {}}
            issued = self.done(
                "council_clerk", f"cases/{self.record}/notices", called, made["case"]["version"]
            )
            place = f"cases/{self.record}/notices/{issued['notice']['id']}/services"
            handed = {**enforcement.HANDED_OVER, "made_on": SERVED[:10]}
            served = self.done("council_clerk", place, handed, issued["case"]["version"])
            self._at(HEARD)
            held = {"held_on": HEARD[:10]}
            place = f"case-hearings/{made['hearing']['id']}/hold"
            self.done("council_clerk", place, held, made["hearing"]["version"])
            self.heard = True
            self.went("reported", self.read(f"cases/{self.record}")["version"])
            assert self.version >= served["case"]["version"]

    @rule(yes=st.sampled_from([6, 6, 2]))
    def order(self, yes: int) -> None:
        """The council may order abatement after the hearing, by a majority."""
        if self.now < HEARD and self.state == "reported":
            return
        body = {**ORDER, "votes": {"yes": yes, "no": 8 - yes, "abstain": 0, "absent": 1}}
        ready = self.heard and yes > 4
        if self.now < HEARD:
            body["decided_on"] = self.now[:10]
        made = self.act("council_clerk", "decide", body, states={"reported"}, ready=ready)
        if made:
            self.went("ordered", made["case"]["version"], "case.decided")

    @rule()
    def abate(self) -> None:
        """The city does it itself only once it was ordered."""
        self._at(LATER if self.state == "ordered" else self.now)
        doing = {"abated_on": self.now[:10], "by": "Street department", "what": "Closed the holes."}
        made = self.act("clerk", "abate", doing, states={"ordered"})
        if made:
            self.went("abated", (made.get("case") or made)["version"], "case.abated")

    @rule(doubt=st.integers(0, 5))
    def close(self, doubt: int) -> None:
        """Seldom before the end: it ends the life."""
        if doubt == 0 or self.state in {"abated", "closed"}:
            made = self.act("clerk", "close", {"reason": "All is done."}, states=NOT_CLOSED)
            if made:
                self.went("closed", made["version"], "case.closed")

    @rule(behind=st.integers(1, 2))
    def act_on_an_old_version(self, behind: int) -> None:
        self.refuse_an_old_version("clerk", "close", {"reason": "All is done."}, behind)

    @rule()
    def go_on(self) -> None:
        """What usually comes next."""
        if self.state == "opened":
            self.notify() if self.broken else self.inspect(2)
        elif self.state == "noticed":
            self.days_pass()
            self.report()
        elif self.state == "reported":
            self.order(6) if self.heard else self.hear()
        elif self.state == "ordered":
            self.abate()
        else:
            self.close(0)

    def _at(self, instant: str) -> None:
        self.now = instant
        self.system.set_clock(instant)
