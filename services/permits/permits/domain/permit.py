"""A permit: what was granted, and whether it is still in effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from casework.lifecycle import Lifecycle

from permits.domain.conditions import Condition

IN_EFFECT = ("issued", "inspected")

PERMIT = Lifecycle(
    "permit",
    {
        "issued": {
            "schedule_inspection": "issued",
            "fail_inspection": "issued",
            "pass_inspection": "issued",
            "pass_final_inspection": "inspected",
            "review": "issued",
            "tell_event": "issued",
            "say_division": "issued",
            "schedule_hearing": "issued",
            "move_hearing": "issued",
            "cancel_hearing": "issued",
            "serve_notice": "issued",
            "hold_hearing": "issued",
            "close": "closed",
            "expire": "expired",
            "revoke": "revoked",
        },
        "inspected": {
            "schedule_inspection": "inspected",
            "fail_inspection": "inspected",
            "pass_inspection": "inspected",
            "pass_final_inspection": "inspected",
            "review": "inspected",
            "tell_event": "inspected",
            "say_division": "inspected",
            "schedule_hearing": "inspected",
            "move_hearing": "inspected",
            "cancel_hearing": "inspected",
            "serve_notice": "inspected",
            "hold_hearing": "inspected",
            "close": "closed",
            "expire": "expired",
            "revoke": "revoked",
        },
        "expired": {
            "restore_issued": "issued",
            "restore_inspected": "inspected",
            "move_end": "expired",
            "remove": "expired",
        },
        "revoked": {"remove": "revoked"},
        "closed": {},
    },
)

PERMISSIONS = {
    "schedule_inspection": "inspections.record",
    "fail_inspection": "inspections.record",
    "pass_inspection": "inspections.record",
    "pass_final_inspection": "inspections.record",
    "review": "reviews.record",
    "tell_event": "inspections.record",
    "schedule_hearing": "hearings.manage",
    "move_hearing": "hearings.manage",
    "cancel_hearing": "hearings.manage",
    "serve_notice": "hearings.manage",
    "hold_hearing": "hearings.manage",
    "say_division": "permits.issue",
    "remove": "permits.issue",
    "close": "permits.issue",
    "revoke": "permits.revoke",
}
"""What the city's actions take; all else follows from what happens to the land or from the calendar."""

ENDING = {"expired": "expire", "revoked": "revoke", "closed": "close"}
"""The event that leads a permit into the state the law names."""


@dataclass(frozen=True, slots=True)
class Permit:
    """`ended_on` is the day it ended, by `ended_rules`, because of `ended_by` (a reference).

    `term_ends_on` is the last day of its term by `term_rule`, None where it has no end date.
    """

    id: UUID
    city: str
    number: str
    program: str
    application_id: UUID
    state: str
    version: int
    holder: str
    pin: str
    issued_on: date
    conditions: tuple[Condition, ...] = ()
    lon: float | None = None
    lat: float | None = None
    state_before: str | None = None
    ended_on: date | None = None
    ended_by: str | None = None
    ended_rules: tuple[str, ...] = ()
    term_ends_on: date | None = None
    term_rule: str | None = None


@dataclass(frozen=True, slots=True)
class Inspection:
    """One inspection: scheduled, then passed or failed. A passed `final` one makes the permit inspected.

    `facts` are what the law asks about an inspection, by name: what fees follow from.
    """

    id: UUID
    city: str
    permit_id: UUID
    kind: str
    scheduled_on: date
    inspected_on: date | None = None
    passed: bool | None = None
    final: bool = False
    notes: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Review:
    """One review that comes round: when, what was found, against which due day."""

    id: UUID
    city: str
    permit_id: UUID
    reviewed_on: date
    in_order: bool
    notes: str
