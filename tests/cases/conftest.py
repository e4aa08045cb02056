"""Who answers the cases: the calculators by themselves, or the system where a map or a record is asked."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from citycode import Law

from deploy.local.system import System
from tests.cases.direct import Calculators, calculators_over


@pytest.fixture(scope="session")
def calculators(law_in_use: Law, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calculators]:
    with calculators_over(law_in_use, tmp_path_factory.mktemp("issuer")) as opened:
        yield opened


@pytest.fixture(scope="module")
def everything(system: System) -> Iterator[httpx.Client]:
    """The gateway of the whole system."""
    with system.client() as opened:
        yield opened
