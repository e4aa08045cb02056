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


def test_no_distance_is_measured_to_the_structure_that_is_named(client: ProvenClient) -> None:
    parcel = {"pin": "11.029.21.24.0001", "except_features": ["LE-WIND-2026-000042"]}

    answer = client.post(f"{WIND}/check", json={"facts": {}, "parcel": parcel}).json()

    shown = {fact["name"]: fact["value"] for fact in answer["place"]["facts"]}
    assert shown["nearest_wind_generator_ft"] == 900


def test_without_the_map_the_check_says_what_is_missing_and_why(client: ProvenClient) -> None:
    answer = client.post(f"{WIND}/check", json={"facts": {}, "parcel": {"pin": "away"}}).json()

    assert (answer["outcome"], answer["place"]) == ("needs_information", None)
    assert "lot_area_acres" in [fact["name"] for fact in answer["missing_facts"]]
    assert "gis did not answer" in answer["notes"][0]


def test_a_site_alone_asks_of_a_place_that_no_parcel_has(client: ProvenClient) -> None:
    body = {"facts": {}, "site": {"lon": -92.9, "lat": 45.0}}

    answer = client.post(f"{WIND}/check", json=body).json()

    shown = {fact["name"]: fact["value"] for fact in answer["place"]["facts"]}
    assert (answer["place"]["pin"], shown) == (None, {"zoning_district": "AG"})
    assert any("it is a fact of a lot" in note for note in answer["notes"])


SUBDIVISION = "/v1/elk-river/programs/subdivision/measures"
TRACT = {"right_of_way_acres": 0.5, "open_water_acres": 0, "wetlands": []}


def test_a_measure_takes_what_the_map_tells_of_the_parcel(client: ProvenClient) -> None:
    body = {"rules": ["er-sub-eligible-land"], "facts": TRACT, "parcel": {"pin": "11.029.21.24.0001"}}

    answer = client.post(SUBDIVISION, json=body).json()

    assert [each["value"] for each in answer["measures"]] == [40]
    assert [fact["name"] for fact in answer["place"]["facts"]] == ["lot_area_acres"]


def test_a_measure_without_the_map_says_what_is_missing_and_why(client: ProvenClient) -> None:
    body = {"rules": ["er-sub-eligible-land"], "facts": TRACT, "parcel": {"pin": "away"}}

    answer = client.post(SUBDIVISION, json=body).json()

    assert [fact["name"] for fact in answer["missing_facts"]] == ["lot_area_acres"]
    assert "gis did not answer" in answer["notes"][0]


def test_a_rule_that_measures_nothing_is_refused(client: ProvenClient) -> None:
    answer = client.post(SUBDIVISION, json={"rules": ["er-sub-platting"], "facts": {}})

    assert answer.status_code == 422
    assert "er-sub-eligible-land" in answer.json()["detail"]


RENTER = {"id": "renter", "kinds": ["resident"], "distance_ft": 480}
NOTICE = {
    "notice": "le-wind-notice",
    "hearing_on": "2026-07-14",
    "parties": [RENTER],
    "served": [{"party": "renter", "on": "2026-07-02", "method": "first_class_mail"}],
}
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
    ("check", {"facts": {}, "judgments": {"le-wind-beauty": True}}, "#/judgments/le-wind-beauty"),
    ("check", {"facts": {}, "site": {"lon": -200, "lat": 45.0}}, "#/site/lon"),
    ("notices/check", {**NOTICE, "parties": [RENTER, RENTER]}, "#/parties/1/id"),
    ("notices/check", {**NOTICE, "parties": []}, "#/served/0/party"),
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
    assert len([rule for rule in rules if rule.startswith("le-")]) == 22


@pytest.mark.parametrize("day", ["1000-01-01", "1699-12-31", "2500-01-01", "9998-12-31"])
@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("clocks", {"event": "application.completed", "on": "DAY"}),
        ("notices/check", {"notice": "le-wind-notice", "hearing_on": "DAY", "parties": []}),
    ],
)
def test_days_no_law_reaches_are_answered_or_refused_but_break_nothing(
    client: ProvenClient, question: str, body: dict[str, Any], day: str
) -> None:
    asked = {key: day if value == "DAY" else value for key, value in body.items()}

    response = client.post(f"{WIND}/{question}", json=asked)

    assert response.status_code in (200, 422)
    assert f"{day} is outside 1700-01-01 to 2499-12-31" in response.text


def test_what_the_law_cannot_read_from_the_map_is_a_missing_fact_and_no_fault_of_the_caller(
    client: ProvenClient,
) -> None:
    answer = client.post(f"{WIND}/check", json={"facts": {}, "parcel": {"pin": "strange"}}).json()

    assert "zoning_district" in [fact["name"] for fact in answer["missing_facts"]]
    assert any("the map says 'Zone 9'" in note for note in answer["notes"])


def test_a_search_for_blanks_is_refused(client: ProvenClient) -> None:
    assert client.get("/v1/lake-elmo/rules", params={"q": "  "}).status_code == 422
