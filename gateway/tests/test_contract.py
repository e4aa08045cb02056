"""The combined contract: one document, no collisions, every reference resolves, every refusal documented."""

from __future__ import annotations

import json
from typing import Any

import pytest
from gateway.contract import COMBINED, as_text, combined, services_contracts

from gateway import contract as module

PROBLEM = {
    "description": "refused",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
THING = {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Link"}}}


def a_service(thing: dict[str, Any], link: dict[str, Any]) -> dict[str, Any]:
    schemas = {"Thing": thing, "Link": link, "Problem": {"type": "object"}, "Unused": {"type": "object"}}
    operation = {
        "operationId": "list_things",
        "tags": ["things"],
        "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
        "responses": {
            "200": {"description": "ok"},
            "404": {"description": "the service's own words"},
            "409": PROBLEM,
        },
        "security": [{"Bearer": []}, {"neighbor": []}],
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "x", "version": "1"},
        "paths": {
            "/v1/{city}/things": {"post": operation, "parameters": []},
            "/v1/events": {"post": operation},
            "/healthz": {"get": operation},
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "Bearer": {"type": "http", "scheme": "bearer"},
                "neighbor": {"type": "apiKey", "in": "header", "name": "Citycode-Proof"},
            },
        },
    }


@pytest.fixture
def document() -> dict[str, Any]:
    return combined(
        {
            "permits": a_service(THING, {"type": "string"}),
            "gis": a_service(THING, {"type": "integer"}),
        }
    )


def test_paths_carry_the_service_and_leave_out_what_is_not_reachable(document: dict[str, Any]) -> None:
    assert sorted(document["paths"]) == ["/gis/v1/{city}/things", "/permits/v1/{city}/things"]


def test_operation_ids_are_unique(document: dict[str, Any]) -> None:
    ids = [item["post"]["operationId"] for item in document["paths"].values()]

    assert ids == ["gis_list_things", "permits_list_things"]


def test_a_component_two_services_mean_differently_is_two(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]

    assert schemas["PermitsLink"] == {"type": "string"}
    assert schemas["GisLink"] == {"type": "integer"}


def test_a_component_that_rests_on_a_different_one_is_two_as_well(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]

    assert schemas["PermitsThing"]["properties"]["next"] == {"$ref": "#/components/schemas/PermitsLink"}
    assert schemas["GisThing"]["properties"]["next"] == {"$ref": "#/components/schemas/GisLink"}


def test_nobody_signs_in_as_a_neighbor_from_outside(document: dict[str, Any]) -> None:
    [operation] = document["paths"]["/gis/v1/{city}/things"].keys() - {"parameters"}

    assert document["paths"]["/gis/v1/{city}/things"][operation]["security"] == [{"Bearer": []}]
    assert "neighbor" not in document["components"]["securitySchemes"]


def test_what_nothing_reachable_refers_to_is_left_out(document: dict[str, Any]) -> None:
    assert not [name for name in document["components"]["schemas"] if "Unused" in name]


def test_what_all_mean_alike_is_one(document: dict[str, Any]) -> None:
    assert "Problem" in document["components"]["schemas"]
    assert document["components"]["securitySchemes"] == {"Bearer": {"type": "http", "scheme": "bearer"}}


def test_refusals_of_the_gateway_are_documented_and_the_service_s_words_stay(
    document: dict[str, Any],
) -> None:
    responses = document["paths"]["/gis/v1/{city}/things"]["post"]["responses"]

    assert {"400", "401", "404", "408", "413", "429", "503"} <= responses.keys()
    assert responses["404"] == {"description": "the service's own words"}


def references(node: Any) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"]] if "$ref" in node else []
        return own + [found for value in node.values() for found in references(value)]
    return [found for value in node for found in references(value)] if isinstance(node, list) else []


def test_every_reference_resolves(document: dict[str, Any]) -> None:
    for reference in references(document):
        _, _, kind, name = reference.split("/")
        assert name in document["components"][kind]


def test_the_committed_document_is_current() -> None:
    contracts = services_contracts()

    assert sorted(contracts) == ["enforcement", "gis", "licensing", "permits"]
    assert COMBINED.read_text() == as_text(combined(contracts)), "run: make contract"


def test_the_command_says_when_it_is_not_current(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "COMBINED", tmp_path / "openapi.json")

    absent = module.main([])
    written = module.main(["write"])
    current = module.main([])

    assert (absent, written, current) == (1, 0, 0)
    assert "make contract" in capsys.readouterr().err
    assert json.loads((tmp_path / "openapi.json").read_text())["openapi"] == "3.1.0"
