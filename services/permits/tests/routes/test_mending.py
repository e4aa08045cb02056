"""Surveyed facts in place of the map's, and remedies for standards that are not met."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from casework.decision_receipt import replay
from casework.storage import decisions

from services.permits.tests.pond import CITY, V1, Pond
from services.permits.tests.steps import done

pytestmark = pytest.mark.storage
SURVEY: dict[str, Any] = {
    "fact": "lot_area_sqft",
    "value": "12500",
    "document": "Survey 26-118",
    "surveyor": "Sigrid Holm, license 12345",
    "surveyed_on": "2026-05-28",
}
VARIANCE: dict[str, Any] = {
    "finding": "mp-dock-lot",
    "remedy": "variance",
    "body": "council",
    "granted_on": "2026-05-29",
    "resolution": "Resolution 2026-41",
    "findings": ["The lot was platted before the code."],
    "conditions": ["No lights."],
}


def finding(pond: Pond, application: Any, element: str) -> Any:
    check = pond.get(f"/applications/{application['id']}/check")
    return next(each for each in check["findings"] if each["id"] == element)


def test_a_fact_the_map_cannot_tell_blocks_until_it_is_surveyed(pond: Pond) -> None:
    application = pond.under_review(told={"gis.lot_area_sqft": None})
    blocked = pond.try_to_approve(application)

    surveyed = pond.act(application, "surveyed-facts", SURVEY)
    told = finding(pond, application, "mp-dock-lot")
    approved = pond.try_to_approve(surveyed)

    assert [gate["code"] for gate in blocked.json()["gates"]] == ["facts_missing"]
    assert told["outcome"] == "met"
    assert told["notes"][-1] == (
        "lot area: 12500 sqft by the survey Survey 26-118 of 2026-05-28, which the map does not tell."
    )
    assert finding(pond, application, "mp-dock-wetland")["notes"] == []
    assert done(approved)["application"]["state"] == "approved"


def test_a_survey_stands_in_place_of_what_the_map_tells_and_history_keeps_both(pond: Pond) -> None:
    application = pond.under_review(told={"gis.lot_area_sqft": 9000})

    surveyed = pond.act(application, "surveyed-facts", SURVEY)

    assert surveyed["measured"]["lot_area_sqft"]["value"] == 9000
    assert surveyed["surveyed"]["lot_area_sqft"]["value"] == 12500
    assert surveyed["surveyed"]["lot_area_sqft"]["surveyor"] == SURVEY["surveyor"]
    assert "in place of 9000 sqft on the map" in finding(pond, application, "mp-dock-lot")["notes"][-1]
    entry = pond.get(f"/applications/{application['id']}/history")["entries"][-1]
    assert entry["event"] == "fact.surveyed"
    assert (entry["details"]["value"], entry["details"]["map"]["value"]) == (12500, 9000)
    assert "Holm" not in str(entry)


def test_the_receipt_says_which_fact_was_surveyed(pond: Pond) -> None:
    application = pond.act(pond.under_review(), "surveyed-facts", SURVEY)

    done(pond.try_to_approve(application))

    with pond.engine.connect() as connection:
        (kept,) = decisions.of_record(connection, CITY, UUID(application["id"]))
    assert kept.receipt is not None
    assert b"survey Survey 26-118 of 2026-05-28" in kept.receipt
    assert replay(pond.law, kept.receipt).canonical == kept.receipt


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"fact": "dock_length_ft"}, "#/fact"),
        ({"fact": "no_such_fact"}, "#/fact"),
        ({"value": "large"}, "#/facts/lot_area_sqft"),
        ({"value": None}, "#/value"),
        ({"surveyed_on": "2026-06-02"}, "#/surveyed_on"),
    ],
)
def test_only_a_readable_value_of_a_fact_of_the_map_is_entered(
    pond: Pond, change: dict[str, Any], pointer: str
) -> None:
    application = pond.under_review()

    answer = pond.post(
        f"/applications/{application['id']}/surveyed-facts", SURVEY | change, application["version"]
    )

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer), answer.text


def test_an_applicant_enters_no_survey(pond: Pond) -> None:
    application = pond.under_review()

    answer = pond.office.resident().post(
        f"{V1}/applications/{application['id']}/surveyed-facts", json=SURVEY, headers={"If-Match": '"1"'}
    )

    assert answer.status_code == 403


def small_lot(pond: Pond, length_ft: int = 30) -> Any:
    return pond.under_review(length_ft, {"gis.lot_area_sqft": 9999})


def test_with_the_variance_its_law_names_an_unmet_standard_can_be_approved(pond: Pond) -> None:
    application = small_lot(pond)
    refused = pond.try_to_approve(application)

    mended = pond.act(application, "remedies", VARIANCE)
    told = finding(pond, application, "mp-dock-lot")
    check = pond.get(f"/applications/{application['id']}/check")
    decided = done(pond.try_to_approve(mended))

    assert [gate["code"] for gate in refused.json()["gates"]] == ["not_allowed"]
    assert "variance" in refused.json()["detail"]
    assert (told["outcome"], told["remedied_by"]["resolution"]) == ("not_met", "Resolution 2026-41")
    assert (check["outcome"], check["unmet"]) == ("not_allowed", [])
    assert decided["application"]["state"] == "approved"
    shown = decided["decision"]["remedies"]["mp-dock-lot"]
    assert {name: shown[name] for name in ("remedy", "body", "granted_on", "conditions")} == {
        "remedy": "variance",
        "body": "council",
        "granted_on": "2026-05-29",
        "conditions": ["No lights."],
    }


def test_the_receipt_holds_the_variance_and_replays(pond: Pond) -> None:
    done(pond.try_to_approve(application := pond.act(small_lot(pond), "remedies", VARIANCE)))

    with pond.engine.connect() as connection:
        (kept,) = decisions.of_record(connection, CITY, UUID(application["id"]))

    assert kept.receipt is not None
    assert b"Resolution 2026-41" in kept.receipt
    assert replay(pond.law, kept.receipt).canonical == kept.receipt


def test_a_variance_for_one_standard_mends_no_other(pond: Pond) -> None:
    application = pond.act(small_lot(pond, length_ft=51), "remedies", VARIANCE)

    answer = pond.try_to_approve(application)

    assert [(gate["code"], gate["rules"]) for gate in answer.json()["gates"]] == [
        ("not_allowed", ["mp-dock-length"])
    ]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"remedy": "conditional_use"}, "remedy_not_offered"),
        ({"finding": "mp-dock-wetland"}, "remedy_not_offered"),
        ({"finding": "mp-dock-length", "remedy": "conditional_use"}, "remedy_not_needed"),
    ],
)
def test_only_the_remedy_that_the_law_of_an_unmet_standard_names_is_entered(
    pond: Pond, change: dict[str, Any], code: str
) -> None:
    application = pond.under_review(told={"gis.lot_area_sqft": 9999, "gis.inside:wetlands": True})

    answer = pond.post(
        f"/applications/{application['id']}/remedies", VARIANCE | change, application["version"]
    )

    assert [gate["code"] for gate in answer.json()["gates"]] == [code]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"finding": "no-such-finding"}, "#/finding"),
        ({"body": "no_such_body"}, "#/body"),
        ({"granted_on": "2026-06-02"}, "#/granted_on"),
    ],
)
def test_what_was_granted_names_a_finding_a_body_and_a_day_that_are(
    pond: Pond, change: dict[str, Any], pointer: str
) -> None:
    application = small_lot(pond)

    answer = pond.post(
        f"/applications/{application['id']}/remedies", VARIANCE | change, application["version"]
    )

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer)
