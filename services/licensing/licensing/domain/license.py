"""A license: what may be kept or done, by whom, from which day through which, and whether it still stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from casework.lifecycle import Lifecycle
from citycode.facts import Facts
from citycode.happenings import Holding

LICENSE = Lifecycle(
    "license",
    {
        "issued": {
            "change_contact": "issued",
            "note_violation": "issued",
            "tell_event": "issued",
            "request_transfer": "issued",
            "transfer": "issued",
            "give_notice": "issued",
            "surrender": "surrendered",
            "suspend": "suspended",
            "revoke": "revoked",
            "expire": "expired",
        },
        "suspended": {
            "change_contact": "suspended",
            "note_violation": "suspended",
            "tell_event": "suspended",
            "give_notice": "suspended",
            "surrender": "surrendered",
            "revoke": "revoked",
            "expire": "expired",
        },
        "expired": {
            "give_notice": "expired",
            "restore_issued": "issued",
            "restore_suspended": "suspended",
        },
        "revoked": {
            "give_notice": "revoked",
            "restore_issued": "issued",
            "restore_suspended": "suspended",
        },
        "surrendered": {"give_notice": "surrendered"},
    },
)

STANDING = ("issued", "suspended")
"""Not ended; only an issued one may be used, within its term."""

HOLDERS_ACTIONS = frozenset({"change_contact", "surrender", "request_transfer"})
"""What the holder, or who acts for them, may do; staff who issue licenses may for them."""

PERMISSIONS = {
    "change_contact": "licenses.issue",
    "note_violation": "violations.record",
    "tell_event": "violations.record",
    "request_transfer": "licenses.issue",
    "transfer": "licenses.issue",
    "give_notice": "notices.issue",
    "surrender": "licenses.issue",
    "revoke": "licenses.revoke",
}
"""What the city's actions take; all else follows from what happens to the land or from the calendar."""

ENDING = {
    "expired": "expire",
    "revoked": "revoke",
    "surrendered": "surrender",
    "suspended": "suspend",
}
"""The event that leads a license into the state the law names."""

IN_EFFECT = "licenses_in_effect"
"""What caps call a license that is in effect."""

TERM = "term"
"""The reference of an end by the license's own term."""


@dataclass(frozen=True, slots=True)
class License:
    """`facts` are those it was granted on (its class among them).

    It is in effect from `starts_on` through `ends_on`, the last day of its term by `term_rule` (None: no
    end). `ended_on` is the day it ended otherwise, by `ended_rules`, because of `ended_by` (a reference).
    """

    id: UUID
    city: str
    number: str
    program: str
    application_id: UUID
    state: str
    version: int
    holder: str
    pin: str | None
    issued_on: date
    starts_on: date
    ends_on: date | None = None
    term_rule: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    conditions: tuple[str, ...] = ()
    state_before: str | None = None
    ended_on: date | None = None
    ended_by: str | None = None
    ended_rules: tuple[str, ...] = ()
    transferred_on: date | None = None

    def in_effect(self, on: date) -> bool:
        """Whether it may be used on a day."""
        within = self.starts_on <= on and (self.ends_on is None or on <= self.ends_on)
        return self.state == "issued" and within


def as_of(license_: License, today: date) -> License:
    """The license as it stands today: one whose term is over has expired, whether or not a job ran."""
    over = license_.ends_on is not None and today > license_.ends_on
    if not over or license_.state not in STANDING:
        return license_
    return replace(
        license_,
        state="expired",
        state_before=license_.state,
        ended_on=license_.ends_on,
        ended_by=TERM,
        ended_rules=() if license_.term_rule is None else (license_.term_rule,),
    )


def holding_of(license_: License, facts: Facts) -> Holding | None:
    """The license as caps count it; None for one that was never in effect.

    One that ended by its term counts through its last day, one revoked or given up through the day before.
    """
    last = license_.ends_on
    if license_.ended_on is not None and license_.ended_by != TERM:
        before = license_.ended_on - timedelta(days=1)
        last = before if last is None else min(last, before)
    if last is not None and last < license_.starts_on:
        return None
    keys = keys_of(license_.city, license_.pin, license_.holder)
    return Holding(IN_EFFECT, license_.starts_on, last, license_.number, keys, facts)


def keys_of(city: str, pin: str | None, holder: str) -> dict[str, str]:
    """What caps may be counted per."""
    keys = {"city": city, "person": holder, "licensee": holder}
    return keys if pin is None else {**keys, "parcel": pin}
