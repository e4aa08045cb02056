"""A permit carries what the law has it comply with; a revocation names what of it was breached."""

from __future__ import annotations

from typing import Any

import pytest
from casework.decision_receipt import replay
from casework.storage import decisions
from sqlalchemy import Engine

from services.permits.tests import steps
from services.permits.tests.builders import lawful_facts
from services.permits.tests.pond import Pond
from services.permits.tests.services import CITY, Office, law
from services.permits.tests.steps import done, send

pytestmark = pytest.mark.storage
OF_THE_LAW = [
    "le-wind-lot-size",
    "le-wind-height",
    "le-wind-setback",
    "le-wind-accessory-setback",
    "le-wind-no-lighting",
    "le-wind-airport",
    "le-wind-spacing",
    "le-wind-debris",
    "le-wind-expiry-review",
    "le-wind-subdivision",
    "le-wind-not-transferable",
]


def try_to_revoke(office: Office, permit: Any, **given: Any) -> Any:
    body = {
        "decided_on": "2026-07-15",
        "observed_on": "2026-07-15",
        "grounds": ["noncompliance_with_conditions"],
        "reasons": ["A light was put on the tower."],
        "votes": {"yes": 3, "no": 2},
        **given,
    }
    return send(office.council_clerk(), f"/permits/{permit['id']}/revoke", body, permit["version"])


def test_a_permit_carries_the_law_before_what_was_imposed(office: Office) -> None:
    wires = [{"setback_ft": 200, "district_setback_ft": 50}]
    buildings = [{"setback_ft": 60, "district_setback_ft": 50}]

    permit = steps.issued(office, facts=lawful_facts(guy_wires=wires, accessory_buildings=buildings))

    assert [each["rule"] for each in permit["conditions"]] == [*OF_THE_LAW, None]
    assert permit["conditions"][-1] == {
        "id": "imposed-1",
        "text": "A fence of six feet.",
        "rule": None,
        "cite": None,
    }
    height = permit["conditions"][1]
    assert height["text"] == law().city(CITY).rule("le-wind-height").text
    assert height["cite"].endswith("condition 2.2")


def test_what_binds_only_the_application_binds_no_permit(office: Office) -> None:
    permit = steps.issued(office)

    carried = {each["rule"] for each in permit["conditions"]}

    assert not carried & {"le-wind-site-plan", "le-wind-form", "le-wind-notice", "le-wind-districts"}


@pytest.mark.parametrize(
    ("breached", "outcome"),
    [
        ([], "breach_missing"),
        (["le-wind-fence"], "#/breached/0"),
        (["imposed-1", "le-wind-no-lighting"], None),
    ],
)
def test_a_revocation_for_not_keeping_conditions_names_some_of_the_permit(
    office: Office, breached: list[str], outcome: str | None
) -> None:
    permit = steps.issued(office)

    answer = try_to_revoke(office, permit, breached=breached)

    if outcome is None:
        assert done(answer)["permit"]["ended_rules"] == ["le-wind-revocation", "le-wind-no-lighting"]
        assert answer.json()["decision"]["conditions"][0] == "imposed-1: A fence of six feet."
    elif outcome.startswith("#"):
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, outcome)
    else:
        assert [gate["code"] for gate in answer.json()["gates"]] == [outcome]


def test_a_revocation_without_a_ground_of_the_law_is_refused(office: Office) -> None:
    permit = steps.issued(office)

    answer = try_to_revoke(office, permit, grounds=[])

    assert [gate["code"] for gate in answer.json()["gates"]] == ["grounds_missing"]


def test_the_receipt_of_a_revocation_holds_what_was_breached(office: Office, engine: Engine) -> None:
    permit = steps.issued(office)
    done(try_to_revoke(office, permit, breached=["le-wind-no-lighting"]))

    with engine.connect() as connection:
        (kept,) = decisions.of_record(connection, CITY, permit["id"])

    assert kept.receipt is not None
    assert b"le-wind-no-lighting: " in kept.receipt
    assert replay(law(), kept.receipt).sha256 == kept.receipt_sha256


def test_a_remedied_standard_stands_with_what_its_remedy_was_granted_under(pond: Pond) -> None:
    application = pond.under_review(told={"gis.lot_area_sqft": 9000})
    remedy = {
        "finding": "mp-dock-lot",
        "remedy": "variance",
        "body": "council",
        "granted_on": "2026-06-01",
        "resolution": "Resolution 2026-41",
        "findings": ["The lot is older than the rule."],
        "conditions": ["No lights."],
    }
    application = pond.act(application, "remedies", remedy)
    approved = done(pond.try_to_approve(application))["application"]

    permit = done(pond.post(f"/applications/{approved['id']}/issue", version=approved["version"]))

    of_lot = [(each["id"], each["rule"]) for each in permit["conditions"] if each["rule"] == "mp-dock-lot"]
    assert of_lot == [
        ("mp-dock-lot", "mp-dock-lot"),
        ("mp-dock-lot.remedy-1", "mp-dock-lot"),
        ("mp-dock-lot.remedy-2", "mp-dock-lot"),
    ]
