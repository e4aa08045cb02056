"""What must be done first: notice of a hearing, and everything before a decision."""

from __future__ import annotations

from typing import Any

import pytest

from services.permits.tests import steps
from services.permits.tests.builders import SUBMITTALS, lawful_facts
from services.permits.tests.neighbors import a_row, lawful_place
from services.permits.tests.services import Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage


def gates(answer: Any) -> dict[str, list[str]]:
    assert answer.status_code == 409, answer.text
    return {gate["code"]: gate["rules"] for gate in answer.json()["gates"]}


def hearing_of(office: Office) -> Any:
    _, hearing = steps.scheduled(office, steps.under_review(office))
    return hearing


@pytest.mark.parametrize(
    ("sent_on", "status"),
    [("2026-07-03", 200), ("2026-07-04", 200), ("2026-07-05", 409)],
    ids=["eleven days", "ten days", "nine days"],
)
def test_notice_must_be_mailed_ten_days_ahead(office: Office, sent_on: str, status: int) -> None:
    hearing = steps.sworn(office, steps.mailed(office, steps.listed(office, hearing_of(office)), sent_on))

    answer = steps.try_to_hold(office, hearing)

    assert answer.status_code == status, answer.text
    if status == 409:
        assert gates(answer) == {"notice_short": ["le-wind-notice"]}
        assert "July 4" in answer.json()["detail"] or "2026-07-04" in answer.json()["detail"]


def test_whoever_was_not_mailed_is_named(office: Office) -> None:
    office.gis.rows = [a_row(), a_row("6 Elm Road")]
    listed = steps.listed(office, hearing_of(office))
    hearing = steps.sworn(office, steps.mailed(office, listed, recipients=["1"]))

    answer = steps.try_to_hold(office, hearing)

    read = office.clerk().get(f"{V1}/hearings/{hearing['id']}").json()
    assert gates(answer) == {"notice_short": ["le-wind-notice"]}
    assert read["notices"][0]["missing"] == ["2"]


def test_who_lives_beyond_the_distance_need_not_be_mailed(office: Office) -> None:
    office.gis.rows = [a_row(feet=500.0), a_row("6 Elm Road", feet=500.001)]
    listed = steps.listed(office, hearing_of(office))
    hearing = steps.sworn(office, steps.mailed(office, listed, recipients=["1"]))

    answer = steps.try_to_hold(office, hearing)

    assert done(answer)["held_on"] == "2026-07-14"


def test_without_an_affidavit_the_hearing_does_not_count(office: Office) -> None:
    hearing = steps.mailed(office, steps.listed(office, hearing_of(office)))

    answer = steps.try_to_hold(office, hearing)

    assert "proof_missing" in gates(answer)


def test_without_a_list_nothing_was_mailed(office: Office) -> None:
    answer = steps.try_to_hold(office, hearing_of(office))

    assert gates(answer) == {"notice_list_missing": ["le-wind-notice"]}


def test_a_list_that_reaches_beyond_known_parcels_needs_a_reason(office: Office) -> None:
    office.gis.complete = False
    hearing = steps.sworn(office, steps.mailed(office, steps.listed(office, hearing_of(office))))

    refused = steps.try_to_hold(office, hearing)
    accepted = steps.try_to_hold(office, hearing, accepted_incomplete="The next town mailed its residents.")

    assert set(gates(refused)) == {"notice_list_incomplete"}
    assert accepted.status_code == 200


def test_completeness_names_each_submittal_that_is_missing(office: Office) -> None:
    made = steps.submitted(office)

    answer = send(office.clerk(), f"/applications/{made['id']}/declare-complete", version=made["version"])

    assert [gate["rules"] for gate in answer.json()["gates"]] == [[each] for each in SUBMITTALS]


def test_every_gate_before_a_decision_is_listed_at_once(office: Office) -> None:
    facts = lawful_facts()
    del facts["structure_height_ft"]
    application = steps.under_review(office, facts=facts)
    office.set("2026-07-15 10:00")

    answer = steps.try_to_decide(office, application, yes=2)

    assert set(gates(answer)) == {
        "facts_missing",
        "judgment_missing",
        "recommendation_missing",
        "hearing_not_held",
        "votes_short",
    }


