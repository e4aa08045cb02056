"""R12: random lives of an application over HTTP never diverge from a small model; history replays them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from deploy.local.system import System
from tests.faults.application_machine import ApplicationMachine

pytestmark = pytest.mark.system

RUNS = 2000 if os.environ.get("CITYCODE_SOAK") else 150
STEPS = 50 if os.environ.get("CITYCODE_SOAK") else 8


@pytest.fixture
def system(tmp_path: Path) -> Iterator[System]:
    """A system whose calendar fires nothing by itself: lives go to the day of the hearing and back."""
    with System.start(tmp_path, environment={"CITYCODE_SWEEP_EVERY_S": "3600"}) as running:
        yield running


@pytest.mark.timeout(3600)
def test_no_life_of_an_application_diverges_from_the_model(system: System) -> None:
    ApplicationMachine.system = system

    run_state_machine_as_test(
        ApplicationMachine,
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

    assert ApplicationMachine.runs >= RUNS
    assert ApplicationMachine.refusals > 0
    assert "approved" in ApplicationMachine.reached
    print(
        f"\n{ApplicationMachine.runs} lives, {ApplicationMachine.acts} acts, "
        f"{ApplicationMachine.refusals} refusals as expected, "
        f"ends: {dict(sorted(ApplicationMachine.reached.items()))}"
    )
