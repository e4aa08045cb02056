"""An application: what is asked for, by whom, and how far it has come, whichever service keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from citycode.city import City

COMPLETED, SUBMITTED = "application.completed", "application.submitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """`facts` are stated by the applicant, `measured` told by the maps (fact → value, unit, source, vintage).

    `applicant` and `filed_by` are opaque subjects. `pin` is None where what is asked for is bound to no land.
    `remedies` mend a standard that is not met, by the finding's id. `received_on` is the legal day of the
    last submission, which office hours may move after the raw instant `submitted_at`. `law_date` is the day
    whose law answers, once it is fixed.
    """

    id: UUID
    city: str
    program: str
    state: str
    version: int
    applicant: str
    filed_by: str
    pin: str | None
    created_at: datetime
    number: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    measured: Mapping[str, Any] = field(default_factory=dict)
    submittals: Mapping[str, Any] = field(default_factory=dict)
    judgments: Mapping[str, Any] = field(default_factory=dict)
    remedies: Mapping[str, Any] = field(default_factory=dict)
    recommendation: Mapping[str, Any] | None = None
    incomplete_because: tuple[str, ...] = ()
    submission: int = 0
    submitted_at: datetime | None = None
    received_on: date | None = None
    completed_on: date | None = None
    law_date: date | None = None

    @property
    def answers(self) -> dict[str, bool]:
        """The judgments as the law's check wants them."""
        return {name: bool(judgment["answer"]) for name, judgment in self.judgments.items()}


def law_date_of(application: Application, today: date) -> date:
    """The day whose law answers: fixed by the city's event for applications, today until then."""
    return application.law_date or today


def law_date_fixed_by(city: City, question: str, event: str) -> bool:
    """Whether `event` fixes the law date of that kind of question in the city."""
    return city.law_date_rule(question).event == event


def opened_on(city: City, application: Application) -> date:
    """The day on which whoever applies began to ask: it was entered, or had come in on paper before that."""
    entered = city.calendar.civil_date(application.created_at)
    return entered if application.received_on is None else min(entered, application.received_on)


def completed_by(application: Application, demanded: Iterable[str], today: date) -> date:
    """The day on which the last of what makes it complete was received: itself, or a demanded submittal."""
    papers = (application.submittals[each]["received_on"] for each in demanded)
    return max([application.received_on or today, *(date.fromisoformat(each) for each in papers)])
