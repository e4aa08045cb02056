"""What a case service asks of gis about facts, the contract of gis offers; what it may answer is read."""

from __future__ import annotations

import json
from typing import Any, cast

from caseroutes.maps import HttpMaps
from gis.schemas.facts import FactsAnswer, FactsAsk, FactView
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from servicekit.client import NeighborAnswer, ServiceClient

from tests.contracts.apps import contract_of

GIS = contract_of("gis")
PIN = "49.0990.0001"
answers = st.builds(
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


class Answering:
    """A client that gives one answer and keeps what was asked."""

    def __init__(self, body: Any) -> None:
        self._body = body
        self.path, self.sent = "", None

    def post(self, path: str, body: Any) -> NeighborAnswer:
        self.path, self.sent = path, json.loads(json.dumps(body))
        return NeighborAnswer(200, self._body, {})


def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator({**GIS["components"]["schemas"][name], "components": GIS["components"]})


@settings(max_examples=40, deadline=None)
@given(answer=answers)
def test_any_answer_about_facts_is_read(answer: FactsAnswer) -> None:
    body = json.loads(answer.model_dump_json())
    schema("FactsAnswer").validate(body)

    told = HttpMaps(cast(ServiceClient, Answering(body))).facts_of("a-city", PIN, None, list(answer.facts))

    assert told.pin == answer.pin
    assert {name: fact.value for name, fact in told.known.items()} == {
        name: fact.value for name, fact in answer.facts.items()
    }
    assert set(told.untold) == {missing.name for missing in answer.missing}


def test_a_place_of_no_parcel_is_asked_without_a_number() -> None:
    answering = Answering({"pin": None, "facts": {}, "missing": []})

    told = HttpMaps(cast(ServiceClient, answering)).facts_of(
        "a-city", None, (-95.8453, 46.8172), ["gis.zoning_district"]
    )

    schema("FactsAsk").validate(answering.sent)
    asked = FactsAsk.model_validate_json(json.dumps(answering.sent))
    assert (told.pin, asked.pin, asked.site is None) == (None, None, False)


def test_the_ask_is_one_gis_takes() -> None:
    for site in (None, (-95.8453, 46.8172)):
        answering = Answering({"pin": PIN, "facts": {}, "missing": []})

        HttpMaps(cast(ServiceClient, answering)).facts_of("a-city", PIN, site, ["gis.zoning_district"])

        assert answering.path == "/v1/a-city/facts"
        schema("FactsAsk").validate(answering.sent)
        assert FactsAsk.model_validate_json(json.dumps(answering.sent)).pin == PIN
