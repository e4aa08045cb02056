"""Who complained is found nowhere but in its own table and by its own permission (M.S. 13.44)."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from enforcement.domain.complaint import Complainant
from enforcement.schemas import cases, complaints, money
from enforcement.storage.tables import complainants, metadata
from pydantic import BaseModel
from servicekit.wire import Outgoing
from sqlalchemy import Engine, select

from services.enforcement.tests import steps
from services.enforcement.tests.services import CITY, Office

pytestmark = pytest.mark.storage
PLANTED = {
    "name": "Zebulon Quisenberry",
    "email": "zq@planted.example",
    "phone": "218-555-0163",
    "mailing_address": "77 Whistleblower Way",
}
SUBJECT = "resident-who-complains"
WORDS = (*PLANTED.values(), SUBJECT)


def planted(office: Office, key: str | None = None, **given: Any) -> Any:
    """A complaint by somebody signed in who says who they are."""
    body = {
        "description": "Holes in the south wall.",
        "pin": steps.a_pin(),
        "program": steps.PROGRAM,
        "complainant": PLANTED,
        **given,
    }
    return steps.send(office.resident(SUBJECT), "/complaints", body, key=key or str(uuid4()))


def leaks(text: str) -> list[str]:
    return [word for word in WORDS if word in text]


def everything_stored(engine: Engine) -> Iterator[tuple[str, str]]:
    """Every table but the one of complainants, row by row, as text; bytes are read as text too."""
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            if table is complainants:
                continue
            for row in connection.execute(select(table)):
                yield table.name, " ".join(_as_text(value) for value in row)


def _as_text(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        return bytes(value).decode("utf-8", "replace")
    return json.dumps(value, default=str)


def test_a_planted_identity_is_in_no_other_table_and_in_no_answer(
    office: Office, engine: Engine, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    key = str(uuid4())
    taken = planted(office, key)
    replayed = planted(office, key)  # another parcel: the key is taken
    reference = steps.done(taken)["reference"]
    staff = office.administrator()
    complaint = steps.read(staff, "/complaints?limit=500")["items"][-1]
    opening = {
        "program": steps.PROGRAM,
        "pin": complaint["pin"],
        "complaint": {"id": complaint["id"], "version": complaint["version"]},
    }
    case = steps.done(steps.send(office.inspector(), "/cases", opening))
    case = steps.inspected(office, case)
    made = steps.done(steps.try_to_issue(office, case))
    steps.served(office, made)
    stale = steps.send(staff, f"/complaints/{complaint['id']}/dismiss", {"reason": "x"}, 1)
    wrong = steps.send(office.resident(SUBJECT), "/complaints", {"complainant": PLANTED})
    answers = [taken, replayed, stale, wrong]
    answers += [
        staff.get(f"/v1/{CITY}{path}")
        for path in (
            f"/complaint-references/{reference}",
            "/complaints?limit=500",
            f"/complaints/{complaint['id']}",
            f"/complaints/{complaint['id']}/history",
            "/cases?limit=500",
            f"/cases/{case['id']}",
            f"/cases/{case['id']}/history",
            f"/cases/{case['id']}/parties",
            f"/cases/{case['id']}/notices",
            f"/cases/{case['id']}/inspections",
            f"/cases/{case['id']}/violations",
            f"/cases/{case['id']}/orders",
            f"/cases/{case['id']}/account",
            "/obligations",
            "/events",
            "/assessment-rolls",
        )
    ]

    shown = [leaks(each.text + str(each.headers)) for each in answers]
    stored = [(table, found) for table, row in everything_stored(engine) if (found := leaks(row))]

    assert [each.status_code for each in answers[:4]] == [201, 422, 412, 422]
    assert all(each.status_code == 200 for each in answers[4:])
    assert shown == [[]] * len(answers)
    assert stored == []
    assert leaks(caplog.text + "".join(capsys.readouterr())) == []


def test_the_leak_test_would_find_a_leak(office: Office, engine: Engine) -> None:
    planted(office, description=f"{PLANTED['name']} saw it.")

    stored = {table for table, row in everything_stored(engine) if leaks(row)}

    with engine.begin() as connection:  # the words of the description are the complainant's own
        table = metadata.tables["complaints"]
        connection.execute(table.update().values(description="Holes."))
    assert stored == {"complaints"}


def test_only_who_may_know_reads_it_and_that_is_remembered(office: Office) -> None:
    steps.done(planted(office))
    staff = office.administrator()
    complaint = steps.read(staff, "/complaints?limit=500")["items"][-1]
    path = f"/v1/{CITY}/complaints/{complaint['id']}/complainant"

    refused = [
        client.get(path).status_code
        for client in (
            office.anonymous(),
            office.resident(SUBJECT),
            office.inspector(),
            office.council_clerk(),
        )
    ]
    told = staff.get(path)

    assert refused == [401, 403, 403, 403]
    assert told.json() == {"complaint_id": complaint["id"], **PLANTED}
    assert told.headers["cache-control"] == "no-store"
    history = steps.read(staff, f"/complaints/{complaint['id']}/history")
    assert [each["event"] for each in history["entries"]] == ["complaint.received", "complainant.read"]
    assert history["entries"][0]["actor"] == "anonymous:anonymous"


def test_erased_it_is_gone_and_the_complaint_stays(office: Office) -> None:
    reference = steps.done(planted(office))["reference"]
    staff = office.administrator()
    complaint = steps.read(staff, "/complaints?limit=500")["items"][-1]
    place = f"/complaints/{complaint['id']}"

    steps.done(steps.send(staff, f"{place}/erase-complainant", None, 1))

    left = steps.read(staff, f"{place}/complainant")
    assert set(left.values()) == {complaint["id"], None}
    followed = steps.read(office.anonymous(), f"/complaint-references/{reference}")
    assert followed["state"] == "received"


def test_without_a_name_nothing_is_kept(office: Office, engine: Engine) -> None:
    body = {"description": "Holes.", "address": f"{uuid4()} Lake Drive"}
    steps.done(steps.send(office.anonymous(), "/complaints", body))

    with engine.connect() as connection:
        table = metadata.tables["complaints"]
        found = connection.scalar(select(table.c.id).where(table.c.address == body["address"]))
        kept = connection.execute(select(complainants).where(complainants.c.complaint_id == found)).all()

    assert kept == []


def test_who_complained_follows_what_becomes_of_it(office: Office) -> None:
    reference = steps.done(planted(office))["reference"]
    staff = office.administrator()
    complaint = steps.read(staff, "/complaints?limit=500")["items"][-1]

    reason = {"reason": "The law of the city does not regulate it."}
    steps.done(steps.send(staff, f"/complaints/{complaint['id']}/dismiss", reason, 1))
    followed = steps.read(office.anonymous(), f"/complaint-references/{reference}")
    unknown = office.anonymous().get(f"/v1/{CITY}/complaint-references/{'x' * 27}")

    assert (followed["state"], followed["ended_because"]) == ("dismissed", reason["reason"])
    assert unknown.status_code == 404


def test_a_place_must_be_named(office: Office) -> None:
    refused = steps.send(office.anonymous(), "/complaints", {"description": "Holes."})

    assert refused.status_code == 422


def outgoing_shapes() -> list[type[BaseModel]]:
    """Everything that enforcement answers, but the one shape of who complained."""
    return [
        shape
        for module in (cases, complaints, money)
        for shape in vars(module).values()
        if isinstance(shape, type)
        and issubclass(shape, Outgoing)
        and shape is not Outgoing
        and shape is not complaints.ComplainantView
    ]


def test_no_other_shape_has_a_place_for_a_complainant() -> None:
    private = set(Complainant.__dataclass_fields__) - {"city", "complaint_id", "erased_at"}

    with_them = {
        shape.__name__
        for shape in outgoing_shapes()
        if private & set(shape.model_fields) or "complainant" in shape.model_fields
    }

    assert len(outgoing_shapes()) > 20
    assert with_them == {"PartyView"}  # owners of the parcel, by the county's record
