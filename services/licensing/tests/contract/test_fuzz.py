"""The contract under schemathesis, seeded: no 5xx, no undocumented answer."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from licensing.domain.application import APPLICATION
from licensing.domain.license import LICENSE
from licensing.domain.violation import VIOLATION
from licensing.storage import applications, licenses, transfers, violations
from servicekit.database import open_engine
from servicekit.proof import GATEWAY
from servicekit.testing.fuzz import FuzzReport, fuzz
from servicekit.testing.postgres import fresh_database

from services.licensing.tests.builders import PROGRAM, a_license, a_transfer, a_violation, an_application
from services.licensing.tests.services import CITY, Office, office_over

pytestmark = pytest.mark.storage
EXAMPLES = 100 if os.environ.get("CITYCODE_SOAK") else 1


@pytest.fixture(scope="module")
def own(
    empty_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Office, dict[str, list[str]]]]:
    """An office over a database of its own with a record in every state, and the ids of those."""
    with fresh_database("licensing_fuzz", template=empty_url) as url:
        engine = open_engine(url)
        made = [an_application(state) for state in APPLICATION.states]
        behind = [an_application("issued") for _ in LICENSE.states]
        kept = [a_license(each, state) for each, state in zip(behind, LICENSE.states, strict=True)]
        held = [a_violation(kept[0], state) for state in VIOLATION.states]
        asked = a_transfer(kept[0])
        with engine.begin() as connection:
            for application in (*made, *behind):
                applications.add(connection, application)
            for license_ in kept:
                licenses.add(connection, license_)
            for violation in held:
                violations.add(connection, violation)
            transfers.add(connection, asked)
        engine.dispose()
        office = office_over(url, tmp_path_factory.mktemp("identity"))
        yield (
            office,
            {
                "application_id": [str(each.id) for each in made],
                "license_id": [str(each.id) for each in kept],
                "violation_id": [str(each.id) for each in held],
                "transfer_id": [str(asked.id)],
            },
        )
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
        (
            None,
            "license_application|license$|licenses|held|holder|charges|contact|surrender|transfer|consent",
        ),
        (
            "city_administrator",
            "declare|payment|submittal|recommendation|issue|notice|violation|hearing|grant|refuse|revoke|obligations",
        ),
        ("city_clerk", "decide|history|events"),
        ("building_official", "judgment|recommendation"),
    ],
)
def test_no_answer_surprises(
    own: tuple[Office, dict[str, list[str]]], office_held: str | None, include: str
) -> None:
    office, ids = own

    report = run(office, ids, office.token("resident-1", office_held), include)

    assert report.failures == []
    assert report.requests > 40


def test_no_event_surprises(own: tuple[Office, dict[str, list[str]]]) -> None:
    office, ids = own

    report = run(office, ids, "", "^take_event$", caller="gis")

    assert report.failures == []
