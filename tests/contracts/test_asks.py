"""What permits asks, the contract of gis offers; what that contract allows as an answer, permits reads."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any, cast, get_args

import pytest
from enforcement.clients.gis import HttpGis as GisOfEnforcement
from gis.schemas.facts import FactsAnswer, FactsAsk, FactView
from gis.schemas.notice_lists import (
    Audience,
    NoticeListAsk,
    NoticeListView,
    NoticeParcel,
    NoticeRow,
    Unaddressed,
)
from gis.schemas.parcels import ParcelCandidate, ParcelOwner, ParcelPage, PublicParcel
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from permits.clients.gis import NAMED_LISTS, HttpGis
from permits.domain.hearing_notice import recipients_of
from servicekit.client import NeighborAnswer, ServiceClient

from tests.authorization.matrix import operations_of
from tests.contracts.apps import contract_of

GIS = contract_of("gis")
PIN, SITE = "11.029.21.24.0001", (-92.8993808, 44.9968423)
FEET = st.floats(min_value=0, max_value=5280)
QUICK = settings(max_examples=40, deadline=None)

facts_answers = st.builds(
    FactsAnswer,
    facts=st.dictionaries(
        st.text(min_size=1),
        st.builds(
            FactView,
            value=st.booleans() | st.text() | st.floats(allow_nan=False, allow_infinity=False),
            geometry=st.none(),
        ),
    ),
)
notice_lists = st.builds(
    NoticeListView,
    area=st.none(),
    within_ft=FEET,
    rows=st.lists(
        st.builds(NoticeRow, distance_ft=FEET, parcels=st.lists(st.builds(NoticeParcel, distance_ft=FEET)))
    ),
    unaddressed=st.lists(st.builds(Unaddressed, distance_ft=FEET)),
)


parcels = st.builds(
    PublicParcel,
    acres_deed=st.none() | FEET,
    acres_polygon=FEET,
    lon=FEET,
    lat=FEET,
    address=st.none() | st.text(),
)
parcel_pages = st.builds(
    ParcelPage, items=st.lists(st.builds(ParcelCandidate, parcel=parcels), max_size=3), next_cursor=st.none()
)


class Answering:
    """A client that gives one answer and keeps what was asked."""

    def __init__(self, status: int, body: Any) -> None:
        self._answer = NeighborAnswer(status, body, {})
        self.path = ""
        self.body: Any = None
        self.key: str | None = None

    def get(self, path: str, params: Any = None) -> NeighborAnswer:
        self.path, self.body = path, params
        return self._answer

    def post(self, path: str, body: Any, *, idempotency_key: str | None = None) -> NeighborAnswer:
        self.path, self.body, self.key = path, json.loads(json.dumps(body)), idempotency_key
        return self._answer


def gis_answering(answering: Answering) -> HttpGis:
    return HttpGis(cast(ServiceClient, answering))


def schema(name: str) -> Draft202012Validator:
    """A component of the contract, as a validator."""
    return Draft202012Validator({**GIS["components"]["schemas"][name], "components": GIS["components"]})


def operation_at(path: str, asked_by: str = "POST") -> str:
    """The operation a request of this method to this path reaches."""
    (found,) = (
        operation
        for operation, (method, template) in operations_of(GIS).items()
        if method == asked_by and re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", template), path)
    )
    return found


@QUICK
@given(answer=facts_answers)
def test_any_answer_about_facts_is_read(answer: FactsAnswer) -> None:
    body = json.loads(answer.model_dump_json())
    schema("FactsAnswer").validate(body)

    told = gis_answering(Answering(200, body)).facts_of("a-city", PIN, SITE, list(answer.facts))

    assert told.pin == answer.pin
    assert {name: fact.value for name, fact in told.known.items()} == {
        name: fact.value for name, fact in answer.facts.items()
    }
    assert set(told.untold) == {missing.name for missing in answer.missing}


@QUICK
@given(answer=notice_lists)
def test_any_notice_list_is_read_whole(answer: NoticeListView) -> None:
    body = json.loads(answer.model_dump_json())
    schema("NoticeListView").validate(body)

    frozen = gis_answering(Answering(201, body)).notice_list("a-city", PIN, 500, {"resident"}, "key")

    assert frozen == {**body, "vintage": str(answer.vintage)}
    assert [float(each.distance_ft or 0) for each in recipients_of(frozen)] == [
        row.distance_ft for row in answer.rows
    ]


@QUICK
@given(answer=parcel_pages)
def test_any_answer_about_an_address_is_read_and_the_ask_is_one_gis_takes(answer: ParcelPage) -> None:
    body = json.loads(answer.model_dump_json())
    schema("ParcelPage").validate(body)
    answering = Answering(200, body)

    found = gis_answering(answering).parcels_at("a-city", "5008 Legion Lane N")

    assert [(each.pin, each.address) for each in found] == [
        (each.parcel.pin, each.parcel.address) for each in answer.items
    ]
    operation = GIS["paths"]["/v1/{city}/parcels"]["get"]
    assert operation_at(answering.path, "GET") == operation["operationId"] == "list_parcels"
    assert set(answering.body) <= {each["name"] for each in operation["parameters"]}


@QUICK
@given(answer=st.builds(ParcelOwner))
def test_any_answer_about_an_owner_is_read_and_the_ask_is_one_gis_takes(answer: ParcelOwner) -> None:
    body = json.loads(answer.model_dump_json())
    schema("ParcelOwner").validate(body)
    answering = Answering(200, body)

    found = GisOfEnforcement(cast(ServiceClient, answering)).owner_of("a-city", PIN)

    assert operation_at(answering.path, "GET") == "get_parcel_owner"
    assert [each.name for each in found.owners] == [each.name for each in answer.owners]
    assert (found.pin, found.withheld, found.vintage) == (answer.pin, answer.withheld, answer.vintage)


def test_the_ask_for_facts_is_one_gis_takes() -> None:
    answer = {"pin": PIN, "facts": {}, "missing": []}
    for site in (SITE, None):
        answering = Answering(200, answer)

        gis_answering(answering).facts_of("a-city", PIN, site, ["gis.zoning_district"])

        assert operation_at(answering.path) == "answer_facts"
        schema("FactsAsk").validate(answering.body)
        assert FactsAsk.model_validate_json(json.dumps(answering.body)).pin == PIN


@pytest.mark.parametrize("audience", NAMED_LISTS)
def test_the_ask_for_a_notice_list_is_one_gis_takes(audience: frozenset[str]) -> None:
    frozen = {"id": "1", "complete": True, "reaches_into": [], "rows": [], "withheld": 0}
    frozen["vintage"] = str(date.min)
    answering = Answering(201, frozen)

    gis_answering(answering).notice_list("a-city", PIN, 500.0, audience, "key")

    assert (operation_at(answering.path), answering.key) == ("create_notice_list", "key")
    schema("NoticeListAsk").validate(answering.body)
    assert NoticeListAsk.model_validate_json(json.dumps(answering.body)).to == NAMED_LISTS[audience]


def test_every_audience_gis_knows_can_be_asked_for() -> None:
    assert set(NAMED_LISTS.values()) == set(get_args(Audience))
