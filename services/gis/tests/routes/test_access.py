"""Who is let in, before anything works: no proof, anonymous, wrong role, other city, then the right one."""

from dataclasses import dataclass
from uuid import UUID

import pytest
from servicekit.access import declared_routes
from servicekit.proof import PROOF_HEADER
from servicekit.testing.client import bare_client

from services.gis.tests.builders import CITY, PLACES
from services.gis.tests.services import Callers

pytestmark = pytest.mark.storage
SOME_ID = UUID("01900000-0000-7000-8000-0000000000ff")
PIN = "11.029.21.24.0001"


@dataclass(frozen=True)
class Operation:
    """A call and who may make it: anyone, an officer, a county machine, a neighbor."""

    id: str
    method: str
    path: str
    who: str
    body: dict[str, object] | None = None
    right: int = 200


OF_DELIVERIES = {"list_dead_events", "retry_dead_events"}
"""Operations every service that sends events has; held where they are made."""
DECISION: dict[str, object] = {"reason": "not this parcel"}
OPERATIONS = [
    Operation("list_parcels", "GET", "/v1/{city}/parcels", "anyone"),
    Operation("get_parcel", "GET", f"/v1/{{city}}/parcels/{PIN}", "anyone"),
    Operation("get_parcel_owner", "GET", f"/v1/{{city}}/parcels/{PIN}/owner", "officer"),
    Operation("get_place", "GET", "/v1/{city}/at?lon=-92.9&lat=44.99", "anyone"),
    Operation(
        "answer_facts", "POST", "/v1/{city}/facts", "anyone", {"pin": PIN, "names": ["gis.lot_area_acres"]}
    ),
    Operation(
        "create_notice_list",
        "POST",
        "/v1/{city}/notice-lists",
        "officer",
        {"pin": PIN, "within_ft": 10, "to": "owners"},
        201,
    ),
    Operation("get_parcel_history", "GET", f"/v1/{{city}}/parcels/{PIN}/history", "anyone"),
    Operation(
        "export_notice_list", "POST", f"/v1/{{city}}/notice-lists/{SOME_ID}/export", "officer", right=404
    ),
    Operation("print_labels", "POST", f"/v1/{{city}}/notice-lists/{SOME_ID}/labels", "officer", right=404),
    Operation(
        "create_county_import", "POST", "/v1/{city}/county-imports", "county", {"county": "washington"}, 422
    ),
    Operation(
        "put_county_import_part",
        "PUT",
        f"/v1/{{city}}/county-imports/{SOME_ID}/parts/1",
        "county",
        {"content_base64": "eA=="},
        404,
    ),
    Operation(
        "start_county_import", "POST", f"/v1/{{city}}/county-imports/{SOME_ID}/start", "county", right=404
    ),
    Operation("list_county_imports", "GET", "/v1/{city}/county-imports", "officer"),
    Operation("get_county_import", "GET", f"/v1/{{city}}/county-imports/{SOME_ID}", "officer", right=404),
    Operation(
        "list_county_import_findings",
        "GET",
        f"/v1/{{city}}/county-imports/{SOME_ID}/findings",
        "officer",
        right=404,
    ),
    Operation("get_notice_list", "GET", f"/v1/{{city}}/notice-lists/{SOME_ID}", "officer", right=404),
    Operation("list_address_choices", "GET", "/v1/{city}/address-choices", "officer"),
    Operation("get_address_choice", "GET", f"/v1/{{city}}/address-choices/{SOME_ID}", "officer", right=404),
    Operation("choose_address", "POST", "/v1/{city}/address-choices", "officer", {"pin": PIN}, 422),
    Operation("create_conveyance", "POST", "/v1/{city}/conveyances", "county", {"pin": PIN}, 422),
    Operation("list_owner_candidates", "GET", "/v1/{city}/owner-candidates", "officer"),
    Operation("get_owner_candidate", "GET", f"/v1/{{city}}/owner-candidates/{SOME_ID}", "officer", right=404),
    Operation(
        "confirm_owner_candidate",
        "POST",
        f"/v1/{{city}}/owner-candidates/{SOME_ID}/confirm",
        "officer",
        {},
        404,
    ),
    Operation(
        "reject_owner_candidate",
        "POST",
        f"/v1/{{city}}/owner-candidates/{SOME_ID}/reject",
        "officer",
        DECISION,
        404,
    ),
    Operation(
        "reverse_owner_candidate",
        "POST",
        f"/v1/{{city}}/owner-candidates/{SOME_ID}/reverse",
        "officer",
        DECISION,
        404,
    ),
    Operation("take_event", "POST", "/v1/events", "neighbor", {}, 422),
]
CALCULATORS: frozenset[str] = frozenset()
"""Operations mounted from the calculators, tested there."""


