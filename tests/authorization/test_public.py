"""No open door by accident: each route declares one access, and what is public is on the committed list."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from servicekit.access import declared_routes

from tests.authorization.matrix import read_matrix
from tests.contracts.apps import CONTRACTS, built

PUBLIC: dict[str, dict[str, str]] = yaml.safe_load(
    Path(__file__).with_name("public.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("service", CONTRACTS)
def test_every_route_declares_exactly_one_access(service: str) -> None:
    routes = declared_routes(built(service))

    assert len(routes) > 20
    assert [route.operation_id for route in routes if len(route.accesses) != 1] == []


@pytest.mark.parametrize("service", CONTRACTS)
def test_public_routes_are_those_of_the_list_for_the_reason_it_gives(service: str) -> None:
    declared = {
        route.operation_id: access.reason
        for route in declared_routes(built(service))
        for access in route.accesses
        if access.kind == "public"
    }

    assert declared == PUBLIC[service]


@pytest.mark.parametrize("service", CONTRACTS)
def test_the_matrix_lets_nobody_in_elsewhere(service: str) -> None:
    anonymous = {
        operation
        for operation, roles in read_matrix()[service].items()
        if roles["anonymous"]["own"] == "allowed"
    }

    assert anonymous == set(PUBLIC[service])
