"""The contract: every operation is named, summed up, public with a reason; its example is answered."""

import json
from typing import Any

import pytest
from fastapi import FastAPI
from servicekit.access import declared_routes
from servicekit.testing.client import ProvenClient

OPERATIONS = {
    "list_programs",
    "get_program",
    "search_rules",
    "get_rule",
    "check_program",
    "compute_clocks",
    "compute_terms",
    "compute_periods",
    "compute_holds",
    "check_caps",
    "compute_ladders",
    "compute_ends",
    "check_notice",
    "check_decision",
    "check_document",
    "compute_measures",
    "compare_law",
    "compute_requirements",
    "compute_fees",
    "compute_securities",
    "compute_allocations",
    "compute_penalties",
    "compute_cost_recovery",
}


def operations(app: FastAPI) -> dict[str, tuple[str, str, dict[str, Any]]]:
    """The calculators'; what every service answers of itself is not theirs."""
    return {
        operation["operationId"]: (method, path, operation)
        for path, methods in app.openapi()["paths"].items()
        if path.startswith("/v1/{city}/")
        for method, operation in methods.items()
    }


def example_of(app: FastAPI, operation: dict[str, Any]) -> Any:
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    return app.openapi()["components"]["schemas"][reference.rpartition("/")[2]]["examples"][0]


def test_these_operations_are_mounted(app: FastAPI) -> None:
    assert set(operations(app)) == OPERATIONS


def test_each_is_public_with_a_reason_and_summed_up(app: FastAPI) -> None:
    declared = {route.operation_id: route.accesses for route in declared_routes(app)}

    assert {name: [access.kind for access in declared[name]] for name in OPERATIONS} == {
        name: ["public"] for name in OPERATIONS
    }
    assert all(declared[name][0].reason for name in OPERATIONS)
    assert all(
        operation["summary"] and operation["description"] for _, _, operation in operations(app).values()
    )


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_the_example_of_each_operation_is_answered(app: FastAPI, client: ProvenClient, name: str) -> None:
    method, path, operation = operations(app)[name]
    shown = {each["name"]: each["schema"].get("examples", [None])[0] for each in operation["parameters"]}
    in_path = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
    query = {key: value for key, value in shown.items() if key not in in_path}
    body = example_of(app, operation) if "requestBody" in operation else None

    response = client.request(
        method, path.format(**{key: shown[key] for key in in_path}), params=query, json=body
    )

    assert response.status_code == 200, response.text


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_each_says_which_problems_it_gives(app: FastAPI, name: str) -> None:
    _, _, operation = operations(app)[name]

    assert {"200", "404", "422", "500"} <= set(operation["responses"])
    assert "application/problem+json" in operation["responses"]["404"]["content"]


def test_answers_are_described_field_by_field(app: FastAPI) -> None:
    """Only pack values and JSON Schemas are open: what a pack may hold is the pack's own matter."""
    schemas = app.openapi()["components"]["schemas"]

    open_objects = {
        f"{name}.{member}"
        for name, schema in schemas.items()
        if schema.get("additionalProperties") is False
        for member, described in schema["properties"].items()
        if described.get("additionalProperties") is True or described == {"title": described.get("title")}
    }

    assert {each for each in open_objects if each.split(".")[0].endswith(("View", "Answer"))} <= {
        "FactView.schema",
        "ProgramAnswer.facts_schema",
        "FindingView.value",
        "FindingView.limit",
        "PlaceFactView.value",
        "PlaceFactView.stated",
    }


def test_the_contract_is_the_same_each_time(app: FastAPI) -> None:
    assert json.dumps(app.openapi()) == json.dumps(app.openapi())
