"""Days that pass: what was missed lapses with its consequence, terms run out; once, whoever sweeps."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from casework.desk.sweep import Sweep
from permits.app import DAYS_PASS
from permits.storage.tables import metadata
from permits.usecases.announce import SOURCE
from sqlalchemy import select

from services.permits.tests.pond import V1, Pond
from services.permits.tests.steps import done

pytestmark = pytest.mark.storage
OUTBOX = metadata.tables["outbox"]


def told_of(pond: Pond, record: Any) -> list[str]:
    about = select(OUTBOX.c.type).where(OUTBOX.c.subject.endswith(record["id"])).order_by(OUTBOX.c.seq)
    with pond.engine.connect() as connection:
        return list(connection.scalars(about))


def history_of(pond: Pond, kind: str, record: Any) -> list[tuple[str, list[str], str]]:
    told = pond.get(f"/{kind}/{record['id']}/history")
    assert told["intact"] is True
    return [(each["event"], each["rules"], each["actor"]) for each in told["entries"]]


def permit_now(pond: Pond, permit: Any) -> Any:
    return pond.get(f"/permits/{permit['id']}")


@pytest.mark.parametrize(("day", "state"), [("2026-07-13 23:59", "issued"), ("2026-07-14 00:01", "expired")])
def test_a_missed_day_brings_what_the_law_attaches_on_the_day_after(pond: Pond, day: str, state: str) -> None:
    permit = pond.issued()
    pond.set("2026-07-01 10:00")
    pond.sweep()
    pond.set(day)

    pond.sweep()

    now = permit_now(pond, permit)
    assert now["state"] == state
    if state == "expired":
        assert (now["ended_on"], now["ended_rules"]) == ("2026-07-13", ["mp-dock-build"])
        system = "service:urn:citycode:permits"
        assert history_of(pond, "permits", permit)[1:] == [
            ("obligation.lapsed", ["mp-dock-paint"], system),
            ("obligation.lapsed", ["mp-dock-build"], system),
            ("permit.expired", ["mp-dock-build"], system),
        ]
        assert told_of(pond, permit) == [
            "permit.issued",
            "obligation.lapsed",
            "permit.expired",
            "obligation.lapsed",
        ]


def test_what_has_no_consequence_is_only_marked_as_missed_and_can_still_be_done(pond: Pond) -> None:
    permit = pond.issued()
    pond.set("2026-06-23 09:00")

    pond.sweep()

    assert permit_now(pond, permit)["state"] == "issued"
    listed = pond.get(f"/obligations?record={permit['id']}")["items"]
    assert {each["must"]: each["standing"] for each in listed} == {"build": "open", "paint": "lapsed"}


def test_an_application_not_decided_in_time_lapses(pond: Pond) -> None:
    application = pond.under_review()
    pond.set("2026-06-12 09:00")

    pond.sweep()

    now = pond.get(f"/applications/{application['id']}")
    assert (now["state"], now["allowed_actions"]) == ("expired", ["refund"])
    assert history_of(pond, "applications", application)[-2:] == [
        ("obligation.lapsed", ["mp-dock-decide"], "service:urn:citycode:permits"),
        ("application.expired", ["mp-dock-decide"], "service:urn:citycode:permits"),
    ]


def test_nothing_is_done_twice(pond: Pond) -> None:
    permit = pond.issued()
    pond.set("2026-07-14 09:00")
    pond.sweep()
    before = history_of(pond, "permits", permit)

    again = pond.sweep()

    assert again == 0
    assert history_of(pond, "permits", permit) == before


def test_sweeps_at_once_share_the_work(pond: Pond) -> None:
    made = [pond.issued() for _ in range(4)]
    pond.set("2026-07-14 09:00")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: pond.sweep(), range(4)))

    for permit in made:
        events = [event for event, _, _ in history_of(pond, "permits", permit)]
        assert sorted(events) == ["obligation.lapsed", "obligation.lapsed", "permit.expired", "permit.issued"]


@pytest.mark.parametrize(("day", "state"), [("2026-07-31 23:59", "issued"), ("2026-08-01 00:01", "expired")])
def test_a_term_reads_as_over_from_the_day_after_its_last_without_any_sweep(
    pond: Pond, day: str, state: str
) -> None:
    permit = pond.built()
    pond.set(day)

    now = permit_now(pond, permit)
    listed = pond.get(f"/permits?state={state}&pin={permit['pin']}")["items"]
    in_effect = pond.get(f"/permits?in_effect=true&pin={permit['pin']}")["items"]
    refused = pond.post(f"/permits/{permit['id']}/close", {"reason": "Done."}, permit["version"])

    assert (permit["term_ends_on"], now["state"], now["in_effect"]) == (
        "2026-07-31",
        state,
        state == "issued",
    )
    assert [each["id"] for each in listed] == [permit["id"]]
    assert len(in_effect) == (1 if state == "issued" else 0)
    assert refused.status_code == (200 if state == "issued" else 409)


def test_a_copy_kept_from_before_the_term_ended_is_not_called_current(pond: Pond) -> None:
    permit = pond.built()
    kept = pond.clerk().get(f"{V1}/permits/{permit['id']}").headers["etag"]
    pond.set("2026-08-01 09:00")

    answer = pond.clerk().get(f"{V1}/permits/{permit['id']}", headers={"If-None-Match": kept})

    assert (answer.status_code, answer.json()["state"]) == (200, "expired")


def test_the_sweep_writes_the_end_of_a_term_and_says_so(pond: Pond) -> None:
    permit = pond.built()
    pond.set("2026-08-03 09:00")

    pond.sweep()

    now = permit_now(pond, permit)
    assert (now["state"], now["ended_on"], now["ended_rules"]) == ("expired", "2026-07-31", ["mp-dock-term"])
    assert history_of(pond, "permits", permit)[-1][:2] == ("permit.expired", ["mp-dock-term"])
    assert told_of(pond, permit) == ["permit.issued", "permit.expired"]


def test_a_sale_before_the_term_ended_is_the_end_even_if_told_later(pond: Pond) -> None:
    permit = pond.built()
    pond.set("2026-08-03 09:00")
    pond.sweep()
    event = {
        "specversion": "1.0",
        "id": "01900000-0000-7000-8000-00000000aa01",
        "type": "ownership.transferred",
        "source": "urn:citycode:gis",
        "subject": f"mill-pond/{permit['pin']}",
        "time": "2026-08-03T15:00:00Z",
        "datacontenttype": "application/json",
        "data": {"city": "mill-pond", "pin": permit["pin"], "conveyed_on": "2026-07-20"},
    }

    done(pond.office.neighbor().post("/v1/events", json=event))

    assert permit_now(pond, permit)["ended_on"] == "2026-07-20"


def test_the_background_sweeps_by_itself_and_stops(pond: Pond) -> None:
    permit = pond.issued()
    pond.set("2026-07-14 09:00")
    background = Sweep(pond.engine, pond.office.app.state.desk, DAYS_PASS, source=SOURCE, every_s=0.05)

    background.start()
    patience = time.monotonic() + 10
    while permit_now(pond, permit)["state"] != "expired" and time.monotonic() < patience:
        time.sleep(0.05)
    background.stop()
    background.start()
    background.stop()

    assert permit_now(pond, permit)["state"] == "expired"
