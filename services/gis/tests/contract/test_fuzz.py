"""The contract under schemathesis, seeded: no 5xx, no undocumented answer, every operation succeeds once."""

import os
from collections.abc import Iterator

import pytest
from gis.sample.county import NamedSite
from servicekit.proof import GATEWAY
from servicekit.testing.fuzz import FuzzReport, fuzz
from servicekit.testing.postgres import fresh_database

from services.gis.tests.builders import CITY
from services.gis.tests.services import Callers, app_over

pytestmark = pytest.mark.storage
EXAMPLES = 100 if os.environ.get("CITYCODE_SOAK") else 3
DECIDE = "POST /v1/{city}/owner-candidates/{candidate_id}/"
DECISIONS = {DECIDE + verb for verb in ("confirm", "reject", "reverse")}


@pytest.fixture(scope="module")
def own_callers(loaded_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callers]:
    """Callers of an app over a sample county of its own, for what is written here is anything."""
    with fresh_database("gis_fuzz", template=loaded_url) as url:
        callers = app_over(url, tmp_path_factory.mktemp("identity"))
        yield callers
        callers.close()


def run(
    callers: Callers, sites: dict[str, NamedSite], token: str, include: str, caller: str = GATEWAY
) -> FuzzReport:
    site = sites["fine_site"]
    values: dict[str, list[str | int]] = {
        "path.city": [CITY],
        "path.pin": [site.pin],
        "query.lon": [str(site.lon)],
        "query.lat": [str(site.lat)],
        "body.pin": [site.pin],
    }
    return fuzz(
        callers.app,
        headers={"Authorization": f"Bearer {token}"} if token else {},
        values=values,
        examples=EXAMPLES,
        chains=EXAMPLES,
        include=include,
        caller=caller,
    )


def test_what_officers_and_everybody_may_call(own_callers: Callers, sites: dict[str, NamedSite]) -> None:
    officer = own_callers.token_of_officer(CITY)

    report = run(
        own_callers,
        sites,
        officer,
        "^(?!take_event|create_conveyance|.*county_import|.*notice_list|print_labels)",
    )

    assert report.failures == []
    candidate = "GET /v1/{city}/owner-candidates/{candidate_id}"
    assert set(report.never_succeeded()) <= {*DECISIONS, candidate}


def test_notice_lists_are_made_read_exported_and_printed(
    own_callers: Callers, sites: dict[str, NamedSite]
) -> None:
    officer = own_callers.token_of_officer(CITY)

    report = run(own_callers, sites, officer, "^(.*notice_list|print_labels)$")

    assert report.failures == []
    assert report.never_succeeded() == []


def test_what_the_county_may_call(own_callers: Callers, sites: dict[str, NamedSite]) -> None:
    report = run(own_callers, sites, own_callers.token_of_county(), "^(create_conveyance|.*county_import.*)$")

    assert report.failures == []


def test_what_neighbors_may_call(own_callers: Callers, sites: dict[str, NamedSite]) -> None:
    report = run(own_callers, sites, "", "^take_event$", caller="permits")

    assert report.failures == []
    assert report.never_succeeded() == []
