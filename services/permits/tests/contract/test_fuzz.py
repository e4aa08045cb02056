"""The contract under schemathesis, seeded: no 5xx, no undocumented answer."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from permits.domain.application import APPLICATION
from permits.storage import applications, permits
from servicekit.database import open_engine
from servicekit.proof import GATEWAY
from servicekit.testing.fuzz import FuzzReport, fuzz
from servicekit.testing.postgres import fresh_database

from services.permits.tests.builders import PROGRAM, a_permit, an_application
from services.permits.tests.services import CITY, Office, office_over

pytestmark = pytest.mark.storage
EXAMPLES = 100 if os.environ.get("CITYCODE_SOAK") else 1
"""Of each operation; the suite keeps within the time that is set for it."""


@pytest.fixture(scope="module")
def own(
    empty_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Office, dict[str, list[str]]]]:
    """An office over a database of its own with a record in every state, and the ids of those."""
    with fresh_database("permits_fuzz", template=empty_url) as url:
        engine = open_engine(url)
        made = [an_application(state) for state in APPLICATION.states]
        permit = a_permit(made[-2])
        with engine.begin() as connection:
            for each in made:
                applications.add(connection, each)
            permits.add(connection, permit)
        engine.dispose()
        office = office_over(url, tmp_path_factory.mktemp("identity"))
        yield office, {"application_id": [str(each.id) for each in made], "permit_id": [str(permit.id)]}
        office.app.state.kit.engine.dispose()


def run(
    office: Office, ids: dict[str, list[str]], token: str, include: str, caller: str = GATEWAY
) -> FuzzReport:
    return fuzz(
        office.app,
        headers={"Authorization": f"Bearer {token}"} if token else {},
        values={
            "path.city": [CITY],
            "body.program": [PROGRAM],
            **{f"path.{name}": list(listed) for name, listed in ids.items()},
        },
        examples=EXAMPLES,
        chains=EXAMPLES,
        include=include,
        caller=caller,
    )


@pytest.mark.parametrize(
    ("office_held", "include"),
    [
        (None, "application|consent|permits$|get_permit$|submission|decisions"),
        (
            "city_administrator",
            "declare|review|hearing|notice|mailing|affidavit|submittal|issue|close|obligations|survey|list_events|retry_event",
        ),
        ("city_clerk", "decide|revoke|history|remedy"),
        ("building_official", "judgment|recommendation|inspection"),
    ],
)
def test_no_answer_surprises(
    own: tuple[Office, dict[str, list[str]]], office_held: str | None, include: str
) -> None:
    office, ids = own

    report = run(office, ids, office.token("resident-1", office_held), include)

    assert report.failures == []
    assert report.requests > 50


def test_no_event_surprises(own: tuple[Office, dict[str, list[str]]]) -> None:
    office, ids = own

    report = run(office, ids, "", "^take_event$", caller="gis")

    assert report.failures == []
