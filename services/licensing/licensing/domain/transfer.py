"""A request to transfer a license: by whom, to whom, upon which event, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from casework.lifecycle import Lifecycle

TRANSFER = Lifecycle(
    "transfer request",
    {
        "requested": {"grant": "granted", "refuse": "refused"},
        "granted": {},
        "refused": {},
    },
)

PERMISSIONS = {"grant": "licenses.issue", "refuse": "licenses.issue"}


@dataclass(frozen=True, slots=True)
class Transfer:
    """`upon` is the event of the law (`business.sold`), `party` the law's word for who asks.

    `transferee` is the account of who is to hold it, None until it is known. `holds` says per item of the
    law whether the request states it; the values themselves are personal.
    """

    id: UUID
    city: str
    license_id: UUID
    state: str
    version: int
    upon: str
    happened_on: date
    party: str
    filed_by: str
    requested_on: date
    request_rule: str
    transferee: str | None = None
    holds: Mapping[str, bool] = field(default_factory=dict)
    decided_on: date | None = None
    decided_because: str | None = None
