"""The cases beside the law, answered by the engine itself: the same calls the gateway gets, without HTTP."""

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import jmespath
import pytest
import yaml
from citycode import Party, Program, Service, Votes, parse_facts

from libs.citycode.tests.lawbooks import CODES, the_law

CASES = [case for path in sorted(CODES.glob("*/*.cases.yaml")) for case in yaml.safe_load(path.read_text())]
Body = Mapping[str, Any]


def day(body: Body, key: str = "on") -> date:
    return date.fromisoformat(body[key])


def notice_check(program: Program, body: Body) -> Any:
    parties = [
        Party(each["id"], frozenset(each["kinds"]), Fraction(str(each["distance_ft"])))
        for each in body["parties"]
    ]
    served = [Service(each["party"], day(each), each["method"]) for each in body["served"]]
    return program.notice_check(body["notice"], day(body, "hearing_on"), parties, served, day(body))


def facts(program: Program, body: Body) -> Any:
    return parse_facts(program.facts, body.get("facts", {}))


CALLS: dict[str, Callable[[Program, Body], Any]] = {
    "check": lambda program, body: program.check(facts(program, body), day(body), body.get("judgments")),
    "clocks": lambda program, body: program.clocks(body["event"], day(body), facts(program, body)),
    "ends": lambda program, body: program.ends(body["event"], facts(program, body), day(body)),
    "notices/check": notice_check,
    "decisions/check": lambda program, body: program.decision_check(
        body["kind"], Votes(**body["votes"]), day(body)
    ),
}


def answered(call: Mapping[str, Any]) -> Any:
    _, _, _, city, _, program, what = Path(call["path"]).as_posix().split("/", 6)
    return CALLS[what](the_law().city(city).program(program), call["body"]).to_json()


def in_process(case: Mapping[str, Any]) -> bool:
    return not any("parcel" in (call.get("body") or {}) for call in case["calls"])


@pytest.mark.parametrize("case", [case for case in CASES if in_process(case)], ids=lambda case: case["id"])
def test_the_engine_answers_the_case(case: Mapping[str, Any]) -> None:
    bodies = [answered(call) for call in case["calls"]]

    got = {key: jmespath.search(path, {"calls": bodies}) for key, path in case["answers"].items()}

    assert got == case["expect"]


def test_every_computed_rule_of_a_program_has_a_case() -> None:
    city = the_law().city("lake-elmo")

    bare = [rule.id for rule in city.rules.values() if rule.treatment == "computed" and not rule.cases]

    assert bare == ["le-wind-referral"]
