"""A permit in place of another, a structure that is gone, a division of which too little was told."""

from __future__ import annotations

from typing import Any

import pytest
from permits.storage.tables import metadata
from servicekit.identifiers import uuid7
from sqlalchemy import Engine, select

from services.permits.tests import steps
from services.permits.tests.builders import an_ask
from services.permits.tests.routes.test_land import a_sale, an_event, obligations_of, permit_now, tell
from services.permits.tests.services import Office
from services.permits.tests.steps import done, send

pytestmark = pytest.mark.storage


def told_of(engine: Engine, permit: Any) -> list[tuple[str, bool]]:
    outbox = metadata.tables["outbox"]
    asked = select(outbox).where(outbox.c.subject == f"permits/{permit['id']}").order_by(outbox.c.seq)
    with engine.connect() as connection:
        return [(row.type, row.data["register"]["standing"]) for row in connection.execute(asked)]


def sold(office: Office) -> Any:
    permit = steps.issued(office)
    done(tell(office, a_sale(permit["pin"], candidate=str(uuid7()))))
    return permit_now(office, permit)


def divided(office: Office, **facts: Any) -> Any:
    permit = steps.issued(office)
    done(tell(office, an_event("parcel.subdivided", permit["pin"], divided_on="2026-10-30", facts=facts)))
    return permit_now(office, permit)


def test_the_buyers_permit_stands_in_place_of_the_one_that_ended(office: Office, engine: Engine) -> None:
    former = sold(office)
    office.set("2026-06-01 10:00")
    office.gis.left_out.clear()

    permit = steps.issued(office, succeeds=former["number"])

    standings = {each["must"]: each["standing"] for each in obligations_of(office, former)}
    assert set(office.gis.left_out) == {(former["number"],)}
    assert permit["state"] == "issued"
    assert standings["choose_what_becomes_of_the_permit"] == "fulfilled"
    assert told_of(engine, former)[-1] == ("permit.ended", False)


def test_a_permit_in_effect_is_closed_by_its_successor(office: Office) -> None:
    former = steps.issued(office)
    office.set("2026-06-01 10:00")

    steps.issued(office, succeeds=former["number"])

    assert permit_now(office, former)["state"] == "closed"


def test_what_no_permit_is_cannot_be_succeeded(office: Office) -> None:
    answer = send(office.resident(), "/applications", an_ask(succeeds="LE-WIND-1999-000001"))

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/succeeds")


def test_a_removed_structure_leaves_the_map_and_meets_what_was_to_be_done(
    office: Office, engine: Engine
) -> None:
    permit = sold(office)
    body = {"removed_on": "2026-11-01", "note": "Seen on the site."}

    after = done(send(office.clerk(), f"/permits/{permit['id']}/removal", body, permit["version"]))

    standings = {each["must"]: each["standing"] for each in obligations_of(office, permit)}
    assert after["state"] == "expired"
    assert standings["choose_what_becomes_of_the_permit"] == "fulfilled"
    assert told_of(engine, permit)[-1] == ("permit.ended", False)


def test_what_leaves_one_choice_is_the_act_itself_by_the_rule_that_gives_it(office: Office) -> None:
    permit = divided(office, divided_parcel_acres="39.99")

    due = [each for each in obligations_of(office, permit) if each["who"] == "owner"]

    assert [(each["must"], each["rule"]) for each in due] == [("remove", "le-wind-subdivision")]


@pytest.mark.parametrize(("acres", "state"), [("39.99", "expired"), ("40", "issued"), ("40.01", "issued")])
def test_staff_say_what_a_division_left_and_the_law_follows(office: Office, acres: str, state: str) -> None:
    permit = divided(office)
    before = [each for each in obligations_of(office, permit) if each["must"] == "say_what_the_division_left"]
    body = {"divided_on": "2026-10-30", "facts": {"divided_parcel_acres": acres}}

    after = done(send(office.clerk(), f"/permits/{permit['id']}/division", body, permit["version"]))

    said = {each["must"]: each["standing"] for each in obligations_of(office, permit)}
    assert [(each["who"], each["standing"]) for each in before] == [("city_administrator", "open")]
    assert (permit["state"], after["state"]) == ("issued", state)
    assert said["say_what_the_division_left"] == "fulfilled"


def test_a_division_that_nobody_told_of_cannot_be_supplied(office: Office) -> None:
    permit = steps.issued(office)
    body = {"divided_on": "2026-07-15", "facts": {"divided_parcel_acres": "39"}}

    answer = send(office.clerk(), f"/permits/{permit['id']}/division", body, permit["version"])

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/divided_on")
