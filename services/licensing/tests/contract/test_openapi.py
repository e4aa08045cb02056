"""The committed contract, and the service built from the real law."""

import json
from pathlib import Path

import pytest
from fastapi import FastAPI
from jsonschema import Draft202012Validator
from licensing.app import build
from licensing.contract import COMMITTED
from licensing.domain.application import APPLICATION
from licensing.domain.license import LICENSE
from licensing.domain.transfer import TRANSFER
from licensing.domain.violation import VIOLATION
from servicekit.access import declared_routes
from servicekit.contract import written

ROOT = Path(__file__).parents[4]
OF_PERSONS = {"holder", "applicant", "filed_by", "contact", "name", "email", "phone", "mailing_address"}


@pytest.fixture(scope="module")
def built() -> FastAPI:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CITYCODE_CODES_DIR", str(ROOT / "codes"))
        patch.delenv("DATABASE_URL_LICENSING", raising=False)
        return build()


def test_the_committed_contract_is_current(built: FastAPI) -> None:
    described = written(built.openapi())

    assert COMMITTED.read_text(encoding="utf-8") == described, "run `make contract`"


def test_every_operation_has_a_summary_and_declares_its_access_once(built: FastAPI) -> None:
    operations = [operation for path in built.openapi()["paths"].values() for operation in path.values()]

    assert all(operation.get("summary") for operation in operations)
    assert all(len(route.accesses) == 1 for route in declared_routes(built))


def test_examples_in_the_contract_fit_their_schemas(built: FastAPI) -> None:
    described = json.loads(written(built.openapi()))
    tried = 0
    for schema in described["components"]["schemas"].values():
        for member in schema.get("properties", {}).values():
            for example in member.get("examples", ()):
                whole = {**member, "components": described["components"]}
                Draft202012Validator(whole).validate(example)
                tried += 1

    assert tried >= 30


def test_states_on_the_wire_are_those_of_the_lifecycles(built: FastAPI) -> None:
    schemas = built.openapi()["components"]["schemas"]

    assert tuple(schemas["ApplicationView"]["properties"]["state"]["enum"]) == APPLICATION.states
    assert set(schemas["PublicLicense"]["properties"]["state"]["enum"]) == set(LICENSE.states)
    assert set(schemas["ViolationView"]["properties"]["state"]["enum"]) == set(VIOLATION.states)
    assert set(schemas["TransferView"]["properties"]["state"]["enum"]) == set(TRANSFER.states)


def test_the_public_register_has_no_person_in_it(built: FastAPI) -> None:
    schemas = built.openapi()["components"]["schemas"]

    assert not OF_PERSONS & set(schemas["PublicLicense"]["properties"])


def test_what_changes_a_record_asks_for_the_version_that_was_read(built: FastAPI) -> None:
    opening = {
        "create_license_application",
        "add_license_document",
        "place_hold",
        "release_hold",
        "grant_consent",
        "withdraw_consent",
        "take_event",
        "retry_event",
        "retry_dead_events",
    }
    without = {
        operation["operationId"]
        for path, methods in built.openapi()["paths"].items()
        for method, operation in methods.items()
        if method != "get" and not {"programs", "requirements", "compare"} & set(path.split("/"))
        if not any(each["name"] == "If-Match" for each in operation.get("parameters", ()))
    }

    assert without == opening
