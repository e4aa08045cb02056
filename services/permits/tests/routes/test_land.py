"""What happens to the land: a sale ends a permit on its day, a mistake restores it."""

from __future__ import annotations

from typing import Any

import pytest
from permits.domain.permit import PERMIT
from permits.storage import applications, permits
from permits.storage.tables import metadata
from servicekit.identifiers import uuid7
from sqlalchemy import Engine, select

from services.permits.tests import steps
from services.permits.tests.builders import a_permit, an_application
from services.permits.tests.services import CITY, Office
from services.permits.tests.steps import V1, done

pytestmark = pytest.mark.storage
SALE = str(uuid7())
LOOK = "look_into_what_happened_before_issue"


def an_event(type_: str, pin: str, **data: Any) -> dict[str, Any]:
    return {
        "specversion": "1.0",
        "id": str(uuid7()),
        "type": type_,
        "source": "urn:citycode:gis",
        "subject": f"{CITY}/{pin}",
        "time": "2026-11-02T15:00:00Z",
        "datacontenttype": "application/json",
        "data": {"city": CITY, "pin": pin, **data},
    }


def a_sale(pin: str, conveyed_on: str = "2026-10-30", candidate: str = SALE) -> dict[str, Any]:
    """The event as gis sends it."""
    document = {"number": "4512345", "title": "Warranty deed", "recorded_on": "2026-11-01"}
    return an_event(
        "ownership.transferred",
        pin,
        conveyed_on=conveyed_on,
        candidate_id=candidate,
        kind="sale",
        document=document,
    )


def tell(office: Office, event: dict[str, Any]) -> Any:
    office.set("2026-11-02 09:00")
    return office.neighbor().post("/v1/events", json=event)


def permit_now(office: Office, permit: Any) -> Any:
    return office.anonymous().get(f"{V1}/permits/{permit['id']}").json()


def obligations_of(office: Office, permit: Any) -> list[Any]:
    asked = {"record": permit["id"], "undone": "false"}
    listed: list[Any] = office.clerk().get(f"{V1}/obligations", params=asked).json()["items"]
    return listed


def test_a_sale_ends_the_permit_on_the_day_of_conveyance(office: Office, engine: Engine) -> None:
    permit = steps.issued(office)

    changed = done(tell(office, a_sale(permit["pin"])))["changed"]

    after = permit_now(office, permit)
    assert changed == [permit["number"]]
    assert (after["state"], after["in_effect"], after["ended_on"]) == ("expired", False, "2026-10-30")
    assert after["ended_rules"] == ["le-wind-expiry-review", "le-wind-not-transferable"]
    outbox = metadata.tables["outbox"]
    with engine.connect() as connection:
        told = connection.execute(
            select(outbox).where(outbox.c.subject == f"permits/{permit['id']}").order_by(outbox.c.seq)
        ).all()
    assert [each.type for each in told] == ["permit.issued", "permit.expired"]
    assert told[1].data["effective_on"] == "2026-10-30"
    assert told[1].data["register"]["standing"] is True


def test_the_new_owner_is_told_what_the_law_lets_them_choose(office: Office) -> None:
    permit = steps.issued(office)

    done(tell(office, a_sale(permit["pin"])))

    review, choice = sorted(obligations_of(office, permit), key=lambda each: each["due_on"] is None)
    assert review["standing"] == "canceled"
    assert (choice["who"], choice["options"]) == ("buyer", ["new_permit", "remove"])
    assert (choice["rule"], choice["standing"]) == ("le-wind-not-transferable", "open")


def test_a_mistaken_sale_is_taken_back(office: Office) -> None:
    permit = steps.issued(office)
    done(tell(office, a_sale(permit["pin"])))

    back = an_event("ownership.transfer_reversed", permit["pin"], candidate_id=SALE, conveyed_on="2026-10-30")
    done(tell(office, back))

    after = permit_now(office, permit)
    assert (after["state"], after["ended_on"], after["ended_rules"]) == ("issued", None, [])
    standings = {each["must"]: each["standing"] for each in obligations_of(office, permit)}
    assert standings == {"review_the_permit": "open", "choose_what_becomes_of_the_permit": "canceled"}


