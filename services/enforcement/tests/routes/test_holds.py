"""A case bars acts of its neighbors: said in events without a word of why, released, ended with the case."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Engine, text

from services.enforcement.tests import steps
from services.enforcement.tests.services import Office

pytestmark = pytest.mark.storage
WHY = "Told by A. Neighbor."


def placed(office: Office, case: Any, **given: Any) -> Any:
    body = {
        "subject_kind": "parcel",
        "subject": case["pin"],
        "blocks": ["issue_permit"],
        "rule": steps.BROKEN,
        "because": WHY,
        **given,
    }
    return steps.try_on(office.administrator(), case, "holds", body)


def told_of(engine: Engine, case: Any) -> list[tuple[str, Any]]:
    """Type and data of the events about the holds of a case."""
    query = "SELECT type, data FROM outbox WHERE subject = :s AND type LIKE 'case.hold%' ORDER BY seq"
    with engine.connect() as connection:
        rows = connection.execute(text(query), {"s": f"cases/{case['id']}"})
        return [(row.type, row.data) for row in rows]


def test_placed_and_released_it_is_told_without_why(office: Office, engine: Engine) -> None:
    case = steps.opened(office)
    made = steps.done(placed(office, case))

    freed = steps.on(
        office.administrator(), made["case"], f"holds/{made['hold']['id']}/release", {"because": "Mended."}
    )

    told = told_of(engine, case)
    assert [each for each, _ in told] == ["case.hold_placed", "case.hold_released"]
    assert [data["subject"] for _, data in told] == [case["pin"]] * 2
    assert [data["released_on"] is None for _, data in told] == [True, False]
    assert WHY not in str(told)
    assert freed["hold"]["released_because"] == "Mended."
    listed = steps.read(office.inspector(), f"/cases/{case['id']}/holds")["holds"]
    assert [each["id"] for each in listed] == [made["hold"]["id"]]


def test_it_ends_with_the_case(office: Office, engine: Engine) -> None:
    case = steps.done(placed(office, steps.opened(office)))["case"]

    steps.on(office.administrator(), case, "close", {"reason": "Nothing was found."})

    assert [each for each, _ in told_of(engine, case)] == ["case.hold_placed", "case.hold_released"]


def test_only_what_neighbors_can_bar_under_a_rule_there_is(office: Office) -> None:
    case = steps.opened(office)

    assert steps.pointers(placed(office, case, blocks=["breathe"])) == ["#/blocks/0"]
    assert steps.pointers(placed(office, case, rule="dl-no-such-rule")) == ["#/rule"]
