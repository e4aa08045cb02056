"""A system of its own for every journey: what other tests left behind would count against caps and places."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local.system import System


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """Gateway and services on free ports, with nothing in them but the sample county."""
    scratch: Path = tmp_path_factory.mktemp("journey")
    with System.start(scratch, profile="test") as running:
        yield running
