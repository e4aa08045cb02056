"""On which days a hearing may be, and whom no list can name."""

from __future__ import annotations

from typing import Any

import pytest

from services.permits.tests import steps
from services.permits.tests.services import Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage
INDEPENDENCE_DAY_OBSERVED = "2026-07-03T19:00:00-05:00"


def try_to_schedule(office: Office, application: Any, starts_at: str, **given: Any) -> Any:
    body = {"starts_at": starts_at, "place": "City hall", **given}
    path = f"/applications/{application['id']}/hearings"
    return send(office.clerk(), path, body, application["version"])


def served(office: Office) -> Any:
    _, hearing = steps.scheduled(office, steps.under_review(office))
    return steps.sworn(office, steps.mailed(office, steps.listed(office, hearing)))


def codes(answer: Any) -> list[str]:
    assert answer.status_code == 409, answer.text
    return [gate["code"] for gate in answer.json()["gates"]]


def test_a_hearing_on_a_legal_holiday_takes_a_necessity_that_is_kept(office: Office) -> None:
    application = steps.under_review(office)

    refused = try_to_schedule(office, application, INDEPENDENCE_DAY_OBSERVED)
    taken = try_to_schedule(
        office, application, INDEPENDENCE_DAY_OBSERVED, necessity="The time to decide ends on July 6."
    )

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "#/starts_at")
    assert "Independence Day" in refused.json()["errors"][0]["message"]
    assert taken.status_code == 201, taken.text
    entries = office.clerk().get(f"{V1}/applications/{application['id']}/history").json()["entries"]
    assert entries[-1]["details"]["necessity"] == "The time to decide ends on July 6."


@pytest.mark.parametrize(("today", "status"), [("2026-06-30", 201), ("2026-07-01", 201), ("2026-07-02", 422)])
def test_a_hearing_is_not_set_for_a_day_for_which_no_notice_can_be_in_time(
    office: Office, today: str, status: int
) -> None:
    application = steps.under_review(office)
    office.set(f"{today} 12:00")

    answer = try_to_schedule(office, application, "2026-07-11T19:00:00-05:00")

    assert answer.status_code == status, answer.text
    if status == 422:
        assert "the first day is 2026-07-12" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(("at", "status"), [("18:59", 422), ("19:00", 200), ("19:01", 200)])
def test_a_hearing_is_not_held_before_its_hour(office: Office, at: str, status: int) -> None:
    hearing = served(office)
    office.set(f"2026-07-14 {at}")

    body = {"held_on": "2026-07-14"}
    answer = send(office.clerk(), f"/hearings/{hearing['id']}/hold", body, hearing["version"])

    assert answer.status_code == status, answer.text
    if status == 422:
        assert answer.json()["errors"][0]["message"] == "the hearing begins on 2026-07-14 at 19:00"


def test_whoever_the_law_withholds_is_reached_another_way_and_never_shown(office: Office) -> None:
    office.gis.withheld = 2
    hearing = served(office)

    refused = steps.try_to_hold(office, hearing)
    accepted = steps.try_to_hold(office, hearing, accepted_withheld="Forwarded by the program on July 2.")

    assert codes(refused) == ["notice_withheld"]
    assert "address confidentiality program" in refused.json()["detail"]
    notice = done(accepted)["notices"][0]
    assert (notice["withheld"], len(notice["rows"])) == (2, 2)


def test_a_list_with_nobody_on_it_needs_a_reason_of_its_own(office: Office) -> None:
    office.gis.rows = []
    hearing = served(office)

    refused = steps.try_to_hold(office, hearing, accepted_withheld="Nobody is withheld.")
    accepted = steps.try_to_hold(office, hearing, accepted_empty="Only fields lie within 500 feet.")

    assert codes(refused) == ["notice_list_empty"]
    assert done(accepted)["state"] == "held"


def test_a_mailing_is_proven_by_what_the_law_names(office: Office) -> None:
    _, hearing = steps.scheduled(office, steps.under_review(office))
    hearing = steps.mailed(office, steps.listed(office, hearing))
    body = {"mailing": hearing["mailings"][0]["id"], "kind": "certified_mail", "sworn_on": "2026-07-02"}

    answer = send(office.clerk(), f"/hearings/{hearing['id']}/affidavits", body, hearing["version"])

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/kind")
    assert "affidavit_of_mailing" in answer.json()["errors"][0]["message"]
