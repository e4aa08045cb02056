"""Every form of an amount against an oracle that knows whole numbers of cents only.

A few hundred random cases in an ordinary run; 20,000 with CITYCODE_SOAK=1. Each case is seeded by its number.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

import pytest
from citycode.elements.amounts import Amount, Dollars, Form, Reckoning, Several, Share
from citycode.elements.asking import Asked
from citycode.elements.counted_amounts import ByBracket, Indexed, PerEvent, PerUnit
from citycode.elements.reckoning import settled
from citycode.elements.rounding import CENT, USD, Rounding, Ties
from citycode.elements.schedules import Bracket, CityMoney, DatedItem, Schedule, Series, Source
from citycode.elements.spans import ALWAYS
from citycode.language import BARE, Expression, Number, Scope, compile_expression, unit_named

CASES = 20_000 if os.environ.get("CITYCODE_SOAK") else 300
SOMEBODY = Source("Resolution 1", example=False)
SQFT, PERCENT = Number(unit_named("sqft")), Number(unit_named("percent"))
SCOPE = Scope(
    {
        **dict.fromkeys(("paid_usd", "each_usd", "first_usd", "other_usd"), USD),
        **dict.fromkeys(("area_sqft", "over_sqft", "size_sqft"), SQFT),
        "share_percent": PERCENT,
        "number": BARE,
        "nth": BARE,
    }
)


def formula(text: str) -> Expression:
    return compile_expression(text, SCOPE)


def cases() -> Iterator[random.Random]:
    for seed in range(CASES):
        yield random.Random(seed)


def cents(
    form: Form, money: CityMoney | None = None, rounding: Rounding | None = None, **facts: Fraction
) -> int:
    """What the form comes to in cents, once rounded."""
    asked = Asked(facts, {}, date(2026, 6, 1))
    found = settled(Amount(form), Reckoning(asked, money or CityMoney()), rounding or Rounding())
    assert found.usd is not None, (facts, found)
    whole = found.usd * 100
    assert whole.denominator == 1
    return whole.numerator


def usd(number: int) -> Fraction:
    return Fraction(number, 100)


PER_UNIT = PerUnit(
    formula("area_sqft"),
    formula("size_sqft"),
    formula("over_sqft"),
    formula("each_usd"),
    Amount(Dollars(formula("first_usd"))),
    whole_only=False,
)
PER_WHOLE_UNIT = PerUnit(
    PER_UNIT.number, PER_UNIT.size, PER_UNIT.over, PER_UNIT.usd, PER_UNIT.first, whole_only=True
)


@pytest.mark.parametrize("whole_only", [False, True])
def test_so_much_for_each_additional_unit(whole_only: bool) -> None:
    for pick in cases():
        size = pick.randint(1, 5_000)
        over = pick.choice([0, size, pick.randint(0, 100_000)])
        area = pick.choice(
            [over, over + size, over + size + 1, over + 3 * size - 1, pick.randint(0, 400_000)]
        )
        each, first = pick.randint(0, 30_000), pick.randint(0, 30_000)

        found = cents(
            PER_WHOLE_UNIT if whole_only else PER_UNIT,
            area_sqft=Fraction(area, 100),
            over_sqft=Fraction(over, 100),
            size_sqft=Fraction(size, 100),
            each_usd=usd(each),
            first_usd=usd(first),
        )

        above = max(0, area - over)
        units = above // size if whole_only else (above + size - 1) // size
        assert found == first + units * each, (area, over, size)


def rounded(numerator: int, denominator: int, ties: Ties) -> int:
    whole, rest = divmod(numerator, denominator)
    if 2 * rest > denominator:
        return whole + 1
    if 2 * rest == denominator and (ties == "up" or (ties == "even" and whole % 2)):
        return whole + 1
    return whole


@pytest.mark.parametrize("ties", ["up", "down", "even"])
@pytest.mark.parametrize("unit", [1, 5, 100])
def test_a_share_is_rounded_once_as_stated(ties: Ties, unit: int) -> None:
    form = Share(formula("share_percent"), True, Amount(Dollars(formula("paid_usd"))))
    for pick in cases():
        paid = pick.randint(0, 10_000_000)
        hundredths = pick.choice([50, 100, 2_500, 6_500, pick.randint(0, 30_000)])

        found = cents(
            form,
            rounding=Rounding(Fraction(unit, 100), ties),
            paid_usd=usd(paid),
            share_percent=Fraction(hundredths, 100),
        )

        assert found == unit * rounded(paid * hundredths, 10_000 * unit, ties), (paid, hundredths)


@pytest.mark.parametrize("with_earlier", [False, True])
def test_so_much_from_the_nth_on(with_earlier: bool) -> None:
    form = PerEvent(formula("number"), None, "", formula("nth"), with_earlier, formula("each_usd"))
    for pick in cases():
        nth = pick.randint(1, 6)
        number = pick.choice([nth - 1, nth, nth + 1, pick.randint(0, 40)])
        each = pick.randint(0, 50_000)

        found = cents(form, number=Fraction(number), nth=Fraction(nth), each_usd=usd(each))

        charged = [one for one in range(1, number + 1) if one >= nth]
        expected = len(range(number)) if with_earlier and charged else len(charged)
        assert found == expected * each, (number, nth)


@pytest.mark.parametrize("which", ["greater", "lesser", "sum"])
def test_the_greater_the_lesser_and_the_sum(which: str) -> None:
    parts = tuple(Amount(Dollars(formula(name))) for name in ("paid_usd", "each_usd", "other_usd"))
    form = Several(which, parts)  # type: ignore[arg-type]
    for pick in cases():
        amounts = [pick.randint(0, 1_000) for _ in range(3)]

        found = cents(form, paid_usd=usd(amounts[0]), each_usd=usd(amounts[1]), other_usd=usd(amounts[2]))

        ordered = sorted(amounts)
        assert found == {"greater": ordered[2], "lesser": ordered[0], "sum": sum(amounts)}[which]


def test_an_amount_within_its_bounds() -> None:
    paid, least, most = (Amount(Dollars(formula(name))) for name in ("paid_usd", "each_usd", "other_usd"))
    for pick in cases():
        low = pick.randint(0, 1_000)
        high = low + pick.randint(0, 1_000)
        amount = pick.choice([low - 1, low, low + 1, high - 1, high, high + 1, pick.randint(0, 3_000)])
        if amount < 0:
            continue
        asked = Asked(
            {"paid_usd": usd(amount), "each_usd": usd(low), "other_usd": usd(high)}, {}, date(2026, 6, 1)
        )

        found = settled(paid, Reckoning(asked, CityMoney()), Rounding(), least, most)

        assert found.usd == usd(sorted((low, amount, high))[1]), (low, amount, high)


def test_brackets() -> None:
    for pick in cases():
        ends = sorted(pick.sample(range(1, 1_000_000), pick.randint(1, 6)))
        table = []
        for at in range(len(ends) + 1):
            low, high = (ends[at - 1] if at else 0), (ends[at] if at < len(ends) else None)
            flat, plus, per = pick.randint(0, 50_000), pick.randint(0, 5_000), pick.randint(1, 5_000)
            table.append((low, high, flat, plus, per, pick.choice(["flat", "per", "rate"])))
        number = pick.choice([*ends, *(end + 1 for end in ends), pick.randint(1, 2_000_000)])

        found = cents(ByBracket(schedule(table), formula("paid_usd")), paid_usd=usd(number))

        low, _, flat, plus, per, kind = next(row for row in table if row[1] is None or number <= row[1])
        above = number - low
        if kind == "per":
            expected = flat + plus * ((above + per - 1) // per)
        else:
            expected = rounded(flat * 10_000 + (above * plus if kind == "rate" else 0), 10_000, "up")
        assert found == expected, (table, number)


def schedule(table: list[tuple[int, int | None, int, int, int, str]]) -> Schedule:
    """Ends in cents, `plus` in cents for each `per` cents, or as hundredths of a percent."""
    brackets = tuple(
        Bracket(
            usd(low),
            usd(high) if high is not None else None,
            usd(flat),
            usd(plus) if kind == "per" else None,
            usd(per) if kind == "per" else None,
            Fraction(plus, 10_000) if kind == "rate" else None,
        )
        for low, high, flat, plus, per, kind in table
    )
    return Schedule("table", "a table", "value", USD, (DatedItem(ALWAYS, brackets, SOMEBODY),))


def test_an_index() -> None:
    base = date(1991, 1, 1)
    form = Indexed(formula("paid_usd"), "prices", base, 1, 1)
    for pick in cases():
        first, last = pick.randint(500, 4_000), pick.randint(500, 4_000)
        values = {base: Fraction(first, 10), date(2026, 1, 1): Fraction(last, 10)}
        money = CityMoney(series={"prices": Series("prices", "prices", values, SOMEBODY)})
        paid = pick.randint(0, 1_000_000)

        found = cents(form, money, paid_usd=usd(paid))

        assert found == rounded(paid * last, first, "up"), (paid, first, last)


def test_what_may_not_be_exceeded_is_rounded_down() -> None:
    for pick in cases():
        paid, hundredths = pick.randint(0, 1_000_000), pick.randint(0, 10_000)

        most = Rounding(CENT).not_above(usd(paid) * Fraction(hundredths, 10_000))

        assert most * 100 == paid * hundredths // 10_000
