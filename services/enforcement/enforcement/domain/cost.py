"""What the city spent on a case, with the paper that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Cost:
    """`fact` is the law's name of such a cost (`abatement_cost_usd`); `document` where the bill is filed."""

    id: UUID
    city: str
    case_id: UUID
    fact: str
    amount_usd: Decimal
    incurred_on: date
    what: str
    document: str
