"""The contracts in the repository are those the apps describe."""

from __future__ import annotations

import json

import pytest
from gateway.contract import COMBINED, as_text, combined
from servicekit.contract import written

from tests.contracts.apps import CONTRACTS, described


@pytest.mark.parametrize("service", CONTRACTS)
def test_the_committed_contract_is_the_apps(service: str) -> None:
    module = CONTRACTS[service]

    assert module.COMMITTED.read_text(encoding="utf-8") == written(described(service)), "run: make contract"


def test_the_combined_contract_is_made_of_the_services() -> None:
    committed = {
        service: json.loads(module.COMMITTED.read_text(encoding="utf-8"))
        for service, module in CONTRACTS.items()
    }

    assert COMBINED.read_text(encoding="utf-8") == as_text(combined(committed)), "run: make contract"
