"""gis over HTTP: what is sent, what is read of the answers, and what its failures become."""

from __future__ import annotations

from typing import Any, cast

import pytest
from calculators import PlaceRefused, SourceUnavailable
from permits.clients.gis import HttpGis
from servicekit.client import NeighborAnswer, NeighborUnavailable, ServiceClient

from services.permits.tests.services import CITY


class Scripted:
    """A client that answers what it was given and remembers what it was asked."""

    def __init__(self, answer: NeighborAnswer | NeighborUnavailable) -> None:
        self._answer = answer
        self.sent: list[tuple[str, Any, str | None]] = []

    def get(self, path: str, params: Any = None) -> NeighborAnswer:
        self.sent.append((path, params, None))
        if isinstance(self._answer, NeighborUnavailable):
            raise self._answer
        return self._answer

    def post(self, path: str, body: Any, *, idempotency_key: str | None = None) -> NeighborAnswer:
        self.sent.append((path, body, idempotency_key))
        if isinstance(self._answer, NeighborUnavailable):
            raise self._answer
        return self._answer


def gis_answering(status: int, body: Any) -> tuple[HttpGis, Scripted]:
    scripted = Scripted(NeighborAnswer(status, body, {}))
    return HttpGis(cast(ServiceClient, scripted)), scripted


FACTS = {
    "pin": "11.029.21.24.0001",
    "city": CITY,
    "facts": {
        "gis.lot_area_acres": {"value": 80.0, "unit": "acre", "source": "county", "vintage": "2026-05-01"}
    },
    "missing": [{"name": "gis.zoning_district", "reason": "two districts", "candidates": ["AG", "RR"]}],
    "something_new": 1,
}


def test_only_the_fields_it_reads_matter() -> None:
    gis, scripted = gis_answering(200, FACTS)

    told = gis.facts_of(CITY, "1102921240001", (-92.9, 45.0), ["gis.lot_area_acres", "gis.zoning_district"])

    assert told.pin == "11.029.21.24.0001"
    assert told.known["gis.lot_area_acres"].value == 80.0
    assert dict(told.untold) == {"gis.zoning_district": "two districts"}
    assert scripted.sent[0][0] == f"/v1/{CITY}/facts"
    assert scripted.sent[0][1]["site"] == {"lon": -92.9, "lat": 45.0}


@pytest.mark.parametrize(
    ("audience", "asked"),
    [
        ({"resident"}, "residents"),
        ({"owner"}, "owners"),
        ({"owner", "resident"}, "owners_and_residents"),
    ],
)
def test_the_audience_of_the_law_is_asked_in_the_words_of_gis(audience: set[str], asked: str) -> None:
    row = {"basis": ["resident"], "distance_ft": 1.0}
    frozen = {
        "id": "1",
        "complete": True,
        "reaches_into": [],
        "withheld": 0,
        "rows": [row],
        "vintage": "2026-05-01",
        "sha256": "0",
    }
    gis, scripted = gis_answering(201, frozen)

    kept = gis.notice_list(CITY, "1", 500.0, audience, "key-1")

    assert kept == frozen
    assert scripted.sent == [
        (f"/v1/{CITY}/notice-lists", {"pin": "1", "within_ft": 500.0, "to": asked}, "key-1")
    ]


@pytest.mark.parametrize(
    ("status", "body", "field"),
    [
        (404, {"type": "urn:citycode:problem:not-found"}, "parcel"),
        (409, {"detail": "2 parcels have these digits"}, "parcel"),
        (422, {"detail": "off the parcel", "errors": [{"pointer": "#/site", "message": "…"}]}, "site"),
    ],
)
def test_a_place_gis_refuses_is_a_place_refused(status: int, body: Any, field: str) -> None:
    gis, _ = gis_answering(status, body)

    with pytest.raises(PlaceRefused) as refused:
        gis.facts_of(CITY, "1", None, ["gis.lot_area_acres"])

    assert refused.value.field == field


@pytest.mark.parametrize(("status", "body"), [(200, {"pin": "1"}), (200, None), (403, {}), (401, None)])
def test_an_answer_that_makes_no_sense_counts_as_none(status: int, body: Any) -> None:
    gis, _ = gis_answering(status, body)

    with pytest.raises(SourceUnavailable):
        gis.facts_of(CITY, "1", None, ["gis.lot_area_acres"])


def test_a_neighbor_that_is_down_is_a_source_that_is_away() -> None:
    gis = HttpGis(cast(ServiceClient, Scripted(NeighborUnavailable("gis", "refuses the connection"))))

    with pytest.raises(SourceUnavailable):
        gis.notice_list(CITY, "1", 500.0, {"resident"}, "key-1")


PARCEL = {"match": "address", "parcel": {"pin": "11.029.21.24.0001", "address": "1 Elm Rd", "acres": 2}}


def test_every_parcel_of_an_address_is_read() -> None:
    gis, scripted = gis_answering(200, {"items": [PARCEL, PARCEL], "next_cursor": None})

    found = gis.parcels_at(CITY, "1 Elm Road")

    assert [(each.pin, each.address) for each in found] == [("11.029.21.24.0001", "1 Elm Rd")] * 2
    assert scripted.sent == [(f"/v1/{CITY}/parcels", {"address": "1 Elm Road"}, None)]


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (422, {"detail": "no address"}, PlaceRefused),
        (403, {}, SourceUnavailable),
        (200, {"items": [{"parcel": {}}]}, SourceUnavailable),
        (200, None, SourceUnavailable),
    ],
)
def test_what_gis_says_otherwise_of_an_address_is_told_apart(
    status: int, body: Any, error: type[Exception]
) -> None:
    gis, _ = gis_answering(status, body)

    with pytest.raises(error):
        gis.parcels_at(CITY, "Elm")