@pytest.mark.parametrize(("yes", "status"), [(2, 409), (3, 200), (4, 200)])
def test_approval_takes_three_affirmative_votes(office: Office, yes: int, status: int) -> None:
    application = steps.ready(office)

    answer = steps.try_to_decide(office, application, yes=yes)

    assert answer.status_code == status, answer.text
    if status == 409:
        assert gates(answer) == {"votes_short": ["le-wind-hearing-schedule"]}
        read = office.clerk().get(f"{V1}/applications/{application['id']}").json()
        assert (read["state"], read["version"]) == ("under_review", application["version"])


def test_what_the_map_says_on_the_day_of_decision_counts(office: Office) -> None:
    application = steps.ready(office)
    office.gis.told[application["pin"]] = {**lawful_place(), "gis.lot_area_acres": "39.9"}

    answer = steps.try_to_decide(office, application)

    assert gates(answer) == {"not_allowed": ["le-wind-lot-size"]}


def test_a_decision_before_its_hearing_cannot_be(office: Office) -> None:
    application = steps.ready(office)

    answer = steps.try_to_decide(office, application, decided_on="2026-07-13")

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "#/decided_on"


def test_more_votes_than_members_cannot_be(office: Office) -> None:
    application = steps.ready(office)

    answer = steps.try_to_decide(office, application, votes={"yes": 6})

    assert answer.status_code == 422


@pytest.mark.parametrize("held_on", ["2026-07-13", "2026-07-15"])
def test_a_hearing_is_held_on_the_day_that_was_announced(office: Office, held_on: str) -> None:
    hearing = steps.sworn(office, steps.mailed(office, steps.listed(office, hearing_of(office))))
    office.set("2026-07-15 20:00")
    body = {"held_on": held_on}

    answer = send(office.clerk(), f"/hearings/{hearing['id']}/hold", body, hearing["version"])

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/held_on")
    read = office.clerk().get(f"{V1}/hearings/{hearing['id']}").json()
    assert (read["held_on"], read["version"]) == (None, hearing["version"])


def test_a_list_that_letters_went_out_by_is_not_replaced(office: Office) -> None:
    hearing = steps.mailed(office, steps.listed(office, hearing_of(office)))
    office.gis.rows = [a_row()]

    path = f"/hearings/{hearing['id']}/notice-lists"
    answer = send(office.clerk(), path, {"notice": "le-wind-notice"}, hearing["version"])

    assert gates(answer) == {"already_mailed": ["le-wind-notice"]}
    read = office.clerk().get(f"{V1}/hearings/{hearing['id']}").json()
    assert len(read["notices"][0]["rows"]) == 2


def test_what_the_map_cannot_tell_is_missing_whatever_was_stated(office: Office) -> None:
    application = steps.ready(office, facts=lawful_facts(lot_area_acres=80))
    place = lawful_place()
    del place["gis.lot_area_acres"]
    office.gis.told[application["pin"]] = place

    answer = steps.try_to_decide(office, application)

    assert "facts_missing" in gates(answer)
    assert "acres" in answer.json()["detail"].lower() or "area" in answer.json()["detail"].lower()


@pytest.mark.parametrize(
    ("votes", "code"),
    [(None, "votes_missing"), ({"yes": 3, "no": 2}, "vote_carried"), ({"yes": 2, "no": 3}, None)],
)
def test_a_denial_has_a_vote_that_did_not_carry(office: Office, votes: Any, code: str | None) -> None:
    application = steps.ready(office)

    answer = steps.try_to_decide(
        office, application, outcome="deny", reasons=["It is too near."], votes=votes
    )

    if code is None:
        assert done(answer)["application"]["state"] == "denied"
    else:
        assert gates(answer) == {code: ["le-wind-hearing-schedule"]}
