"""Builders: a scope with facts of every type, and short ways to ask an expression."""

import datetime
import zoneinfo
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from citycode.language import (
    BARE,
    Boolean,
    Constant,
    Date,
    Duration,
    Enum,
    Expression,
    ExpressionError,
    Instant,
    Known,
    ListOf,
    Missing,
    Number,
    Record,
    Scope,
    Text,
    Type,
    compile_expression,
    unit_named,
)

CENTRAL = zoneinfo.ZoneInfo("America/Chicago")


def number(unit: str) -> Number:
    return Number(unit_named(unit))


WALL = Record({"length": number("ft"), "sign_area": number("sqft"), "lit": Boolean()})
LINE = Record(
    {"side": Enum(("front", "side", "rear")), "distance": number("ft"), "marks": ListOf(number("ft"))}
)

NAMES: dict[str, Type] = {
    "lot_area": number("sqft"),
    "lot_area_acres": number("acre"),
    "impervious_area": number("sqft"),
    "frontage": number("ft"),
    "height": number("in"),
    "volume": number("cuyd"),
    "fill": number("cuyd/acre"),
    "fee": number("usd"),
    "cost": number("usd"),
    "share": number("percent"),
    "stories": number("count"),
    "outage": number("hour"),
    "waited": number("day"),
    "term": number("month"),
    "a": number("count"),
    "b": number("count"),
    "c": number("count"),
    "p": Boolean(),
    "q": Boolean(),
    "r": Boolean(),
    "owner": Text(),
    "zoning_district": Enum(("AG", "RR", "R-1")),
    "other_district": Enum(("RR", "R-1", "C-1")),
    "work": Enum(("deck", "pool")),
    "works": ListOf(Enum(("deck", "pool"))),
    "notice_date": Date(),
    "hearing_date": Date(),
    "notified_at": Instant(),
    "failed_at": Instant(),
    "notice_deadline": Instant(),
    "length_of_stay": Duration("days"),
    "walls": ListOf(WALL),
    "lot_lines": ListOf(LINE),
    "setbacks": ListOf(number("ft")),
    "answers": ListOf(Boolean()),
    "days_off": ListOf(Date()),
    "w": WALL,
    "t.setback": number("ft"),
    "fees.review": number("usd"),
}

CONSTANTS = {
    "v.min_lot_acres": Constant(BARE, 40),
    "v.factor": Constant(BARE, 15),
    "v.area": Constant(BARE, 6000),
    "v.share": Constant(BARE, Fraction(15, 100)),
}

HOLIDAYS = frozenset({datetime.date(2027, 7, 4), datetime.date(2027, 7, 5)})
SCOPE = Scope(
    NAMES,
    CONSTANTS,
    clocks=frozenset({"fr-bp-refund"}),
    zone=CENTRAL,
    holidays=HOLIDAYS.__contains__,
)

LABELS = {
    "lot_area": "lot area",
    "lot_area_acres": "lot area",
    "walls[]": "wall",
    "p": "work begun",
    "q": "hearing held",
    "on_time(fr-bp-refund)": "refund request",
    "zoning_district=RR": "Rural Residential",
}


def compiled(text: str, scope: Scope = SCOPE) -> Expression:
    return compile_expression(text, scope)


def answer(text: str, facts: Mapping[str, Any] | None = None, scope: Scope = SCOPE, **more: Any) -> Any:
    """The known value, or the set of missing facts; the working must agree with it."""
    expression = compile_expression(text, scope)
    bindings = {**(facts or {}), **more}

    found = expression.evaluate(bindings)

    shown = expression.trace(bindings).value
    if isinstance(found, Missing):
        assert shown == found
        return set(found.facts)
    assert isinstance(found, Known)
    assert shown == found.value
    return found.value


def refusal(text: str, scope: Scope = SCOPE) -> ExpressionError:
    """The refusal of an expression that must not compile."""
    try:
        compile_expression(text, scope)
    except ExpressionError as refused:
        return refused
    raise AssertionError(f"{text} was accepted")


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def moment(text: str) -> datetime.datetime:
    """A point in time on the city's clock."""
    return datetime.datetime.fromisoformat(text).replace(tzinfo=CENTRAL)