def test_another_sales_reversal_restores_nothing(office: Office) -> None:
    permit = steps.issued(office)
    done(tell(office, a_sale(permit["pin"])))

    other = an_event("ownership.transfer_reversed", permit["pin"], candidate_id=str(uuid7()))
    changed = done(tell(office, other))["changed"]

    assert (changed, permit_now(office, permit)["state"]) == ([], "expired")


def test_the_same_event_twice_has_one_effect(office: Office) -> None:
    permit = steps.issued(office)
    event = a_sale(permit["pin"])

    first, second = tell(office, event), tell(office, event)

    assert (done(first)["changed"], done(second)["changed"]) == ([permit["number"]], [])
    assert permit_now(office, permit)["version"] == permit["version"] + 1


@pytest.mark.parametrize("state", [state for state in PERMIT.states if "expire" not in PERMIT.allowed(state)])
def test_a_permit_not_in_effect_is_passed_over(office: Office, engine: Engine, state: str) -> None:
    application = an_application("issued")
    permit = a_permit(application, state)
    with engine.begin() as connection:
        applications.add(connection, application)
        permits.add(connection, permit)

    done(tell(office, a_sale(permit.pin)))

    with engine.connect() as connection:
        assert permits.find(connection, CITY, permit.id) == permit


def test_a_sale_before_the_permit_was_issued_ends_nothing(office: Office) -> None:
    permit = steps.issued(office)

    done(tell(office, a_sale(permit["pin"], conveyed_on="2026-07-14")))

    assert permit_now(office, permit)["state"] == "issued"


@pytest.mark.parametrize(("acres", "state"), [("39.99", "expired"), ("40", "issued"), (None, "issued")])
def test_a_division_ends_a_permit_left_on_less_than_forty_acres(
    office: Office, acres: str | None, state: str
) -> None:
    permit = steps.issued(office)
    facts = {} if acres is None else {"divided_parcel_acres": acres}

    divided = an_event("parcel.subdivided", permit["pin"], divided_on="2026-10-30", facts=facts)
    done(tell(office, divided))

    noted = office.clerk().get(f"{V1}/permits/{permit['id']}/history").json()["entries"][-1]
    assert permit_now(office, permit)["state"] == state
    if acres is None:
        assert noted["event"] == "parcel.subdivided.noted"
        assert noted["details"]["missing_facts"] == ["divided_parcel_acres"]


@pytest.mark.parametrize(
    ("conveyed_on", "refused"), [("2026-05-31", False), ("2026-06-01", True), ("2026-07-14", True)]
)
def test_what_was_sold_since_it_was_asked_for_is_not_issued(
    office: Office, conveyed_on: str, refused: bool
) -> None:
    application = steps.approved(office)
    done(tell(office, a_sale(application["pin"], conveyed_on, candidate=str(uuid7()))))

    answer = steps.try_to_issue(office, application)

    if refused:
        (gate,) = answer.json()["gates"]
        assert gate["code"] == "sold_since"
        assert "le-wind-not-transferable" in gate["rules"]
        assert conveyed_on in gate["says"]
    else:
        assert answer.status_code == 201, answer.text


def test_a_sale_taken_back_holds_no_permit_back(office: Office) -> None:
    application = steps.approved(office)
    sale = str(uuid7())
    done(tell(office, a_sale(application["pin"], "2026-07-01", candidate=sale)))
    done(tell(office, a_reversal(application["pin"], sale, "2026-07-01")))

    assert steps.try_to_issue(office, application).status_code == 201


