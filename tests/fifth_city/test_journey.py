"""Journey 13, the calculators part: somebody asks a city that nobody prepared the code for."""

from typing import Any

from tests.cases.direct import Calculators

CITY = "/permits/v1/marsh-landing"
HOUSE = f"{CITY}/programs/boathouse"
ON = "2026-06-01"
PROJECT: dict[str, Any] = {
    "zoning_district": "SH",
    "boathouse_use": "storage",
    "lot_width_ft": 100,
    "lot_area_sqft": 20_000,
    "hard_surface_sqft": 3_900,
    "ridge_height_ft": 18,
    "eave_height_ft": 10,
    "rooms": [{"width_ft": 20, "depth_ft": 12}],
    "lot_lines": [{"side": "shore", "distance_ft": 14, "neighbor_agrees": False}],
    "corner_lot": False,
    "deck_depth_ft": 12,
    "in_flood_fringe": False,
}


def posted(calculators: Calculators, path: str, **body: Any) -> Any:
    response = calculators.request("POST", path, json=body)
    assert response.status_code == 200, response.text
    return response.json()


def test_a_boathouse_from_question_to_vote(calculators: Calculators) -> None:
    programs = calculators.request("GET", f"{CITY}/programs", json=None).json()["programs"]
    assert [each["program"] for each in programs] == [
        "barking-dog",
        "boathouse",
        "guide-license",
        "ice-village-closing",
    ]

    needed = posted(calculators, f"{CITY}/requirements", on=ON, facts=PROJECT)["programs"]
    assert [each["program"] for each in needed if each["requirement"] == "required"] == [
        "boathouse",
        "guide-license",
    ]

    refused = posted(calculators, f"{HOUSE}/check", on=ON, facts=PROJECT)
    (finding,) = (each for each in refused["findings"] if each["outcome"] == "not_met")
    assert refused["fails"] == ["ml-house-setback"]
    assert (finding["limit"], finding["remedy"]) == (15, "variance")
    assert finding["cite"] == "MLO 4.10, Boathouses, 4.10 subd. 6"

    moved = {**PROJECT, "lot_lines": [{"side": "shore", "distance_ft": 15, "neighbor_agrees": False}]}
    judged = posted(calculators, f"{HOUSE}/check", on=ON, facts=moved, judgments={"ml-house-looks": True})
    assert (judged["outcome"], judged["track"]["office"]) == ("allowed", "city_council")

    fee = posted(calculators, f"{HOUSE}/fees", on=ON, facts={**moved, "work_cost_usd": 6_000})
    assert fee["lines"][0]["amount_usd"] == "116.00"

    voted = posted(calculators, f"{HOUSE}/decisions/check", on=ON, kind="approve", votes={"yes": 3, "no": 2})
    assert voted["carried"] is True

    rule = calculators.request("GET", f"{CITY}/rules/ml-house-height", json=None).json()
    assert [each["from"] for each in rule["elements"][0]["versions"]] == [None, "2026-02-01"]
