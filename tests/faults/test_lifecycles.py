"""R12: random lives of records over HTTP never diverge from small models; their histories replay them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from deploy.local.system import System
from tests.authorization.enforcement_records import parcels
from tests.faults.application_machine import ApplicationLife
from tests.faults.case_machine import CaseLife
from tests.faults.license_machine import LicenseLife
from tests.faults.lives import Life

pytestmark = pytest.mark.system

SOAKING = bool(os.environ.get("CITYCODE_SOAK"))
RUNS, STEPS = (700, 12) if SOAKING else (45, 5)
"""Of each of three kinds of record."""
ENDS: dict[type[Life], str] = {ApplicationLife: "approved", CaseLife: "abated", LicenseLife: "revoked"}
"""An end that some life must reach."""


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """A system whose calendar fires nothing by itself: lives go to the day of the hearing and back."""
    scratch: Path = tmp_path_factory.mktemp("lives")
    with System.start(scratch, environment={"CITYCODE_SWEEP_EVERY_S": "3600"}) as running:
        yield running


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("life", ENDS, ids=[each.__name__ for each in ENDS])
def test_no_life_diverges_from_its_model(system: System, life: type[Life]) -> None:
    CaseLife.pins = parcels(system)

    with life.of(system):
        run_state_machine_as_test(
            life,
            settings=settings(
                max_examples=RUNS,
                stateful_step_count=STEPS,
                deadline=None,
                derandomize=True,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )

    assert life.runs >= RUNS
    assert life.refusals > 0
    assert ENDS[life] in life.reached
    print(
        f"\n{life.__name__}: {life.runs} lives, {life.acts} acts, {life.refusals} refusals as expected, "
        f"ends: {dict(sorted(life.reached.items()))}"
    )
