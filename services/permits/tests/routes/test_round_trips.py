"""How often the database is asked: what is known already is not looked up."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, event

from services.permits.tests import steps
from services.permits.tests.builders import an_ask
from services.permits.tests.services import Office

pytestmark = pytest.mark.storage


@pytest.mark.parametrize(
    ("key", "tables"),
    [
        (None, ["applications", "personal_values", "history"]),
        (
            "key-of-a-draft",
            ["idempotency_keys", "applications", "personal_values", "history", "idempotency_keys"],
        ),
    ],
)
def test_a_draft_is_written_once_to_each_table_and_nothing_is_read(
    office: Office, key: str | None, tables: list[str]
) -> None:
    steps.draft(office)
    asked: list[str] = []
    engine: Engine = office.app.state.kit.engine

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        answer = steps.send(office.resident(), "/applications", an_ask(), key=key)
    finally:
        event.remove(engine, "before_cursor_execute", note)

    assert answer.status_code == 201
    assert answer.json()["contact"]["name"] == "Ada Lindahl"
    assert [each.split()[2 if each.startswith("INSERT") else 1] for each in asked] == tables
