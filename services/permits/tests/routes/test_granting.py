"""What is granted is needed, measured anew, and beside nothing that was granted meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from permits.storage.tables import metadata
from sqlalchemy import Engine, update

from services.permits.tests import steps
from services.permits.tests.builders import SUBMITTALS, lawful_facts
from services.permits.tests.neighbors import lawful_place
from services.permits.tests.services import Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage


def codes(answer: Any) -> list[str]:
    assert answer.status_code == 409, answer.text
    return [gate["code"] for gate in answer.json()["gates"]]


def with_papers(office: Office, application: Any, received_on: str = "2026-06-01") -> Any:
    for each in SUBMITTALS:
        body = {"submittal": each, "document": "File 26-118", "received_on": received_on}
        application = steps.act(office.clerk(), application, "submittals", body)
    return application


def two_approved(office: Office) -> tuple[Any, Any]:
    first = steps.approved(office)
    office.set("2026-06-01 10:00")
    return first, steps.approved(office)


def changed_behind(engine: Engine, application: Any, **values: Any) -> None:
    """As if the facts had become others by a way that no route offers."""
    table = metadata.tables["applications"]
    with engine.begin() as connection:
        connection.execute(update(table).where(table.c.id == application["id"]).values(**values))


@pytest.mark.parametrize(
    ("work", "code"), [("other", "permit_not_needed"), (None, "facts_missing"), ("wind_generator", None)]
)
def test_what_needs_no_permit_is_not_complete(office: Office, work: str | None, code: str | None) -> None:
    facts = {name: value for name, value in lawful_facts(work=work).items() if value is not None}
    application = with_papers(office, steps.submitted(office, facts=facts))

    answer = send(
        office.clerk(), f"/applications/{application['id']}/declare-complete", version=application["version"]
    )

    assert answer.status_code == 200 if code is None else codes(answer) == [code]


def test_what_needs_no_permit_is_neither_approved_nor_issued(office: Office, engine: Engine) -> None:
    ready = steps.ready(office)
    office.set("2026-06-01 10:00")
    approved = steps.approved(office)
    for each in (ready, approved):
        changed_behind(engine, each, facts=lawful_facts(work="other", structure_height_ft=999))

    assert codes(steps.try_to_decide(office, ready)) == ["permit_not_needed"]
    assert codes(steps.try_to_issue(office, approved)) == ["permit_not_needed"]


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"gis.nearest_ft:wind_generators": "999.999"}, "not_allowed"),
        ({"gis.nearest_ft:wind_generators": 1000}, None),
        ({"gis.nearest_ft:wind_generators": 1001}, None),
        ({"gis.nearest_ft:wind_generators": None}, "facts_missing"),
    ],
)
def test_what_was_approved_is_measured_anew_before_it_is_issued(
    office: Office, told: dict[str, Any], code: str | None
) -> None:
    application = steps.approved(office)
    place = {name: value for name, value in {**lawful_place(), **told}.items() if value is not None}
    office.gis.told[application["pin"]] = place

    answer = steps.try_to_issue(office, application)

    assert answer.status_code == 201 if code is None else codes(answer) == [code]


def test_without_the_map_nothing_is_issued(office: Office) -> None:
    application = steps.approved(office)
    office.gis.away = True

    assert steps.try_to_issue(office, application).status_code == 503


def test_nothing_is_issued_while_the_map_does_not_know_the_last_permit(office: Office) -> None:
    first, second = two_approved(office)
    done(steps.try_to_issue(office, first))

    early = send(office.clerk(), f"/applications/{second['id']}/issue", version=second["version"])
    later = steps.try_to_issue(office, second)

    assert codes(early) == ["register_not_caught_up"]
    assert later.status_code == 201


def test_of_two_issued_at_once_one_waits_for_the_map(office: Office) -> None:
    approved = two_approved(office)
    office.tell_neighbors()

    def issue(application: Any) -> Any:
        path = f"/applications/{application['id']}/issue"
        return send(office.clerk(), path, version=application["version"])

    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(issue, approved))

    assert sorted(each.status_code for each in answers) == [201, 409]
    refused = next(each for each in answers if each.status_code == 409)
    assert codes(refused) == ["register_not_caught_up"]


def test_a_permit_issued_while_the_next_is_measured_holds_the_next_back(office: Office) -> None:
    first, second = two_approved(office)
    office.tell_neighbors()
    measure = office.gis.facts_of

    def meanwhile(*asked: Any) -> Any:
        told = measure(*asked)
        office.gis.__dict__.pop("facts_of")
        done(steps.try_to_issue(office, first))
        office.tell_neighbors()
        return told

    office.gis.__dict__["facts_of"] = meanwhile
    answer = send(office.clerk(), f"/applications/{second['id']}/issue", version=second["version"])

    assert codes(answer) == ["register_not_caught_up"]


@pytest.mark.parametrize(
    ("received_on", "completed_on", "due_on"),
    [("2026-06-01", "2026-06-01", "2026-07-01"), ("2026-06-09", "2026-06-09", "2026-07-09")],
)
def test_it_is_complete_on_the_day_the_last_of_it_came_in(
    office: Office, received_on: str, completed_on: str, due_on: str
) -> None:
    application = steps.submitted(office)
    office.set("2026-06-10 10:00")
    application = with_papers(office, application)
    last = {"submittal": SUBMITTALS[1], "document": "Report", "received_on": received_on}
    application = steps.act(office.clerk(), application, "submittals", last)

    after = steps.act(office.clerk(), application, "declare-complete")

    listed = office.clerk().get(f"{V1}/obligations", params={"record": after["id"]}).json()["items"]
    assert (after["completed_on"], after["law_date"]) == (completed_on, completed_on)
    assert [each["due_on"] for each in listed if each["must"] == "schedule_hearing"] == [due_on]


@pytest.mark.parametrize(("received_on", "status"), [("2026-05-31", 422), ("2026-06-01", 200)])
def test_nothing_was_received_before_the_application_was_opened(
    office: Office, received_on: str, status: int
) -> None:
    application = steps.submitted(office)
    body = {"submittal": SUBMITTALS[0], "document": "Form", "received_on": received_on}

    answer = send(
        office.clerk(), f"/applications/{application['id']}/submittals", body, application["version"]
    )

    assert answer.status_code == status, answer.text


def test_what_is_entered_on_the_map_needs_a_site_once_it_is_submitted(office: Office) -> None:
    made = steps.draft(office, site=None)

    answer = send(office.resident(), f"/applications/{made['id']}/submit", version=made["version"])

    assert codes(answer) == ["site_missing"]


def test_what_is_entered_on_the_map_is_not_issued_without_a_site(office: Office, engine: Engine) -> None:
    application = steps.approved(office)
    changed_behind(engine, application, lon=None, lat=None)

    assert codes(steps.try_to_issue(office, application)) == ["site_missing"]


@pytest.mark.parametrize("verb", ["submit", "change"])
def test_what_was_measured_elsewhere_is_not_taken(office: Office, verb: str) -> None:
    made = steps.draft(office)
    path = f"{V1}/applications/{made['id']}"
    owner, ahead = office.resident(), {"If-Match": f'"{made["version"] + 1}"'}
    measure = office.gis.facts_of

    def meanwhile(*asked: Any) -> Any:
        office.gis.__dict__.pop("facts_of")
        done(owner.patch(path, json={"pin": "elsewhere"}, headers={"If-Match": f'"{made["version"]}"'}))
        return measure(*asked)

    office.gis.__dict__["facts_of"] = meanwhile
    if verb == "submit":
        answer = owner.post(f"{path}/submit", headers=ahead)
    else:
        answer = owner.patch(path, json={"site": {"lon": -92.9, "lat": 45.0}}, headers=ahead)

    assert answer.status_code == 412, answer.text
    assert office.gis.__dict__.pop("facts_of", None) is meanwhile


def test_a_denial_for_a_standard_needs_no_other_fact(office: Office) -> None:
    facts = lawful_facts(structure_height_ft=126)
    del facts["lights_on_structure"]
    application = steps.heard(office, steps.recommended(office, steps.under_review(office, facts=facts)))

    answer = steps.try_to_decide(office, application, yes=1, outcome="deny", reasons=["It is too high."])

    assert done(answer)["application"]["state"] == "denied"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"site_plan_feet_per_inch": 99}, "submittal_lacking"),
        ({"site_plan_feet_per_inch": 101}, "submittal_lacking"),
        ({"site_plan_feet_per_inch": 100}, None),
        ({"nearby_structures": [{"distance_ft": 300, "on_site_plan": False}]}, "submittal_lacking"),
        ({"nearby_structures": [{"distance_ft": 301, "on_site_plan": False}]}, None),
    ],
)
def test_a_site_plan_that_is_not_as_it_must_be_is_not_complete(
    office: Office, facts: dict[str, Any], code: str | None
) -> None:
    application = with_papers(office, steps.submitted(office, facts=lawful_facts(**facts)))

    answer = send(
        office.clerk(), f"/applications/{application['id']}/declare-complete", version=application["version"]
    )

    assert answer.status_code == 200 if code is None else codes(answer) == [code]
