"""Every operation over a made-up city that has an element of each kind, and no maps."""

from typing import Any

import pytest
from calculators.answers import (
    CheckAnswer,
    ClocksAnswer,
    CompareAnswer,
    DecisionAnswer,
    DocumentAnswer,
    EndsAnswer,
    MeasuresAnswer,
    NoticeAnswer,
    ProgramAnswer,
    ProgramsAnswer,
    RequirementsAnswer,
    RuleAnswer,
    RulesAnswer,
)
from pydantic import BaseModel
from servicekit.testing.client import ProvenClient

from libs.citycode.tests.lawbooks import ALL_IN_ORDER

CITY = "/v1/birch-falls"
SHED = f"{CITY}/programs/shed"
OWNER = {"id": "o", "kinds": ["owner"], "distance_ft": 350}
ASKED: list[tuple[str, Any, type[BaseModel]]] = [
    (f"{SHED}/check", {"facts": ALL_IN_ORDER}, CheckAnswer),
    (f"{SHED}/check", {"facts": {}}, CheckAnswer),
    (f"{SHED}/clocks", {"event": "application.completed", "on": "2026-06-04"}, ClocksAnswer),
    (f"{SHED}/clocks", {"event": "permit.issued", "on": "2026-09-01"}, ClocksAnswer),
    (f"{SHED}/clocks", {"event": "notice.served", "on": "2026-10-31T15:00:00-05:00"}, ClocksAnswer),
    (f"{SHED}/clocks", {"event": "notice.served", "on": "2026-10-31"}, ClocksAnswer),
    (f"{SHED}/ends", {"event": "ownership.transferred", "on": "2026-09-14"}, EndsAnswer),
    (
        f"{SHED}/notices/check",
        {"notice": "bf-shed-notice", "hearing_on": "2026-07-14", "parties": [OWNER]},
        NoticeAnswer,
    ),
    (f"{SHED}/measures", {"facts": ALL_IN_ORDER}, MeasuresAnswer),
    (f"{SHED}/measures", {"facts": {}}, MeasuresAnswer),
    (f"{CITY}/compare", {"from": "2009-01-01", "to": "2011-01-01", "facts": ALL_IN_ORDER}, CompareAnswer),
    (f"{CITY}/compare", {"from": "2009-01-01", "to": "2011-01-01", "program": "shed"}, CompareAnswer),
    (
        f"{SHED}/documents/check",
        {"document": "bf-shed-order", "contains": {"warning": "BEWARE"}, "by": "clerk", "done": ["posted"]},
        DocumentAnswer,
    ),
    (
        f"{SHED}/notices/check",
        {"notice": "bf-shed-violation", "parties": [OWNER], "published": []},
        NoticeAnswer,
    ),
    (f"{SHED}/decisions/check", {"kind": "approve", "votes": {"yes": 2, "no": 1}}, DecisionAnswer),
    (f"{SHED}/decisions/check", {"kind": "revoke", "votes": {"yes": 4}}, DecisionAnswer),
    (f"{CITY}/requirements", {"facts": {"work": "shed"}}, RequirementsAnswer),
]
READ: list[tuple[str, type[BaseModel]]] = [
    (f"{CITY}/programs", ProgramsAnswer),
    (f"{SHED}?on=2009-01-01", ProgramAnswer),
    (SHED, ProgramAnswer),
    (f"{CITY}/rules?q=shed", RulesAnswer),
    (f"{CITY}/rules/bf-shed-height", RuleAnswer),
    (f"{CITY}/rules/bf-shed-cover-limit", RuleAnswer),
]


@pytest.mark.parametrize(("path", "body", "model"), ASKED)
def test_every_question_is_answered_as_the_contract_says(
    made_up: ProvenClient, path: str, body: Any, model: type[BaseModel]
) -> None:
    response = made_up.post(path, json=body)

    assert response.status_code == 200, response.text
    model.model_validate_json(response.content)


@pytest.mark.parametrize(("path", "model"), READ)
def test_the_law_is_read_as_the_contract_says(
    made_up: ProvenClient, path: str, model: type[BaseModel]
) -> None:
    response = made_up.get(path)

    assert response.status_code == 200, response.text
    model.model_validate_json(response.content)


def test_all_in_order_is_allowed_once_the_office_has_judged(made_up: ProvenClient) -> None:
    asked = made_up.post(f"{SHED}/check", json={"facts": ALL_IN_ORDER}).json()
    judged = made_up.post(
        f"{SHED}/check", json={"facts": ALL_IN_ORDER, "judgments": {"bf-shed-looks": True}}
    ).json()

    assert (asked["outcome"], asked["allowed"]) == ("needs_judgment", None)
    assert (judged["outcome"], judged["allowed"], judged["track"]["id"]) == ("allowed", True, "clerk")


