"""All fees of a program at once: against whole cents, and with facts taken away."""

from __future__ import annotations

import json
import os
import random

import pytest
from citycode import FeesResult, Happening, parse_facts

from libs.citycode.tests.lawbooks import TODAY, stone_bridge
from libs.citycode.tests.money.ordinances import ordinances, usd

CASES = 20_000 if os.environ.get("CITYCODE_SOAK") else 300
VISIT_CENTS = 9_500


def rounded(number: int, by: int) -> int:
    return (2 * number + by) // (2 * by)


def near(pick: random.Random, ends: list[int], most: int) -> str:
    """A number with two decimals: on an end, beside one, or anywhere."""
    hundredths = pick.choice(
        [each + beside for each in ends for beside in (-1, 0, 1)] + [pick.randint(1, most)]
    )
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def hundredths(stated: object) -> int:
    return int(str(stated).replace(".", ""))


def picked(pick: random.Random) -> dict[str, object]:
    return {
        "paved_sqft": near(pick, [10_000, 200_000], 400_000),
        "value_usd": near(pick, [50_000, 200_000], 900_000),
        "begun": pick.random() < 0.5,
        "public": pick.random() < 0.2,
        "visits": pick.randint(0, 5),
        "garden": pick.random() < 0.2,
        "farm": pick.random() < 0.1,
    }


def asked(stated: dict[str, object], served: int | None) -> FeesResult:
    program = stone_bridge().program("paving")
    history = None if served is None else [Happening("notice.served", TODAY)] * served
    return program.fees(parse_facts(program.facts, stated), TODAY, history, {"visit": usd("95.00")})


def in_cents(stated: dict[str, object], served: int) -> dict[str, int]:
    """What an accountant would charge, in whole cents."""
    if stated["farm"]:
        return {}
    area, value = hundredths(stated["paved_sqft"]), hundredths(stated["value_usd"])
    permit = 0 if stated["public"] else 10_000
    units = -(-max(0, area - 10_000) // 2_500)
    if value <= 50_000:
        by_value = 2_350
    elif value <= 200_000:
        by_value = 2_350 + 305 * -(-(value - 50_000) // 10_000)
    else:
        by_value = rounded(6_925 * 100 + (value - 200_000), 100)
    visits = int(str(stated["visits"]))
    return {
        "sb-pave-fee": permit,
        "sb-pave-area": min(50_000, max(2_000, 500 + units * 1_000)),
        "sb-pave-value": by_value,
        "sb-pave-review": rounded(permit * 65, 100),
        "sb-pave-double": permit if stated["begun"] else 0,
        "sb-pave-visits": visits * VISIT_CENTS if visits >= 3 and not stated["garden"] else 0,
        "sb-pave-failed": 4_000 * max(0, served - 1),
        "sb-pave-engineer": 20_000 if area > 200_000 else 0,
    }


def test_the_whole_bill_in_cents() -> None:
    for seed in range(CASES):
        pick = random.Random(seed)
        stated, served = picked(pick), pick.randint(0, 4)

        result = asked(stated, served)

        expected = in_cents(stated, served)
        found = {
            each.id: int((each.amount_usd or 0) * 100) for each in result.lines if not each.discretionary
        }
        assert {name: cents for name, cents in found.items() if cents} == {
            name: cents for name, cents in expected.items() if cents
        }, stated
        assert result.total_usd is not None
        assert int(result.total_usd * 100) == sum(expected.values())


def test_stating_more_never_changes_what_is_known() -> None:
    for seed in range(CASES // 3):
        pick = random.Random(seed)
        stated, served = picked(pick), pick.randint(0, 4)
        fewer = {name: value for name, value in stated.items() if pick.random() < 0.6 or name == "farm"}
        fewer |= {"garden": stated["garden"]}

        full = {each.id: each for each in asked(stated, served).lines}
        part = asked(fewer, pick.choice([served, None])).lines

        for each in part:
            if each.amount_usd is not None:
                assert (each.outcome, each.amount_usd) == (full[each.id].outcome, full[each.id].amount_usd)
            else:
                assert each.missing, each


@pytest.mark.parametrize("city", ["fridley", "lake-elmo", "elk-river", "detroit-lakes"])
def test_every_rule_about_money_is_shown_as_json(city: str) -> None:
    law = ordinances().city(city)

    rules = [rule.to_json() for rule in law.rules.values()]
    programs = [each.describe(TODAY) for each in law.all_programs.values()]

    assert json.loads(json.dumps([rules, programs])) == [rules, programs]
    assert all(each["treatment"] == "computed" for each in rules)
