"""An inspection of a place: by whom, when, with which facts, and what the law finds in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Inspection:
    """`facts` are those stated that day, `judgments` the answers given. `fails` are the rules not met.

    `missing` are labels of facts nobody stated. `receipt_sha256` is over what the finding rested on.
    """

    id: UUID
    city: str
    case_id: UUID
    inspected_on: date
    office: str
    notes: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    judgments: Mapping[str, Any] = field(default_factory=dict)
    outcome: str = ""
    fails: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    law_date: date | None = None
    receipt: bytes | None = None
    receipt_sha256: str | None = None
