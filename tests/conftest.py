"""The whole system, started once for the tests that need it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local.system import System


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """Gateway and services on free ports, embedded databases or the server given, and a clock file."""
    scratch: Path = tmp_path_factory.mktemp("system")
    with System.start(scratch, profile="test") as running:
        yield running
