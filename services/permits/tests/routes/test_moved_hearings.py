"""Hearings that are moved or called off: notices of the former day count no more, duties open again."""

from __future__ import annotations

from typing import Any

import pytest

from services.permits.tests import steps
from services.permits.tests.builders import NOTICE
from services.permits.tests.services import Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage
ANEW = {"starts_at": "2026-07-21T19:00:00-05:00", "place": "City hall"}


def proven(office: Office) -> tuple[Any, Any]:
    """An application with a hearing on 2026-07-14 of which everybody was told in time."""
    application, hearing = steps.scheduled(office, steps.under_review(office))
    return application, steps.sworn(office, steps.mailed(office, steps.listed(office, hearing)))


def move(office: Office, hearing: Any, **given: Any) -> Any:
    return send(office.clerk(), f"/hearings/{hearing['id']}/move", ANEW | given, hearing["version"])


def cancel(office: Office, hearing: Any) -> Any:
    return send(
        office.clerk(), f"/hearings/{hearing['id']}/cancel", {"reason": "No quorum."}, hearing["version"]
    )


STATE = {"mn-request-decide", "mn-request-incomplete"}


def duties(office: Office, application: Any) -> list[tuple[str, str]]:
    asked = {"record": application["id"], "undone": "false"}
    items = office.clerk().get(f"{V1}/obligations", params=asked).json()["items"]
    return [(each["must"], each["standing"]) for each in items if each["rule"] not in STATE]


def events(office: Office, application: Any) -> list[str]:
    told = office.clerk().get(f"{V1}/applications/{application['id']}/history").json()
    assert told["intact"] is True
    return [each["event"] for each in told["entries"]]


def test_notices_of_the_former_day_do_not_count_for_the_new_one(office: Office) -> None:
    application, hearing = proven(office)

    moved = done(move(office, hearing))
    office.set("2026-07-22 09:00")
    body = {"held_on": "2026-07-21"}
    path = f"/hearings/{moved['hearing']['id']}/hold"
    refused = send(office.clerk(), path, body, moved["hearing"]["version"])

    assert (moved["former"]["state"], moved["former"]["moved_to"]) == ("canceled", moved["hearing"]["id"])
    assert (moved["hearing"]["state"], moved["hearing"]["mailings"]) == ("scheduled", [])
    assert moved["hearing"]["notices"] == []
    assert [gate["code"] for gate in refused.json()["gates"]] == ["notice_list_missing"]
    assert events(office, application)[-2:] == ["hearing.moved", "hearing.scheduled"]


def test_the_new_day_is_held_after_a_new_list_and_new_notices(office: Office) -> None:
    _, hearing = proven(office)
    anew = done(move(office, hearing))["hearing"]

    listed = steps.listed(office, anew)
    sworn = steps.sworn(office, steps.mailed(office, listed, "2026-07-06"), "2026-07-06")
    office.set("2026-07-22 09:00")
    held = send(office.clerk(), f"/hearings/{anew['id']}/hold", {"held_on": "2026-07-21"}, sworn["version"])

    assert done(held)["state"] == "held"


def test_a_moved_hearing_leaves_the_duty_to_set_one_met(office: Office) -> None:
    application, hearing = proven(office)

    done(move(office, hearing))

    assert duties(office, application) == [("schedule_hearing", "fulfilled")]


def test_calling_the_only_hearing_off_opens_the_duty_to_set_one_again(office: Office) -> None:
    application, hearing = proven(office)
    office.set("2026-06-30 09:00")

    canceled = done(cancel(office, hearing))

    assert (canceled["state"], canceled["canceled_on"]) == ("canceled", "2026-06-30")
    assert canceled["canceled_because"] == "No quorum."
    assert duties(office, application) == [("schedule_hearing", "open")]
    assert events(office, application)[-1] == "hearing.canceled"


def test_while_another_is_set_the_duty_stays_met(office: Office) -> None:
    application, hearing = proven(office)
    done(send(office.clerk(), f"/applications/{application['id']}/hearings", ANEW, application["version"]))

    done(cancel(office, hearing))

    assert duties(office, application) == [("schedule_hearing", "fulfilled")]


def test_calling_off_one_that_was_moved_to_opens_the_duty_too(office: Office) -> None:
    application, hearing = proven(office)
    anew = done(move(office, hearing))["hearing"]

    done(cancel(office, anew))

    assert duties(office, application) == [("schedule_hearing", "lapsed")]


