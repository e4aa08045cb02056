"""Ladders against a replay of the history, caps against a walk through the days, open facts against every
way they may fall out. A few hundred random cases in an ordinary run; 20,000 with CITYCODE_SOAK=1.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import product
from pathlib import Path

import pytest
from citycode import Happening, Holding, LaddersResult, Program, load_law, parse_facts

from libs.citycode.tests.counting.replay import (
    Kept,
    Kind,
    Rule,
    Seen,
    days_in_its_year,
    free_days_lie_between,
    in_its_year,
    replayed,
    row_of_days,
    standing_at_once,
)
from libs.citycode.tests.dates.examples import ORDINANCES
from libs.citycode.tests.lawbooks import CODES

CASES = 20_000 if os.environ.get("CITYCODE_SOAK") else 300
FIRST = date(1990, 1, 1)
DAYS = (date(2060, 12, 31) - FIRST).days

WINDOWS: list[tuple[Kind, int | None, dict[str, object] | None]] = [
    ("all", None, None),
    ("rolling", 12, {"months": 12, "rolls": True}),
    ("rolling", 3, {"months": 3, "rolls": True}),
    ("fixed", 12, {"months": 12, "starts": "first_counted_event", "rolls": False}),
    ("fixed", 1, {"months": 1, "rolls": False}),
    ("fixed", 24, {"years": 2}),
    ("calendar_year", None, {"calendar_year": True}),
    ("season", None, {"named": "winter"}),
]
STEPS: list[tuple[dict[str, object], int | None, bool, int, int | None]] = [
    ({"at": 2}, None, False, 2, 2),
    ({"from": 3}, None, False, 3, None),
    ({"through": 3}, None, False, 1, 3),
    ({"from": 2, "through": 4}, None, False, 2, 4),
    ({"at": 3, "within": {"months": 6}}, 6, False, 3, 3),
    ({"from": 2, "within": {"years": 1, "of": "first_noticed"}}, 12, False, 2, None),
    ({"at": 2, "within": {"months": 12, "of": "any_earlier"}}, 12, True, 2, None),
    ({"at": 3, "within": {"months": 3, "of": "any_earlier"}}, 3, True, 3, None),
]
RULES: dict[str, Rule] = {
    f"fr-count-{row}-{column}": Rule(kind, months, within, any_earlier, first, last)
    for row, (kind, months, _) in enumerate(WINDOWS)
    for column, (_, within, any_earlier, first, last) in enumerate(STEPS)
}


def pack() -> dict[str, object]:
    """A program with a ladder for every window and every step, and caps of every kind."""
    ladders = []
    for row, (_, _, period) in enumerate(WINDOWS):
        for column, (step, *_) in enumerate(STEPS):
            name = f"fr-count-{row}-{column}"
            ladders.append(
                {
                    "id": name,
                    "section": "1",
                    "rule": "Events are counted.",
                    "counts": "violation.found",
                    "per": "owner",
                    "earlier": "noticed",
                    "ignores": [
                        {"id": f"{name}.abuse", "when": "domestic_abuse"},
                    ],
                    **({"period": period} if period else {}),
                    "steps": [{**step, "may": ["revoke"], "by": "city_council"}],
                }
            )
    common = {"section": "1", "rule": "It is limited.", "of": "rummage_sales"}
    return {
        "program": "counts",
        "title": "Counts",
        "service": "enforcement",
        "number_code": "CNT",
        "sixty_day": "no",
        "cite": {"code": "FCC", "topic": "Counts"},
        "facts": ["domestic_abuse", "noticed"],
        "periods": [
            {
                "id": "fr-count-winter",
                "section": "1",
                "rule": "A winter.",
                "name": "winter",
                "label": "winter",
                "within": {"from": "07-02", "to": "06-29"},
                "begins": {"first": "snowfall.ended"},
                "ends": {"last": "snowfall.ended"},
            }
        ],
        "ladders": ladders,
        "caps": [
            {"id": "fr-cap-once", "at_most": 2, "per": "residence", "at_once": True, **common},
            {"id": "fr-cap-year", "at_most": 3, "per": ["residence", "calendar_year"], **common},
            {
                "id": "fr-cap-days",
                "at_most": 30,
                "per": ["residence", "calendar_year"],
                "counts": "days",
                **common,
            },
            {"id": "fr-cap-row", "at_most": 9, "per": "residence", "counts": "days_in_a_row", **common},
            {"id": "fr-cap-apart", "apart": {"days": 10}, "per": "residence", **common},
        ],
    }


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> Program:
    codes: Path = tmp_path_factory.mktemp("codes")
    for name in ("facts.yaml", "permissions.yaml", "vocabulary.yaml"):
        shutil.copy(ORDINANCES / name, codes / name)
    (codes / "minnesota").mkdir()
    shutil.copy(CODES / "minnesota" / "holidays.yaml", codes / "minnesota")
    (codes / "fridley").mkdir()
    shutil.copy(ORDINANCES / "fridley" / "city.yaml", codes / "fridley")
    (codes / "fridley" / "counts.yaml").write_text(json.dumps(pack(), indent=1))
    return load_law(codes).city("fridley").program("counts")


def event(program: Program, on: date, facts: Mapping[str, object]) -> Happening:
    return Happening(
        "violation.found", on, on.isoformat(), keys={"owner": "o"}, facts=parse_facts(program.facts, facts)
    )


def random_days(source: random.Random, most: int) -> list[date]:
    """Some days within a few years, some of them a whole number of months apart, some on one day."""
    start = FIRST + timedelta(source.randrange(DAYS - 1500))
    days = [start]
    for _ in range(source.randrange(most)):
        if source.random() < 0.5:
            base = source.choice(days)
            month = base.month - 1 + source.choice([1, 3, 6, 12])
            last = 28 if base.day > 28 else base.day
            days.append(
                date(base.year + month // 12, month % 12 + 1, last) + timedelta(source.choice([-1, 0, 0, 1]))
            )
        else:
            days.append(start + timedelta(source.randrange(source.choice([60, 400, 1200]))))
    return sorted(days)


def answers_of(found: LaddersResult) -> dict[str, list[tuple[int | None, bool] | None]]:
    return {
        ladder.id: [
            None if each.counted is False else (each.number, bool(each.steps)) for each in ladder.events
        ]
        for ladder in found.ladders
    }


def test_every_ladder_agrees_with_a_replay_of_its_history(counts: Program) -> None:
    source = random.Random(645_15)
    for _ in range(max(CASES // len(RULES), 20)):
        seen = [Seen(on, source.random() > 0.2, source.random() > 0.2) for on in random_days(source, most=9)]
        history = [
            event(counts, each.on, {"domestic_abuse": not each.counted, "noticed": each.noticed})
            for each in seen
        ]

        answers = answers_of(counts.ladders(history, date(2065, 1, 1)))

        for name, rule in RULES.items():
            assert answers[name] == replayed(rule, seen), (name, seen)


def test_the_order_in_which_events_are_told_changes_nothing(counts: Program) -> None:
    source = random.Random(7)
    for _ in range(max(CASES // 100, 5)):
        days = list(dict.fromkeys(random_days(source, most=8)))
        history = [event(counts, on, {"domestic_abuse": False}) for on in days]
        shuffled = source.sample(history, len(history))

        told = answers_of(counts.ladders(history, date(2065, 1, 1)))

        assert answers_of(counts.ladders(shuffled, date(2065, 1, 1))) == told


def completions(facts: Sequence[dict[str, object]]) -> list[list[dict[str, object]]]:
    """Every way in which what is not stated may fall out."""
    places = [
        (at, name)
        for at, each in enumerate(facts)
        for name in ("domestic_abuse", "noticed")
        if each[name] is None
    ]
    ways = []
    for answers in product((False, True), repeat=len(places)):
        way = [dict(each) for each in facts]
        for (at, name), answer in zip(places, answers, strict=True):
            way[at][name] = answer
        ways.append(way)
    return ways


def test_what_is_told_with_open_facts_holds_however_they_fall_out(counts: Program) -> None:
    """`noticed` has a default, so that only an open `domestic_abuse` leaves anything open."""
    source = random.Random(45)
    for _ in range(max(CASES // 100, 6)):
        days = random_days(source, most=5)
        facts: list[dict[str, object]] = [
            {"domestic_abuse": source.choice([False, False, True, None]), "noticed": source.random() > 0.2}
            for _ in days
        ]
        stated = [event(counts, on, each) for on, each in zip(days, facts, strict=True)]
        partial = counts.ladders(stated, date(2065, 1, 1))

        for way in completions(facts):
            whole = counts.ladders(
                [event(counts, on, each) for on, each in zip(days, way, strict=True)], date(2065, 1, 1)
            )
            for one, other in zip(partial.ladders, whole.ladders, strict=True):
                for open_, closed in zip(one.events, other.events, strict=True):
                    assert open_.counted in (None, closed.counted)
                    if open_.number is not None:
                        assert open_.number == closed.number
                    outcomes = {each.outcome for each in open_.steps}
                    if open_.counted and not outcomes:
                        assert not closed.steps, (one.id, days, facts, way)
                    if "reached" in outcomes:
                        assert closed.steps, (one.id, days, facts, way)


def test_an_open_step_is_open_because_it_can_fall_out_either_way(counts: Program) -> None:
    source = random.Random(46)
    for _ in range(max(CASES // 100, 4)):
        days = random_days(source, most=4)
        facts: list[dict[str, object]] = [
            {"domestic_abuse": source.choice([False, None]), "noticed": True} for _ in days
        ]
        stated = [event(counts, on, each) for on, each in zip(days, facts, strict=True)]
        ways = [
            answers_of(
                counts.ladders(
                    [event(counts, on, each) for on, each in zip(days, way, strict=True)], date(2065, 1, 1)
                )
            )
            for way in completions(facts)
        ]

        for ladder in counts.ladders(stated, date(2065, 1, 1)).ladders:
            for at, each in enumerate(ladder.events):
                if each.counted and any(step.outcome == "needs_information" for step in each.steps):
                    reached = {answer[1] for way in ways if (answer := way[ladder.id][at]) is not None}
                    assert reached == {True, False}, (ladder.id, days, facts)


def holding(kept: Kept) -> Holding:
    return Holding("rummage_sales", kept.first, kept.last, keys={"residence": kept.of})


def test_every_cap_agrees_with_a_walk_through_the_days(counts: Program) -> None:
    source = random.Random(2005)
    for _ in range(CASES):
        start = FIRST + timedelta(source.randrange(DAYS - 800))
        spread = source.choice([12, 40, 300])

        def kept(start: date = start, spread: int = spread) -> Kept:
            first = start + timedelta(source.randrange(spread))
            return Kept(first, first + timedelta(source.choice([0, 0, 1, 2, 5, 14])), source.choice("ab"))

        wanted, records = kept(), [kept() for _ in range(source.randrange(7))]

        found = {
            each.id: each
            for each in counts.caps(holding(wanted), [holding(each) for each in records], wanted.first).caps
        }

        expected = {
            "fr-cap-once": standing_at_once(wanted, records),
            "fr-cap-year": in_its_year(wanted, records),
            "fr-cap-days": days_in_its_year(wanted, records),
            "fr-cap-row": row_of_days(wanted, records),
        }
        told = {name: found[name].with_wanted for name in expected}
        assert told == expected, (wanted, records)
        most = {"fr-cap-once": 2, "fr-cap-year": 3, "fr-cap-days": 30, "fr-cap-row": 9}
        assert {name: found[name].allowed for name in expected} == {
            name: amount <= most[name] for name, amount in expected.items()
        }
        assert found["fr-cap-apart"].allowed is free_days_lie_between(wanted, records, 10), (wanted, records)
