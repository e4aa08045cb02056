"""No query parameter is passed over: each that is offered counts, and one that is not is refused."""

from collections.abc import Iterator

import pytest
from gis.sample.county import NamedSite
from servicekit.identifiers import uuid7

from services.gis.tests.builders import CITY
from services.gis.tests.services import Callers

pytestmark = pytest.mark.storage
CANNOT_BE = {
    "lon": ["east", "nan", "44.99"],
    "lat": ["", "1e9"],
    "on": ["yesterday", "2026-02-30", "2026-06-01T00:00:00Z"],
    "limit": ["0", "-1", "ten", "501", "1.5"],
    "cursor": ["garbage", "%00"],
    "pin": ["", "x" * 41],
    "address": ["", "x" * 201, "no number"],
    "status": ["undecided", ""],
}
"""Values that no caller can mean, by parameter."""


def reads(callers: Callers, site: NamedSite) -> Iterator[tuple[str, set[str]]]:
    """Every address of the contract that is read, filled in, with the parameters it offers."""
    filled = {"{city}": CITY, "{pin}": site.pin}
    for path, operations in callers.app.openapi()["paths"].items():
        if "get" in operations and "{city}" in path:
            offered = {
                each["name"] for each in operations["get"].get("parameters", []) if each["in"] == "query"
            }
            for name, value in filled.items():
                path = path.replace(name, value)
            yield (
                path.replace("{import_id}", str(uuid7()))
                .replace("{list_id}", str(uuid7()))
                .replace("{candidate_id}", str(uuid7())),
                offered,
            )


def lawful(offered: set[str], site: NamedSite) -> dict[str, str]:
    """What the address cannot do without."""
    return {"lon": str(site.lon), "lat": str(site.lat)} if "lon" in offered else {}


def test_a_parameter_that_is_not_offered_is_refused_by_name(
    callers: Callers, sites: dict[str, NamedSite]
) -> None:
    site, officer = sites["fine_site"], callers.officer(CITY)

    for path, offered in reads(callers, site):
        answer = officer.get(path, params={**lawful(offered, site), "bbox-crs": "26915"})

        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/bbox-crs"), path


def test_a_value_that_cannot_be_is_refused_by_name(callers: Callers, sites: dict[str, NamedSite]) -> None:
    site, officer = sites["fine_site"], callers.officer(CITY)
    seen: set[str] = set()

    for path, offered in reads(callers, site):
        seen |= offered
        for name in offered:
            for value in CANNOT_BE[name]:
                answer = officer.get(path, params={**lawful(offered, site), name: value})

                assert answer.status_code in {400, 422}, (path, name, value, answer.text)
                assert name in answer.text, (path, name, value)
    assert seen == set(CANNOT_BE), "every parameter the contract offers has values that cannot be"


def test_each_parameter_of_the_list_of_parcels_counts(callers: Callers, sites: dict[str, NamedSite]) -> None:
    site, anyone = sites["fine_site"], callers.anonymous()
    path = f"/v1/{CITY}/parcels"

    whole = anyone.get(path, params={"limit": "3"}).json()
    after = anyone.get(path, params={"limit": "2", "cursor": whole["next_cursor"]}).json()
    by_pin = anyone.get(path, params={"pin": site.pin}).json()
    by_address = anyone.get(path, params={"address": by_pin["items"][0]["parcel"]["address"]}).json()

    first, then = ([each["parcel"]["pin"] for each in page["items"]] for page in (whole, after))
    assert (len(first), len(then)) == (3, 2)
    assert max(first) < min(then)
    assert [each["parcel"]["pin"] for each in by_pin["items"]] == [site.pin]
    assert site.pin in {each["parcel"]["pin"] for each in by_address["items"]}
    assert len(by_address["items"]) < 20