@pytest.mark.parametrize("end", ["held", "canceled"])
@pytest.mark.parametrize("verb", ["move", "cancel", "notice-lists", "mailings", "affidavits", "hold"])
def test_what_was_held_or_called_off_is_left_as_it_is(office: Office, end: str, verb: str) -> None:
    _, hearing = proven(office)
    ended = done(steps.try_to_hold(office, hearing) if end == "held" else cancel(office, hearing))
    bodies: dict[str, Any] = {
        "move": ANEW | {"starts_at": "2026-08-21T19:00:00-05:00"},
        "cancel": {"reason": "No quorum."},
        "notice-lists": {"notice": NOTICE},
        "mailings": {"notice": NOTICE, "sent_on": "2026-07-02", "method": "first_class_mail"},
        "affidavits": {
            "mailing": hearing["mailings"][0]["id"],
            "kind": "affidavit_of_mailing",
            "sworn_on": "2026-07-03",
        },
        "hold": {"held_on": "2026-07-14"},
    }

    answer = send(office.clerk(), f"/hearings/{hearing['id']}/{verb}", bodies[verb], ended["version"])

    assert (answer.status_code, answer.json()["state"], answer.json()["allowed"]) == (409, end, [])
    read = office.clerk().get(f"{V1}/hearings/{hearing['id']}").json()
    assert (read["state"], read["version"]) == (end, ended["version"])


@pytest.mark.parametrize(
    "given",
    [{"starts_at": "2026-07-14T19:00:00-05:00"}, {"starts_at": "2026-05-14T19:00:00-05:00"}],
    ids=["same moment", "gone by"],
)
def test_a_hearing_is_moved_to_another_moment_that_lies_ahead(office: Office, given: Any) -> None:
    _, hearing = proven(office)

    answer = move(office, hearing, **given)

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/starts_at")


def test_a_hearing_of_the_past_that_did_not_take_place_can_still_be_moved(office: Office) -> None:
    _, hearing = proven(office)
    office.set("2026-07-15 09:00")

    moved = done(move(office, hearing, starts_at="2026-07-28T19:00:00-05:00"))

    assert moved["hearing"]["state"] == "scheduled"


def test_withdrawing_calls_what_was_set_off(office: Office) -> None:
    application, hearing = proven(office)

    steps.act(office.resident(), application, "withdraw")

    read = office.clerk().get(f"{V1}/hearings/{hearing['id']}").json()
    assert (read["state"], read["canceled_because"]) == ("canceled", "The application was withdrawn.")


@pytest.mark.parametrize(
    ("sent_on", "status"), [("2026-06-09", 422), ("2026-06-10", 200), ("2026-06-11", 200)]
)
def test_nothing_was_mailed_before_the_list_was_frozen(office: Office, sent_on: str, status: int) -> None:
    _, hearing = steps.scheduled(office, steps.under_review(office))
    office.set("2026-06-10 09:00")
    listed = steps.listed(office, hearing)
    office.set("2026-06-12 09:00")
    body = {"notice": NOTICE, "sent_on": sent_on, "method": "first_class_mail"}

    answer = send(office.clerk(), f"/hearings/{hearing['id']}/mailings", body, listed["version"])

    assert answer.status_code == status, answer.text
    if status == 422:
        (wrong,) = answer.json()["errors"]
        assert wrong["pointer"] == "#/sent_on"
        assert "2026-06-01" in wrong["message"]
        assert "2026-06-10" in wrong["message"]


def test_each_gap_of_a_list_takes_its_own_reason(office: Office) -> None:
    office.gis.complete = False
    office.gis.unaddressed = [{"pin": "14", "distance_ft": 90.0}]
    _, hearing = proven(office)

    neither = steps.try_to_hold(office, hearing)
    one = steps.try_to_hold(office, hearing, accepted_incomplete="The next town was asked.")
    both = steps.try_to_hold(
        office, hearing, accepted_incomplete="The next town was asked.", accepted_unaddressed="It is a pond."
    )

    assert [each["code"] for each in neither.json()["gates"]] == ["notice_list_incomplete", "no_address"]
    assert [each["code"] for each in one.json()["gates"]] == ["no_address"]
    assert hearing["notices"][0]["unaddressed"] == ["14"]
    assert both.status_code == 200
