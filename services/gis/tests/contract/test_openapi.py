"""The committed contract, and the service built from the real law."""

import json
from pathlib import Path

import pytest
from fastapi import FastAPI
from gis.app import build
from gis.contract import COMMITTED
from jsonschema import Draft202012Validator
from servicekit.access import declared_routes
from servicekit.contract import written

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def built() -> FastAPI:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CITYCODE_CODES_DIR", str(ROOT / "codes"))
        patch.delenv("DATABASE_URL_GIS", raising=False)
        return build()


def test_the_committed_contract_is_current(built: FastAPI) -> None:
    described = written(built.openapi())

    assert COMMITTED.read_text(encoding="utf-8") == described, "run `python -m gis.contract`"


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

    assert tried >= 8


def test_the_public_parcel_has_no_person_in_it(built: FastAPI) -> None:
    schemas = built.openapi()["components"]["schemas"]

    shared = set(schemas["PublicParcel"]["properties"]) & set(schemas["ParcelOwner"]["properties"])

    assert shared == {"pin", "city", "source", "vintage"}