@pytest.mark.parametrize(("conveyed_on", "looked_at"), [("2026-05-31", False), ("2026-07-14", True)])
def test_a_sale_before_issue_that_is_told_later_is_looked_into(
    office: Office, conveyed_on: str, looked_at: bool
) -> None:
    permit = steps.issued(office)
    sale = str(uuid7())

    done(tell(office, a_sale(permit["pin"], conveyed_on, candidate=sale)))
    open_ = [each for each in obligations_of(office, permit) if each["must"] == LOOK]
    done(tell(office, a_reversal(permit["pin"], sale, conveyed_on)))

    after = [each for each in obligations_of(office, permit) if each["must"] == LOOK]
    expected = [("city_administrator", "le-wind-not-transferable", "open")] if looked_at else []
    assert [(each["who"], each["rule"], each["standing"]) for each in open_] == expected
    assert [each["standing"] for each in after] == ["canceled"] * looked_at
    told = office.clerk().get(f"{V1}/permits/{permit['id']}/history").json()["entries"]
    noted = [each for each in told if each["event"] == "ownership.transferred.before_issue"]
    assert len(noted) == looked_at


def test_an_event_of_a_city_nobody_serves_is_refused(office: Office) -> None:
    event = a_sale("11.029.21.24.9999")
    event["data"]["city"] = "nowhere"

    answer = tell(office, event)

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/data/city")


def a_reversal(pin: str, candidate: str, conveyed_on: str = "2026-10-30") -> dict[str, Any]:
    return an_event("ownership.transfer_reversed", pin, candidate_id=candidate, conveyed_on=conveyed_on)


def test_a_sale_taken_back_before_it_was_told_ends_nothing(office: Office) -> None:
    permit = steps.issued(office)
    sale = str(uuid7())

    done(tell(office, a_reversal(permit["pin"], sale)))
    changed = done(tell(office, a_sale(permit["pin"], candidate=sale)))["changed"]

    assert (changed, permit_now(office, permit)["state"]) == ([], "issued")


def test_taking_the_first_of_two_sales_back_leaves_the_permit_ended_by_the_second(office: Office) -> None:
    permit = steps.issued(office)
    first, second = str(uuid7()), str(uuid7())
    done(tell(office, a_sale(permit["pin"], "2026-10-20", first)))
    done(tell(office, a_sale(permit["pin"], "2026-10-30", second)))

    done(tell(office, a_reversal(permit["pin"], first, "2026-10-20")))
    ended_by_the_second = permit_now(office, permit)
    done(tell(office, a_reversal(permit["pin"], second)))

    assert (ended_by_the_second["state"], ended_by_the_second["ended_on"]) == ("expired", "2026-10-30")
    assert (permit_now(office, permit)["state"], permit_now(office, permit)["ended_on"]) == ("issued", None)


def test_an_earlier_sale_confirmed_later_moves_the_end_and_says_so(office: Office, engine: Engine) -> None:
    permit = steps.issued(office)
    done(tell(office, a_sale(permit["pin"], "2026-10-30", str(uuid7()))))

    changed = done(tell(office, a_sale(permit["pin"], "2026-10-20", str(uuid7()))))["changed"]

    assert changed == [permit["number"]]
    assert permit_now(office, permit)["ended_on"] == "2026-10-20"
    choices = [each for each in obligations_of(office, permit) if each["who"] == "buyer"]
    assert sorted((each["started_on"], each["standing"]) for each in choices) == [
        ("2026-10-20", "open"),
        ("2026-10-30", "canceled"),
    ]
    history = office.clerk().get(f"{V1}/permits/{permit['id']}/history").json()["entries"]
    assert history[-1]["event"] == "permit.end_moved"
    assert history[-1]["details"]["former"]["on"] == "2026-10-30"
    outbox = metadata.tables["outbox"]
    with engine.connect() as connection:
        told = connection.execute(
            select(outbox).where(outbox.c.subject == f"permits/{permit['id']}").order_by(outbox.c.seq)
        ).all()
    assert [(each.type, each.data["effective_on"]) for each in told[1:]] == [
        ("permit.expired", "2026-10-30"),
        ("permit.expired", "2026-10-20"),
    ]


def test_events_that_do_not_concern_permits_are_taken_in_silence(office: Office) -> None:
    assert done(tell(office, an_event("parcel.owner_candidate", "1")))["changed"] == []
