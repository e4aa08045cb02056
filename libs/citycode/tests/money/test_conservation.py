"""Money that is divided, held or drawn is never made or lost: 20,000 random cases with CITYCODE_SOAK=1."""

from __future__ import annotations

import os
import random
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from citycode.elements.allocations import in_proportion
from citycode.elements.balances import balance
from citycode.results.securities import Move, Movement

from libs.citycode.tests.lawbooks import TODAY, stone_bridge
from libs.citycode.tests.money.ordinances import facts_of, usd

CASES = 20_000 if os.environ.get("CITYCODE_SOAK") else 300
WHOLE_PROGRAM_CASES = CASES // 10


def by_largest_remainder(whole: int, weights: list[int]) -> list[int]:
    """With whole numbers only: floors first, then one each to the largest remainders, earlier ones first."""
    total = sum(weights)
    if total == 0:
        return [0] * len(weights)
    parts = [whole * each // total for each in weights]
    order = sorted(range(len(weights)), key=lambda at: (-(whole * weights[at] % total), at))
    for at in order[: whole - sum(parts)]:
        parts[at] += 1
    return parts


def test_shares_sum_to_the_whole_and_go_by_the_largest_remainder() -> None:
    for seed in range(CASES):
        pick = random.Random(seed)
        weights = [pick.choice([0, 1, 350_000, pick.randint(0, 900_000)]) for _ in range(pick.randint(1, 12))]
        whole = pick.choice([0, 1, len(weights), pick.randint(0, 5_000_000)])

        parts = in_proportion(whole, [Fraction(each, 100) for each in weights])

        assert sum(parts) == (whole if sum(weights) else 0)
        assert parts == by_largest_remainder(whole, weights)
        total = sum(weights) or 1
        assert all(
            abs(part * total - whole * each) < total for part, each in zip(parts, weights, strict=True)
        )


def test_whatever_a_park_owes_is_paid_to_the_cent() -> None:
    program = stone_bridge().program("paving")
    for seed in range(WHOLE_PROGRAM_CASES):
        pick = random.Random(seed)
        claims = [pick.randint(0, 1_200_000) for _ in range(pick.randint(1, 8))]
        value = pick.choice([0, sum(claims) * 5, sum(claims) * 5 - 1, pick.randint(0, 20_000_000)])
        homes = [{"cost_usd": f"{each / 100:.2f}", "sections": 3} for each in claims]
        facts = facts_of(program, homes=homes, park_value_usd=f"{max(value, 0) / 100:.2f}")

        answer = program.allocations(facts, TODAY).allocations[0]

        ceiling = max(value, 0) // 5
        owed = sum(claims)
        paid = [int((each.usd or Decimal(0)) * 100) for each in answer.shares]
        assert answer.cut is (owed > ceiling)
        assert sum(paid) == min(owed, ceiling) == int((answer.total_usd or Decimal(0)) * 100)
        assert all(part <= claim for part, claim in zip(paid, claims, strict=True))
        assert paid == (claims if owed <= ceiling else by_largest_remainder(ceiling, claims))


def test_a_balance_fell_on_the_first_day_after_which_it_never_rose_again() -> None:
    first = date(2026, 1, 1)
    kinds: tuple[Move, ...] = ("deposit", "deposit", "draw", "return")
    for seed in range(CASES):
        pick = random.Random(seed)
        moves = [
            Movement(first + timedelta(pick.randint(0, 9)), pick.choice(kinds), usd(str(pick.randint(0, 20))))
            for _ in range(pick.randint(0, 8))
        ]
        least = pick.randint(1, 30)

        found = balance(moves)

        held = [
            sum(int(each.usd) * (1 if each.kind == "deposit" else -1) for each in moves if each.on <= day)
            for day in (first + timedelta(count) for count in range(10))
        ]
        assert found.usd == held[-1]
        reached = [at for at, each in enumerate(held) if each >= least]
        expected = None if not reached or reached[-1] == 9 else first + timedelta(reached[-1] + 1)
        assert found.fell_below(Fraction(least)) == expected, (seed, held, least)
