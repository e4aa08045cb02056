"""The answers themselves, and clear refusals."""

from typing import Any

import pytest
from servicekit.testing.client import ProvenClient

WIND = "/v1/lake-elmo/programs/wind-generator"


def test_a_check_names_every_missing_fact_and_fails_what_fails(client: ProvenClient) -> None:
    answer = client.post(f"{WIND}/check", json={"facts": {"lot_area_acres": "39.99"}}).json()

    assert (answer["outcome"], answer["fails"]) == ("not_allowed", ["le-wind-lot-size"])
    assert "structure_height_ft" in [fact["name"] for fact in answer["missing_facts"]]


@pytest.mark.parametrize(("acres", "fails"), [(39.9, True), (40, False), (40.1, False)])
def test_the_limit_is_on_the_number(client: ProvenClient, acres: float, fails: bool) -> None:
    answer = client.post(f"{WIND}/check", json={"facts": {"lot_area_acres": acres}}).json()

    assert ("le-wind-lot-size" in answer["fails"]) == fails


def test_the_law_is_that_of_today_unless_a_day_is_given(client: ProvenClient) -> None:
    today = client.post(f"{WIND}/check", json={"facts": {}}).json()["law_date"]
    given = client.post(f"{WIND}/check", json={"on": "2025-03-01", "facts": {}}).json()["law_date"]

    assert (today, given) == ("2026-06-01", "2025-03-01")


def test_the_map_prevails_and_both_values_are_shown(client: ProvenClient) -> None:
    body = {"facts": {"lot_area_acres": 39}, "parcel": {"pin": "11.029.21.24.0001"}}

    answer = client.post(f"{WIND}/check", json=body).json()

    shown = {fact["name"]: (fact["value"], fact["stated"]) for fact in answer["place"]["facts"]}
    assert shown == {"zoning_district": ("AG", None), "lot_area_acres": (40.5, 39)}
    assert "le-wind-lot-size" not in answer["fails"]
    assert any("39 was stated; the map says 40.5" in note for note in answer["notes"])


def test_without_the_map_the_check_says_what_is_missing_and_why(client: ProvenClient) -> None:
    answer = client.post(f"{WIND}/check", json={"facts": {}, "parcel": {"pin": "away"}}).json()

    assert (answer["outcome"], answer["place"]) == ("needs_information", None)
    assert "lot_area_acres" in [fact["name"] for fact in answer["missing_facts"]]
    assert "gis did not answer" in answer["notes"][0]


REFUSED: list[tuple[str, Any, str]] = [
    ("check", {"facts": {"lot_area_acres": "many"}}, "#/facts/lot_area_acres"),
    ("check", {"facts": {"lot_size": 40}}, "#/facts/lot_size"),
    ("check", {"facts": {"guy_wires": [{"setback_ft": True}]}}, "#/facts/guy_wires/0/setback_ft"),
    ("check", {"facts": {}, "parcel": {"pin": "nowhere"}}, "#/parcel"),
    ("check", {"facts": {}, "colour": "red"}, "#/colour"),
    ("check", {"on": "2026-02-30", "facts": {}}, "#/on"),
    ("clocks", {"event": "moon.full", "on": "2026-06-04"}, "#/event"),
    ("ends", {"event": "moon.full", "on": "2026-06-04"}, "#/event"),
    ("decisions/check", {"kind": "revoke", "votes": {"yes": -1}}, "#/votes/yes"),
    ("decisions/check", {"kind": "revoke", "votes": {"yes": 4, "no": 4}}, "#/votes"),
]


@pytest.mark.parametrize(("question", "body", "pointer"), REFUSED)
def test_what_cannot_be_read_is_pointed_at(
    client: ProvenClient, question: str, body: Any, pointer: str
) -> None:
    response = client.post(f"{WIND}/{question}", json=body)

    assert response.status_code == 422, response.text
    assert pointer in [error["pointer"] for error in response.json()["errors"]]


@pytest.mark.parametrize(
    "path", ["/v1/atlantis/programs", "/v1/lake-elmo/programs/moon-base", "/v1/lake-elmo/rules/le-moon"]
)
def test_what_is_not_there_is_not_found(client: ProvenClient, path: str) -> None:
    response = client.get(path)

    assert (response.status_code, response.json()["type"]) == (404, "urn:citycode:problem:not-found")


def test_a_program_lists_all_its_rules(client: ProvenClient) -> None:
    program = client.get(WIND).json()

    rules = {element["rule"] for kind in program["elements"].values() for element in kind}
    rules |= {notice["area_rule"] for notice in program["notices"]}
    rules |= {each["recommendation"]["rule"] for each in program["decisions"] if each["recommendation"]}
    assert len(rules) == 22
