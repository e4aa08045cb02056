"""Revoking: on a ground of the law, after the hearing it asks for, by the law of the day the code names."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from casework.decision_receipt import replay
from casework.storage import decisions

from services.permits.tests.pond import CITY, Pond
from services.permits.tests.steps import done

pytestmark = pytest.mark.storage
BREACH: dict[str, Any] = {
    "observed_on": "2026-06-02",
    "grounds": ["breach"],
    "reasons": ["It blocks the channel."],
}


def heard(pond: Pond) -> tuple[Any, int]:
    """A permit on whose revocation the council held a hearing on 2026-06-20; the permit and its version."""
    permit = pond.issued()
    setting = {"starts_at": "2026-06-20T19:00:00-05:00", "place": "Town hall"}
    made = done(pond.post(f"/permits/{permit['id']}/hearings", setting, permit["version"]))
    pond.set("2026-06-21 09:00")
    hold = f"/hearings/{made['hearing']['id']}/hold"
    held = done(pond.post(hold, {"held_on": "2026-06-20"}, made["hearing"]["version"]))
    assert (held["permit_id"], held["application_id"], held["body"]) == (permit["id"], None, "council")
    return permit, made["permit_version"]


def revoke(pond: Pond, permit: Any, version: int, decided_on: str, yes: int, **given: Any) -> Any:
    pond.set(f"{decided_on} 20:00")
    body = {**BREACH, "decided_on": decided_on, "votes": {"yes": yes, "no": 5 - yes}, **given}
    return pond.post(f"/permits/{permit['id']}/revoke", body, version)


def codes(answer: Any) -> list[str]:
    assert answer.status_code == 409, answer.text
    return [gate["code"] for gate in answer.json()["gates"]]


def test_everything_that_is_missing_is_named_at_once(pond: Pond) -> None:
    permit = pond.issued()

    answer = revoke(pond, permit, permit["version"], "2026-06-22", 2, grounds=[])

    assert codes(answer) == ["grounds_missing", "hearing_not_held", "votes_short"]
    assert "breach, abandonment" in answer.json()["detail"]
    assert {rule for gate in answer.json()["gates"] for rule in gate["rules"]} == {"mp-dock-revoke"}


def test_a_ground_the_law_does_not_have_is_refused(pond: Pond) -> None:
    permit, version = heard(pond)

    answer = revoke(pond, permit, version, "2026-06-22", 5, grounds=["breach", "dislike"])

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/grounds/1")


def test_a_vote_before_the_hearing_does_not_revoke(pond: Pond) -> None:
    permit, version = heard(pond)

    answer = revoke(pond, permit, version, "2026-06-19", 5)

    assert codes(answer) == ["hearing_not_held"]


@pytest.mark.parametrize(
    ("decided_on", "yes", "carried"),
    [("2026-06-30", 3, True), ("2026-07-01", 3, False), ("2026-07-01", 4, True)],
)
def test_the_law_of_the_day_that_the_code_names_counts_the_vote(
    pond: Pond, decided_on: str, yes: int, carried: bool
) -> None:
    permit, version = heard(pond)

    answer = revoke(pond, permit, version, decided_on, yes)

    if carried:
        assert done(answer)["permit"]["state"] == "revoked"
        assert answer.json()["decision"]["law_date"] == decided_on
    else:
        assert codes(answer) == ["votes_short"]


def test_the_receipt_holds_grounds_and_votes_and_replays(pond: Pond) -> None:
    permit, version = heard(pond)

    decided = done(revoke(pond, permit, version, "2026-06-22", 4))["decision"]

    with pond.engine.connect() as connection:
        (kept,) = decisions.of_record(connection, CITY, UUID(permit["id"]))
    assert kept.receipt is not None
    again = replay(pond.law, kept.receipt)
    assert (again.canonical, again.sha256) == (kept.receipt, decided["receipt_sha256"])
    assert b'"grounds":["breach"]' in kept.receipt
    assert b'"carried":true' in kept.receipt
    listed = pond.get(f"/permits/{permit['id']}/decisions")["decisions"]
    assert [(each["kind"], each["grounds"]) for each in listed] == [("approve", []), ("revoke", ["breach"])]


def test_a_permit_that_ended_has_no_hearing_on_revoking_it(pond: Pond) -> None:
    permit, version = heard(pond)
    done(revoke(pond, permit, version, "2026-06-22", 4))
    setting = {"starts_at": "2026-07-20T19:00:00-05:00", "place": "Town hall"}

    answer = pond.post(f"/permits/{permit['id']}/hearings", setting, version + 1)

    assert (answer.status_code, answer.json()["state"]) == (409, "revoked")
    assert [each["state"] for each in pond.get(f"/permits/{permit['id']}/hearings")["hearings"]] == ["held"]
