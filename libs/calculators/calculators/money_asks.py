"""What callers ask about money, read into the engine's terms."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from citycode import Movement, SecurityAccount
from pydantic import Field, StringConstraints
from servicekit.wire import Incoming, WireDate

from calculators.histories import HappeningAsk
from calculators.requests import LawDate, Name, StatedFacts, shown

Usd = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,12}(\.[0-9]{2})?$")]
Amounts = Annotated[
    dict[Name, Usd],
    Field(
        max_length=50,
        default_factory=dict,
        description="Amounts of the fee schedule by name, stated in place of those the schedule has.",
    ),
]

Figure = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}(\.[0-9]{1,6})?$")]


class FigureAsk(Incoming):
    """What an index stood at on one day."""

    series: Annotated[Name, Field(examples=["cpi_u_msp"])]
    on: Annotated[WireDate, Field(examples=["2026-01-01"])]
    figure: Annotated[Figure, Field(examples=["310.2"])]


Figures = Annotated[
    list[FigureAsk],
    Field(
        max_length=50,
        default_factory=list,
        description="Figures of an index, stated in place of those the schedule has.",
    ),
]


class FeesAsk(Incoming):
    """What is to be paid? `history` is asked by fees that count events."""

    model_config = shown({"on": "2026-06-01", "facts": {"lot_area_acres": 40}})

    on: LawDate
    facts: StatedFacts
    history: Annotated[list[HappeningAsk] | None, Field(default=None, max_length=200)]
    amounts: Amounts
    figures: Figures


class MoneyAsk(Incoming):
    """How is money divided, what does a violation cost, what does the city recover?"""

    model_config = shown({"on": "2026-06-01", "facts": {"lot_area_acres": 40}})

    on: LawDate
    facts: StatedFacts
    amounts: Amounts
    figures: Figures


class MovementAsk(Incoming):
    """Money put into a security, drawn from it or given back."""

    on: Annotated[WireDate, Field(examples=["2026-05-04"])]
    kind: Annotated[Literal["deposit", "draw", "return"], Field(examples=["deposit"])]
    amount_usd: Annotated[Usd, Field(examples=["12000.00"])]


class AccountAsk(Incoming):
    """What has happened to one security; `recommended`: the office recommended its reduction in writing."""

    movements: Annotated[list[MovementAsk], Field(max_length=500, default_factory=list)]
    required_usd: Annotated[
        Usd | None, Field(default=None, description="What is required now, where it was lowered or raised.")
    ]
    initial_usd: Annotated[
        Usd | None, Field(default=None, description="What was required at first, where the law cannot tell.")
    ]
    recommended: bool | None = None


class SecuritiesAsk(Incoming):
    """What security is required, and how does it stand? `accounts` go by the element's id."""

    model_config = shown({"on": "2026-06-01", "facts": {"lot_area_acres": 40}})

    on: LawDate
    facts: StatedFacts
    accounts: Annotated[dict[Name, AccountAsk], Field(max_length=20, default_factory=dict)]
    amounts: Amounts
    figures: Figures


def amounts_of(asked: FeesAsk | MoneyAsk | SecuritiesAsk) -> dict[str, Decimal]:
    """Exact dollars by name, and figures of an index as `series.<name>.<day>`."""
    figures = {f"series.{each.series}.{each.on}": Decimal(each.figure) for each in asked.figures}
    return {**{name: Decimal(usd) for name, usd in asked.amounts.items()}, **figures}


def account_of(asked: AccountAsk) -> SecurityAccount:
    movements = [Movement(each.on, each.kind, Decimal(each.amount_usd)) for each in asked.movements]
    required = Decimal(asked.required_usd) if asked.required_usd is not None else None
    initial = Decimal(asked.initial_usd) if asked.initial_usd is not None else None
    return SecurityAccount(movements, required, initial, asked.recommended)
