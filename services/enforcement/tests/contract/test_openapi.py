"""The committed contract, and the service built from the real law."""

from enforcement.app import build
from enforcement.contract import COMMITTED, contract
from servicekit.access import declared_routes
from servicekit.contract import written


def test_the_committed_contract_is_the_apps() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == written(contract()), "run: make contract"


def test_every_route_declares_exactly_one_demand() -> None:
    routes = declared_routes(build())

    assert len(routes) > 60
    assert {route.operation_id: len(route.accesses) for route in routes if len(route.accesses) != 1} == {}


def test_every_change_of_a_record_names_its_version() -> None:
    without = {
        operation["operationId"]
        for path, methods in contract()["paths"].items()
        for method, operation in methods.items()
        if method == "post"
        and "/programs/" not in path
        and not any(each["name"].lower() == "if-match" for each in operation.get("parameters", []))
    }

    assert without == {
        "make_complaint",
        "open_case",
        "add_case_document",
        "propose_assessment_roll",
        "take_event",
        "retry_event",
        "retry_dead_events",
        "compute_requirements",
        "compare_law",
    }
