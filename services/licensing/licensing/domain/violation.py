"""A violation held against a license: noticed, corrected or not, heard, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from casework.lifecycle import Lifecycle

VIOLATION = Lifecycle(
    "violation",
    {
        "observed": {
            "issue_notice": "observed",
            "serve_notice": "observed",
            "notify": "noticed",
            "find_corrected": "corrected",
            "withdraw": "withdrawn",
        },
        "noticed": {
            "issue_notice": "noticed",
            "serve_notice": "noticed",
            "enter_hearing_request": "noticed",
            "stop": "hearing_requested",
            "find_corrected": "corrected",
            "lapse": "lapsed",
            "withdraw": "withdrawn",
        },
        "hearing_requested": {
            "schedule_hearing": "hearing_requested",
            "hold_hearing": "hearing_requested",
            "cancel_hearing": "hearing_requested",
            "decide": "decided",
            "withdraw": "withdrawn",
        },
        "lapsed": {
            "enter_hearing_request": "lapsed",
            "stop": "hearing_requested",
            "find_corrected": "corrected",
        },
        "corrected": {},
        "decided": {},
        "withdrawn": {},
    },
)
"""`stop` in `lapsed`: what was received or corrected in time counts even when it is entered afterwards."""

PERMISSIONS = {
    "issue_notice": "notices.issue",
    "serve_notice": "notices.issue",
    "enter_hearing_request": "violations.record",
    "find_corrected": "violations.record",
    "lapse": "licenses.revoke",
    "withdraw": "violations.record",
    "schedule_hearing": "hearings.manage",
    "hold_hearing": "hearings.manage",
    "cancel_hearing": "hearings.manage",
    "decide": "decisions.record",
}
"""What each takes; all else follows from service and from the calendar."""

NOTICE_KIND = "violation"
"""What packs call the notice of a violation."""

SERVED = ("violation_notice.delivered_or_mailed", "notice.served")
REQUESTED = "hearing_request.received"
CORRECTED = "violation.corrected"
"""The events of the law by which its clocks start, stop and are fulfilled."""


@dataclass(frozen=True, slots=True)
class Violation:
    """`rules` are those of the law that were broken, `observed_on` the day it was seen.

    `noticed_on` is the day from which service of the notice counts, `notice` the element of the law that
    demanded it. `hearing_requests` are kept as they came, in time or not.
    """

    id: UUID
    city: str
    license_id: UUID
    state: str
    version: int
    rules: tuple[str, ...]
    description: str
    observed_on: date
    law_date: date
    noticed_on: date | None = None
    notice: str | None = None
    hearing_requests: tuple[Mapping[str, Any], ...] = ()
    corrected_on: date | None = None
    ended_on: date | None = None
    ended_because: str | None = None