def each_of(*who: str) -> pytest.MarkDecorator:
    chosen = [operation for operation in OPERATIONS if operation.who in who]
    return pytest.mark.parametrize("operation", chosen, ids=lambda operation: operation.id)


BY_ID = each_of("anyone", "officer", "county", "neighbor")


def call(client: object, operation: Operation, city: str = CITY) -> tuple[int, dict[str, object]]:
    headers = {"If-Match": '"1"', "Idempotency-Key": f"{operation.id}-{city}"}
    path = operation.path.format(city=city)
    answer = client.request(operation.method, path, json=operation.body, headers=headers)  # type: ignore[attr-defined]
    body: dict[str, object] = answer.json()
    body.pop("instance", None)
    return answer.status_code, body


def right_caller(callers: Callers, operation: Operation, city: str = CITY) -> object:
    if operation.who == "officer":
        return callers.officer(city)
    if operation.who == "county":
        return callers.county(city)
    return callers.neighbor() if operation.who == "neighbor" else callers.anonymous()


def test_every_operation_of_the_service_is_in_this_table(callers: Callers) -> None:
    served = {route.operation_id for route in declared_routes(callers.app)}

    assert served - CALCULATORS - OF_DELIVERIES == {operation.id for operation in OPERATIONS}


@BY_ID
def test_around_the_gateway_nothing_is_answered(callers: Callers, operation: Operation) -> None:
    status, body = call(bare_client(callers.app), operation)

    assert (status, body["type"]) == (401, "urn:citycode:problem:unauthenticated")


@BY_ID
def test_a_forged_proof_is_no_proof(callers: Callers, operation: Operation) -> None:
    client = bare_client(callers.app)
    client.headers[PROOF_HEADER] = "v1;caller=permits;t=1;sig=AAAA"

    status, _ = call(client, operation)

    assert status == 401


@BY_ID
def test_the_anonymous_see_only_what_is_public(callers: Callers, operation: Operation) -> None:
    status, _ = call(callers.anonymous(), operation)

    assert status == (operation.right if operation.who == "anyone" else 401)


@BY_ID
def test_the_wrong_office_is_refused(callers: Callers, operation: Operation) -> None:
    status, _ = call(callers.officer(CITY, "building_official"), operation)

    refused = {"anyone": operation.right, "officer": 403, "county": 403, "neighbor": 401}
    assert status == refused[operation.who]


@BY_ID
def test_a_machine_without_the_scope_is_refused(callers: Callers, operation: Operation) -> None:
    status, _ = call(callers.county(CITY, scope="applications.file"), operation)

    refused = {"anyone": operation.right, "officer": 403, "county": 403, "neighbor": 401}
    assert status == refused[operation.who]


@each_of("officer", "county")
def test_an_officer_or_machine_of_another_city_is_refused(callers: Callers, operation: Operation) -> None:
    status, _ = call(right_caller(callers, operation, "fridley"), operation, CITY)

    assert status == 403


@BY_ID
def test_the_right_caller_is_let_in(callers: Callers, operation: Operation) -> None:
    status, _ = call(right_caller(callers, operation), operation)

    assert status == operation.right


@each_of("anyone", "officer", "county")
def test_an_unknown_city_is_absent(callers: Callers, operation: Operation) -> None:
    status, body = call(right_caller(callers, operation, "nowhere"), operation, "nowhere")

    assert (status, body["type"]) == (404, "urn:citycode:problem:not-found")


@pytest.mark.parametrize("city", [city for city in PLACES if city != CITY])
@pytest.mark.parametrize("path", ["parcels/{pin}", "parcels/{pin}/owner"])
def test_another_citys_parcel_answers_as_an_absent_one(callers: Callers, city: str, path: str) -> None:
    clerk = callers.officer(city)

    others = clerk.get(f"/v1/{city}/{path.format(pin=PIN)}")
    absent = clerk.get(f"/v1/{city}/{path.format(pin='00.000.00.00.0000')}")

    bodies = [{**answer.json(), "instance": ""} for answer in (others, absent)]
    assert (others.status_code, absent.status_code) == (404, 404)
    assert bodies[0] == bodies[1]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("facts", {"names": ["gis.lot_area_acres"]}),
        ("notice-lists", {"within_ft": 500, "to": "owners"}),
    ],
)
def test_another_citys_parcel_in_a_body_answers_as_an_absent_one(
    callers: Callers, path: str, body: dict[str, object]
) -> None:
    clerk = callers.officer("fridley")

    others = clerk.post(f"/v1/fridley/{path}", json={**body, "pin": PIN})
    absent = clerk.post(f"/v1/fridley/{path}", json={**body, "pin": "00.000.00.00.0000"})

    bodies = [{**answer.json(), "instance": ""} for answer in (others, absent)]
    assert (others.status_code, absent.status_code) == (404, 404)
    assert bodies[0] == bodies[1]
