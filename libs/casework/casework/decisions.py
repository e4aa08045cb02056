"""Decisions: of which kind, by whom, with which votes, reasons and conditions, on which receipt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Decision:
    """`kind` is the law's (`approve`, `revoke`), `outcome` what was decided.

    `check_carried` is the vote as the law counts it. `receipt` are the canonical bytes of what the
    decision rested on, `receipt_sha256` their hash. `law_date` is the day whose law answered. `grounds` are
    those of the law it rests on; `remedies` what mended a standard that is not met, by the finding's id.
    """

    id: UUID
    city: str
    record_id: UUID
    kind: str
    office: str
    decided_on: date
    outcome: str
    votes: Mapping[str, Any] | None
    reasons: tuple[str, ...]
    conditions: tuple[str, ...]
    check_carried: Mapping[str, Any] | None
    receipt: bytes | None
    receipt_sha256: str | None
    law_date: date | None = None
    grounds: tuple[str, ...] = ()
    remedies: Mapping[str, Any] = field(default_factory=dict)