@pytest.mark.parametrize(("on", "fails"), [("2010-03-31", True), ("2010-04-01", False)])
def test_the_law_of_the_day_answers(made_up: ProvenClient, on: str, fails: bool) -> None:
    facts = {**ALL_IN_ORDER, "height_ft": 13}

    answer = made_up.post(f"{SHED}/check", json={"on": on, "facts": facts}).json()

    assert ("bf-shed-height" in answer["fails"]) is fails


def test_all_versions_of_a_rule_are_shown_with_their_dates(made_up: ProvenClient) -> None:
    rule = made_up.get(f"{CITY}/rules/bf-shed-height").json()

    element = next(each for each in rule["elements"] if each["id"] == "bf-shed-height")
    assert [
        (each["from"], each["until"], each["values"]["max_height_ft"]) for each in element["versions"]
    ] == [
        (None, "2010-04-01", 12),
        ("2010-04-01", None, 15),
    ]
    assert element["answered_by"] == ["check"]


@pytest.mark.parametrize("words", ["height limit", "HEIGHT", "12.11", "bf-shed-height"])
def test_rules_are_found_by_wording_section_and_id(made_up: ProvenClient, words: str) -> None:
    found = made_up.get(f"{CITY}/rules", params={"q": words}).json()["rules"]

    assert "bf-shed-height" in [each["id"] for each in found]


@pytest.mark.parametrize(
    ("facts", "requirement"),
    [
        ({"work": "shed", "shed_area_sqft": 120}, "required"),
        ({"work": "shed", "shed_area_sqft": 40, "movable": True}, "exempt"),
        ({"work": "fence"}, "not_needed"),
        ({"shed_area_sqft": 120}, "cannot_be_told"),
    ],
)
def test_requirements_sort_the_programs(
    made_up: ProvenClient, facts: dict[str, Any], requirement: str
) -> None:
    (program,) = made_up.post(f"{CITY}/requirements", json={"facts": facts}).json()["programs"]

    assert program["requirement"] == requirement


@pytest.mark.parametrize(("named", "answered"), [(["shed"], ["shed"]), (None, ["shed"])])
def test_requirements_of_named_programs(
    made_up: ProvenClient, named: list[str] | None, answered: list[str]
) -> None:
    answer = made_up.post(f"{CITY}/requirements", json={"facts": {}, "programs": named}).json()

    assert [each["program"] for each in answer["programs"]] == answered


def test_a_program_that_is_not_there_is_refused(made_up: ProvenClient) -> None:
    refused = made_up.post(f"{CITY}/requirements", json={"facts": {}, "programs": ["shed", "barn"]})

    assert refused.status_code == 422
    assert [each["pointer"] for each in refused.json()["errors"]] == ["#/programs/1"]


def test_what_would_tell_is_named(made_up: ProvenClient) -> None:
    (program,) = made_up.post(f"{CITY}/requirements", json={"facts": {}}).json()["programs"]

    assert "work" in [fact["name"] for fact in program["missing_facts"]]


def test_hours_on_a_mere_date_say_what_is_needed(made_up: ProvenClient) -> None:
    body = {"event": "notice.served", "on": "2026-10-31"}

    clocks = made_up.post(f"{SHED}/clocks", json=body).json()["clocks"]

    urgent = next(each for each in clocks if each["id"] == "bf-shed-urgent")
    assert urgent["at"] is None
    assert "run from an instant" in urgent["sentence"]


def test_hours_over_the_change_of_clocks_on_the_wire(made_up: ProvenClient) -> None:
    body = {"event": "notice.served", "on": "2026-10-31T15:00:00-05:00", "facts": {"historic": False}}

    clocks = made_up.post(f"{SHED}/clocks", json=body).json()["clocks"]

    urgent = next(each for each in clocks if each["id"] == "bf-shed-urgent")
    assert urgent["at"] == "2026-11-02T14:00:00-06:00"


def test_a_date_is_the_same_whatever_zone_the_caller_is_in(made_up: ProvenClient) -> None:
    answers = {
        made_up.post(f"{SHED}/clocks", json={"event": "application.completed", "on": on}).text
        for on in ("2026-11-02T12:00:00-06:00", "2026-11-02T18:00:00Z", "2026-11-03T03:00:00+09:00")
    }

    assert len(answers) == 1
    assert '"last_day":"2026-11-12"' in answers.pop()


def test_without_maps_a_parcel_changes_nothing_and_the_answer_says_so(made_up: ProvenClient) -> None:
    answer = made_up.post(f"{SHED}/check", json={"facts": {}, "parcel": {"pin": "1"}}).json()

    assert answer["place"] is None
    assert answer["notes"] == ["No maps can be asked here; state the facts of the place."]
