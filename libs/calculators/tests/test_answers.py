"""The contract says exactly what the engine answers: every model takes its answer whole."""

from typing import Any

import pytest
from calculators.answers import (
    CheckAnswer,
    ClocksAnswer,
    DecisionAnswer,
    EndsAnswer,
    NoticeAnswer,
    ProgramAnswer,
    ProgramsAnswer,
    RequirementsAnswer,
    RuleAnswer,
    RulesAnswer,
)
from pydantic import BaseModel
from servicekit.testing.client import ProvenClient

WIND = "/v1/lake-elmo/programs/wind-generator"
GOOD = {
    "zoning_district": "AG",
    "lot_area_acres": 40,
    "structure_height_ft": 125,
    "property_line_setback_ft": 150,
}
NOTICE = {
    "notice": "le-wind-notice",
    "hearing_on": "2026-07-14",
    "parties": [{"id": "renter", "kinds": ["resident"], "distance_ft": 480}],
    "served": [{"party": "renter", "on": "2026-07-02", "method": "first_class_mail"}],
}
ASKED: list[tuple[str, Any, type[BaseModel]]] = [
    (f"{WIND}/check", {"facts": GOOD}, CheckAnswer),
    (f"{WIND}/check", {"facts": {}, "parcel": {"pin": "1"}}, CheckAnswer),
    (f"{WIND}/clocks", {"event": "application.completed", "on": "2026-06-04"}, ClocksAnswer),
    (f"{WIND}/ends", {"event": "ownership.transferred", "on": "2026-09-14"}, EndsAnswer),
    (f"{WIND}/notices/check", NOTICE, NoticeAnswer),
    (f"{WIND}/decisions/check", {"kind": "revoke", "votes": {"yes": 3}}, DecisionAnswer),
    ("/v1/lake-elmo/requirements", {"facts": GOOD}, RequirementsAnswer),
]
READ: list[tuple[str, type[BaseModel]]] = [
    ("/v1/lake-elmo/programs", ProgramsAnswer),
    (WIND, ProgramAnswer),
    ("/v1/lake-elmo/rules?q=setback", RulesAnswer),
    ("/v1/lake-elmo/rules/le-wind-height", RuleAnswer),
]


@pytest.mark.parametrize(("path", "body", "model"), ASKED, ids=[path for path, _, _ in ASKED])
def test_a_question_is_answered_as_the_contract_says(
    client: ProvenClient, path: str, body: Any, model: type[BaseModel]
) -> None:
    response = client.post(path, json=body)

    assert response.status_code == 200, response.text
    model.model_validate_json(response.content)


@pytest.mark.parametrize(("path", "model"), READ, ids=[path for path, _ in READ])
def test_the_law_is_read_as_the_contract_says(
    client: ProvenClient, path: str, model: type[BaseModel]
) -> None:
    response = client.get(path)

    assert response.status_code == 200, response.text
    model.model_validate_json(response.content)


@pytest.mark.parametrize(("path", "model"), READ, ids=[path for path, _ in READ])
def test_what_was_read_is_not_sent_again(client: ProvenClient, path: str, model: type[BaseModel]) -> None:
    etag = client.get(path).headers["ETag"]

    again = client.get(path, headers={"If-None-Match": etag})

    assert (again.status_code, again.content) == (304, b"")
    assert model
