"""Costs, charges, invoices and assessment rolls on the wire."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from caseroutes.money import ChargeView, InvoiceView, PaymentView
from caseroutes.shape import Dollars, Incoming, Line, Outgoing, Paragraph, Pin, Usd, Word
from pydantic import Field
from servicekit.wire import WireDate, WireUuid

from enforcement.schemas.cases import CaseView

RollState = Literal["proposed", "adopted", "certified", "settled", "withdrawn"]


class CostAsk(Incoming):
    """What the city spent. `fact` is the law's name of the cost; `document` says where the bill is filed."""

    fact: Annotated[Word, Field(examples=["abatement_cost_usd"])]
    amount_usd: Annotated[Usd, Field(examples=["1840.00"])]
    incurred_on: Annotated[WireDate, Field(examples=["2026-08-10"])]
    what: Annotated[Paragraph, Field(examples=["Repair and paint of the south wall."])]
    document: Annotated[Line, Field(examples=["Invoice 2231 of Lakes Painting"])]


class CostView(Outgoing):
    """A cost as it was entered."""

    id: UUID
    fact: str
    amount_usd: Dollars
    incurred_on: date
    what: str
    document: str


class CostsView(Outgoing):
    """What the city spent on a case, oldest first."""

    costs: list[CostView]


class CostEntered(Outgoing):
    """The case and the cost."""

    case: CaseView
    cost: CostView


class ChargeAsk(Incoming):
    """By which recovery of the law, and by which of the lanes it opens, the cost is charged."""

    recovery: Annotated[Word, Field(examples=["dl-pm-cost"])]
    lane: Annotated[Word, Field(examples=["dl-pm-cost.assessment"])]
    due_on: Annotated[WireDate, Field(examples=["2026-09-15"])]


class LaneView(Outgoing):
    """The way an unpaid charge goes."""

    lane: str
    rule: str
    statute: str | None
    clause: str | None


class CaseChargeView(ChargeView):
    """A charge with its lane and what of it is on the tax roll."""

    due_on: date | None
    on_tax_roll_usd: Dollars
    lane: LaneView | None


class CaseAccountView(Outgoing):
    """Everything that is owed and paid on a case."""

    outstanding_usd: Dollars
    on_tax_roll_usd: Dollars
    charges: list[CaseChargeView]
    payments: list[PaymentView]
    invoices: list[InvoiceView]


class InvoiceAsk(Incoming):
    """By which day it is to be paid."""

    due_on: Annotated[WireDate, Field(examples=["2026-09-15"])]


class AccountMoved(Outgoing):
    """The case and its account after money moved or was asked for."""

    case: CaseView
    account: CaseAccountView


class RollAsk(Incoming):
    """A roll for one year, one lane and one power: the charges on it must name the same."""

    year: Annotated[int, Field(ge=2000, le=2100, examples=[2026])]
    lane: Annotated[Word, Field(examples=["assessment"])]
    statute: Annotated[Line, Field(examples=["M.S. 429.101"])]


class LineAsk(Incoming):
    """Which charges of a case; left out: all that are owed."""

    case_id: WireUuid
    charges: Annotated[list[WireUuid] | None, Field(default=None, min_length=1, max_length=100)]
    installments: Annotated[int, Field(ge=1, le=30, default=1)]
    interest_percent: Annotated[
        str | None, Field(default=None, pattern=r"^[0-9]{1,2}(\.[0-9]{1,3})?$", examples=["5.5"])
    ]


class LineView(Outgoing):
    """What one parcel is to bear. Changes of it name the `roll_version`."""

    id: UUID
    roll_id: UUID
    roll_number: str
    roll_version: int
    case_id: UUID
    pin: str
    state: str
    amount_usd: Dollars
    charges: list[UUID]
    rules: list[str]
    clause: str | None
    installments: int
    interest_percent: str | None
    certified_on: date | None
    county_reference: str | None
    replaces: UUID | None
    because: str | None


class RollView(Outgoing):
    """A roll with its lines."""

    id: UUID
    city: str
    number: str
    year: int
    lane: str
    statute: str
    state: RollState
    version: int
    proposed_on: date
    adopted_on: date | None
    resolution: str | None
    certified_on: date | None
    total_usd: Dollars
    lines: list[LineView]
    allowed_actions: list[str]


class RollsView(Outgoing):
    """The rolls of a city, oldest first."""

    rolls: list[RollView]


class LinesView(Outgoing):
    """Lines the county is to answer, by parcel."""

    lines: list[LineView]


class AdoptAsk(Incoming):
    """The council's resolution."""

    resolution: Annotated[Line, Field(examples=["Resolution 2026-88"])]


class ConfirmAsk(Incoming):
    """The county took it, under its own reference."""

    county_reference: Annotated[Line | None, Field(default=None, examples=["SA-2026-1187"])]


class RejectAsk(Incoming):
    """Why the county did not take it."""

    because: Annotated[Paragraph, Field(examples=["The parcel number was retired in May."])]


class RemoveAsk(Incoming):
    """Why the line is taken off."""

    because: Annotated[Paragraph, Field(examples=["Paid at the counter."])]


class CorrectAsk(Incoming):
    """The parcel that is to bear it instead."""

    pin: Annotated[Pin, Field(examples=["49.0990.0002"])]
