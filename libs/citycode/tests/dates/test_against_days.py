"""Clocks, terms, holds, periods and `on_time` against a counter that walks day by day, 1990 through 2060.

A few hundred random cases in an ordinary run; 20,000 with CITYCODE_SOAK=1.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from citycode import Clock, Happening, Program, load_law, parse_facts

from libs.citycode.tests.calendar.brute_force import DAY, Walker, months_earlier, months_later
from libs.citycode.tests.dates.examples import ORDINANCES
from libs.citycode.tests.lawbooks import CODES

CASES = 20_000 if os.environ.get("CITYCODE_SOAK") else 400
FIRST, LAST = date(1990, 1, 1), date(2060, 12, 31)
COMMON = {"section": "1", "rule": "A time.", "who": "owner", "must": "act"}
PAUSED = ((10, 1), (4, 30))


def clock(id_: str, **keys: Any) -> dict[str, Any]:
    return {"id": f"fr-time-{id_}", "starts": "notice.served", **COMMON, **keys}


def pack() -> dict[str, Any]:
    """A program with a clock of every kind, whose lengths are facts."""
    days = {"days": "stated_days"}
    return {
        "program": "times",
        "title": "Times",
        "service": "enforcement",
        "number_code": "TIME",
        "sixty_day": "no",
        "cite": {"code": "FCC", "topic": "Times"},
        "facts": {
            "stated_days": {"type": "number", "unit": "count", "label": "days", "question": "How many?"},
            "began_on": {"type": "date", "label": "beginning", "question": "When did it begin?"},
            "done_on": {"type": "date", "label": "act", "question": "When was it done?"},
            "spared": {"type": "boolean", "label": "spared", "question": "Is it waived?"},
            "still": {"type": "boolean", "label": "still so", "question": "Is it still so?"},
        },
        "standards": [
            {"id": "fr-time-kept", "section": "1", "rule": "In time.", "require": "on_time('fr-time-timed')"}
        ],
        "clocks": [
            clock("days", length=days, extension={"at_most": {"days": 30}}),
            clock("fixed", length=days, moved=False),
            clock("business", length={"business_days": "stated_days"}),
            clock("months", length={"months": "stated_days"}),
            clock("paused", length=days, pauses=[{"from": "10-01", "through": "04-30"}]),
            clock("yearly", yearly="10-01"),
            clock("window", length=days, not_before={"days": 3}),
            {"id": "fr-time-before", "before": "term.expires", "length": days, **COMMON},
            {
                "id": "fr-time-earlier",
                "before": "term.expires",
                "length": days,
                "earlier_off_weekends": True,
                **COMMON,
            },
            {
                "id": "fr-time-months-before",
                "before": "term.expires",
                "length": {"months": "stated_days"},
                **COMMON,
            },
            clock(
                "timed",
                length={"business_days": "stated_days"},
                waived_when="spared",
                began="began_on",
                done="done_on",
            ),
        ],
        "terms": [
            {
                "id": "fr-time-term",
                "section": "1",
                "rule": "Three ends.",
                "starts": "license.issued",
                "first_of": [
                    {"on": "ownership.transferred"},
                    {"length": {"months": "stated_days"}},
                    {"while": "still"},
                ],
            },
            {
                "id": "fr-time-season",
                "section": "1",
                "rule": "A winter.",
                "starts": "license.issued",
                "season": {"from": "11-15", "to": "03-10"},
            },
        ],
        "holds": [
            {
                "id": "fr-time-hold",
                "section": "1",
                "rule": "Held.",
                "blocks": ["inspect"],
                "on": "fee.assessed",
                "released_by": "reinspection_fee.paid",
            }
        ],
        "periods": [
            {
                "id": "fr-time-snow",
                "section": "1",
                "rule": "Snow.",
                "name": "snow",
                "label": "snow season",
                "within": {"from": "07-02", "to": "06-29"},
                "begins": {"first": "snowfall.ended"},
                "ends": {"last": "snowfall.ended"},
            }
        ],
    }


@pytest.fixture(scope="module")
def times(tmp_path_factory: pytest.TempPathFactory) -> Program:
    codes: Path = tmp_path_factory.mktemp("codes")
    for name in ("facts.yaml", "permissions.yaml", "vocabulary.yaml"):
        shutil.copy(ORDINANCES / name, codes / name)
    (codes / "minnesota").mkdir()
    shutil.copy(CODES / "minnesota" / "holidays.yaml", codes / "minnesota")
    (codes / "fridley").mkdir()
    shutil.copy(ORDINANCES / "fridley" / "city.yaml", codes / "fridley")
    (codes / "fridley" / "times.yaml").write_text(json.dumps(pack(), indent=1))
    return load_law(codes).city("fridley").program("times")


@pytest.fixture(scope="module")
def walker() -> Walker:
    return Walker(FIRST - 1500 * DAY, LAST + 4500 * DAY)


def some_day(source: random.Random) -> date:
    return FIRST + timedelta(source.randrange((LAST - FIRST).days))


def clocks(times: Program, event: str, on: date, number: int) -> dict[str, Clock]:
    found = times.clocks(event, on, parse_facts(times.facts, {"stated_days": number, "spared": False}))
    return {each.id.removeprefix("fr-time-"): each for each in found.clocks}


def test_every_clock_forward(times: Program, walker: Walker) -> None:
    source = random.Random(645_15)
    for _ in range(CASES):
        start, number = some_day(source), source.choice([0, 1, 2, 5, 10, 15, 30, 45, 60, 120])
        raw, moved = walker.after_days(start, [number])[number]
        october = start
        while (october.month, october.day) != (10, 1):
            october += DAY

        found = clocks(times, "notice.served", start, number)

        assert (found["days"].raw_last_day, found["days"].last_day) == (raw, moved), (start, number)
        assert found["fixed"].last_day == raw
        extension = found["days"].extension
        assert extension is not None
        assert extension.last_day == walker.on_from(raw + timedelta(30)), (start, number)
        working = walker.after_business_days(start, [number])[number] if number else walker.on_from(start)
        assert found["business"].last_day == working, (start, number)
        assert found["months"].last_day == walker.on_from(months_later(start, number)), (start, number)
        assert found["yearly"].last_day == walker.on_from(october), start
        assert (found["window"].first_day, found["window"].last_day) == (start + timedelta(3), moved)


def test_winter_is_left_out(times: Program, walker: Walker) -> None:
    source = random.Random(430)
    for _ in range(max(CASES // 20, 20)):
        start, number = some_day(source), source.choice([1, 10, 45, 60])

        paused = clocks(times, "notice.served", start, number)["paused"]

        assert paused.last_day == walker.after_paused_days(start, number, PAUSED), (start, number)


def test_every_clock_back_from_an_event(times: Program, walker: Walker) -> None:
    source = random.Random(10)
    for _ in range(CASES):
        event, number = some_day(source), source.choice([0, 1, 3, 10, 14, 30, 60])

        found = clocks(times, "term.expires", event, number)

        assert found["before"].last_day == event - timedelta(number)
        assert found["earlier"].last_day == walker.back_from(event - timedelta(number)), (event, number)
        assert found["months-before"].last_day == months_earlier(event, number), (event, number)


def test_in_time_is_what_a_walk_to_the_last_day_says(times: Program, walker: Walker) -> None:
    source = random.Random(15)
    for _ in range(CASES):
        began, number = some_day(source), source.choice([1, 5, 10, 30])
        last = walker.after_business_days(began, [number])[number]
        done = last + timedelta(source.choice([-3, -1, 0, 0, 1, 2, 9]))
        facts = {
            "stated_days": number,
            "began_on": began.isoformat(),
            "done_on": done.isoformat(),
            "spared": False,
        }

        outcome = kept(times, facts)

        assert outcome == ("met" if done <= last else "not_met"), (began, number, done)


def kept(times: Program, facts: dict[str, Any]) -> str:
    found = times.check(parse_facts(times.facts, facts), FIRST)
    return next(each.outcome for each in found.findings if each.id == "fr-time-kept")


def test_what_is_open_never_contradicts_what_is_told_later(times: Program) -> None:
    """Take facts away one by one: an answer that is given stays the answer once they are stated."""
    source = random.Random(45)
    for _ in range(CASES):
        began = some_day(source)
        whole: dict[str, Any] = {
            "stated_days": source.choice([1, 5, 10]),
            "began_on": began.isoformat(),
            "done_on": (began + timedelta(source.randrange(20))).isoformat(),
            "spared": source.random() < 0.3,
        }
        answer = kept(times, whole)

        for name in whole:
            partial = {key: value for key, value in whole.items() if key != name}
            assert kept(times, partial) in (answer, "needs_information"), (whole, name)


def test_a_term_lives_day_by_day(times: Program) -> None:
    source = random.Random(1975)
    for _ in range(CASES):
        issued, months = some_day(source), source.choice([1, 6, 12])
        sold = issued + timedelta(source.randrange(-20, 500))
        read_on = issued + timedelta(source.randrange(500))
        still = source.random() < 0.9
        over = months_later(issued, months)
        alive = still and read_on <= over and not (issued <= sold <= read_on)

        found = times.terms(
            "license.issued",
            issued,
            parse_facts(times.facts, {"stated_days": months, "still": still}),
            [Happening("ownership.transferred", sold)],
            read_on,
        )

        term = next(each for each in found.terms if each.id == "fr-time-term")
        assert term.in_force is alive, (issued, months, sold, read_on, still)


def test_a_season_is_that_which_runs_or_comes_next(times: Program) -> None:
    source = random.Random(401)
    for _ in range(CASES):
        issued = some_day(source)
        day = issued
        while not (day.month == 12 or (day.month, day.day) >= (11, 15) or (day.month, day.day) <= (3, 10)):
            day += DAY
        first = day
        while (first.month, first.day) != (11, 15):
            first -= DAY
        last = day
        while (last.month, last.day) != (3, 10):
            last += DAY

        found = times.terms("license.issued", issued, parse_facts(times.facts, {"stated_days": 1}))

        season = next(each for each in found.terms if each.id == "fr-time-season")
        assert (season.first_day, season.ends_on) == (first, last), issued


def test_a_hold_stands_day_by_day(times: Program) -> None:
    source = random.Random(3)
    for _ in range(CASES):
        start = some_day(source)
        events = [
            (
                start + timedelta(source.randrange(30)),
                source.choice(["fee.assessed", "reinspection_fee.paid"]),
            )
            for _ in range(source.randrange(8))
        ]
        read_on = start + timedelta(source.randrange(30))
        standing = False
        day = start
        while day <= read_on:
            today = {name for on, name in events if on == day}
            standing = (standing or "fee.assessed" in today) and "reinspection_fee.paid" not in today
            day += DAY

        found = times.holds([Happening(name, on) for on, name in events], read_on)

        assert bool(found.blocked) is standing, (events, read_on)


def test_a_snow_season_day_by_day(times: Program) -> None:
    source = random.Random(630)
    for _ in range(CASES):
        start = some_day(source)
        fell = sorted(start + timedelta(source.randrange(-200, 500)) for _ in range(source.randrange(6)))
        day = start + timedelta(source.randrange(300))
        read_on = day + timedelta(source.randrange(400))
        opens = day
        while (opens.month, opens.day) != (7, 2):
            opens -= DAY
        closes = opens
        while (closes.month, closes.day) != (6, 29):
            closes += DAY
        seen = [each for each in fell if opens <= each <= closes and each <= read_on]
        inside: bool | None
        if day > closes or not seen or day < seen[0]:
            inside = False
        elif day <= seen[-1]:
            inside = True
        else:
            inside = False if read_on > closes else None

        found = times.periods(day, [Happening("snowfall.ended", each) for each in fell], read_on)

        assert found.periods[0].in_period is inside, (day, read_on, fell)
