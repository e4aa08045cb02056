"""Assessments: unpaid charges on their way to the tax roll, by a lane the law opens.

A roll holds lines of one lane and one statute only: what one power allows, another may forbid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from uuid import UUID

from casework.charges import ChargeStanding, Lane
from casework.lifecycle import Lifecycle
from casework.money import ZERO, cents, positive_cents

ROLL = Lifecycle(
    "assessment roll",
    {
        "proposed": {"change": "proposed", "adopt": "adopted", "withdraw": "withdrawn"},
        "adopted": {"certify": "certified", "withdraw": "withdrawn"},
        "certified": {"hear_county": "certified", "settle": "settled"},
        "settled": {},
        "withdrawn": {},
    },
)

LINE = Lifecycle(
    "assessment line",
    {
        "proposed": {"adopt": "adopted", "remove": "removed"},
        "adopted": {"certify": "certified", "prepay": "prepaid", "remove": "removed"},
        "certified": {"confirm": "confirmed", "reject": "rejected", "prepay": "prepaid"},
        "rejected": {"correct": "corrected", "remove": "removed"},
        "confirmed": {"collect": "collected", "prepay": "prepaid"},
        "corrected": {},
        "removed": {},
        "prepaid": {},
        "collected": {},
    },
)
"""`confirm` and `reject` are the county's answers; a rejected line is corrected by one that replaces it."""

TO_ROLL = ("assessment", "certification")
"""Lanes that end on the tax roll; a personal obligation or a civil action never does."""


class WrongLane(ValueError):
    """The charge may not go to this roll: it names another lane or statute, or none."""


class NotOwed(ValueError):
    """The charge is settled, or not owed in this amount."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of one city, year, lane and statute."""

    id: UUID
    city: str
    number: str
    year: int
    lane: str
    statute: str
    state: str
    proposed_on: date
    adopted_on: date | None = None
    adopted_by: str | None = None
    resolution: str | None = None
    certified_on: date | None = None
    certified_by: str | None = None
    ended_because: str | None = None
    version: int = 1


@dataclass(frozen=True, slots=True)
class AssessmentLine:
    """What one parcel is to bear for the charges of one record.

    `shares` are the dollars per charge; their sum is the amount. `rules` name what opens the lane.
    `interest_percent` and `installments` are as the resolution says.
    """

    id: UUID
    city: str
    roll_id: UUID
    record_id: UUID
    pin: str
    shares: tuple[tuple[UUID, Decimal], ...]
    rules: tuple[str, ...]
    clause: str | None
    state: str
    installments: int = 1
    interest_percent: Decimal | None = None
    certified_on: date | None = None
    county_reference: str | None = None
    replaces: UUID | None = None
    because: str | None = None

    @property
    def amount_usd(self) -> Decimal:
        """What goes to the roll, without interest."""
        return sum((usd for _, usd in self.shares), ZERO)


@dataclass(frozen=True, slots=True)
class Installment:
    """What falls due with the taxes of a year."""

    year: int
    principal_usd: Decimal
    interest_usd: Decimal

    @property
    def total_usd(self) -> Decimal:
        """Principal and interest."""
        return self.principal_usd + self.interest_usd


def shares_of(
    standings: Iterable[ChargeStanding], lane: str, statute: str
) -> tuple[tuple[UUID, Decimal], ...]:
    """What is outstanding on the charges, if all may go by this lane. Raises WrongLane, NotOwed."""
    shares = []
    for each in standings:
        require_lane(each.charge.lane, lane, statute)
        if each.settled:
            raise NotOwed(f"Nothing is owed on {each.charge.title}.")
        shares.append((each.charge.id, each.outstanding_usd))
    if not shares:
        raise NotOwed("No charge was named.")
    return tuple(shares)


def require_lane(named: Lane | None, lane: str, statute: str) -> None:
    """Raises WrongLane unless the charge names exactly this way to the roll."""
    if named is None:
        raise WrongLane("The law names no way to the tax roll for this charge.")
    if named.lane not in TO_ROLL or (named.lane, named.statute) != (lane, statute):
        raise WrongLane(
            f"The charge goes by {named.lane.replace('_', ' ')} under {named.statute or named.rule}, "
            f"not by {lane} under {statute}."
        )


def installments_of(
    amount_usd: Decimal,
    count: int,
    percent: Decimal,
    interest_from: date,
    first_year: int,
    days_in_year: int = 365,
) -> tuple[Installment, ...]:
    """Equal parts of the principal with interest on what is unpaid (M.S. 429.061 subd. 2).

    To the first is added interest on the whole from `interest_from` to December 31 of the year it is payable
    in, to each later one a year's interest on all that is unpaid. Cents lost in dividing go to the first.
    `percent` a year; the statute does not say how days are counted: `days_in_year` is the city's choice.
    """
    whole = positive_cents(amount_usd)
    part = (whole / count).quantize(Decimal("0.01"), rounding="ROUND_DOWN")
    first = whole - part * (count - 1)
    made, unpaid = [], whole
    for place in range(count):
        principal = first if place == 0 else part
        days = (date(first_year, 12, 31) - interest_from).days if place == 0 else days_in_year
        interest = (unpaid * percent / 100 * days / days_in_year).quantize(
            Decimal("0.01"), rounding=ROUND_HALF_UP
        )
        made.append(Installment(first_year + place, cents(principal), cents(interest)))
        unpaid -= principal
    return tuple(made)
