"""An invented city dropped in beside the shared files of codes/, and asked like any other."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from citycode import Law, load_law

from tests.cases.direct import Calculators, calculators_over

CODES = Path(__file__).parents[2] / "codes"
OWN = Path(__file__).parent / "codes"
SHARED = ("facts.yaml", "permissions.yaml", "vocabulary.yaml")


@pytest.fixture(scope="session")
def codes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shared files and state law as they are, and of cities only the invented one."""
    folder = tmp_path_factory.mktemp("codes")
    for name in SHARED:
        shutil.copy(CODES / name, folder / name)
    shutil.copytree(CODES / "minnesota", folder / "minnesota")
    return shutil.copytree(OWN, folder, dirs_exist_ok=True)


@pytest.fixture(scope="session")
def law(codes: Path) -> Law:
    return load_law(codes)


@pytest.fixture(scope="session")
def calculators(law: Law, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calculators]:
    with calculators_over(law, tmp_path_factory.mktemp("issuer")) as opened:
        yield opened
