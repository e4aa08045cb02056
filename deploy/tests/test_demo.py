"""`make demo` tells the scenario to its end, with nothing in it that differs from run to run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local.catalog import ROOT
from deploy.local.narration import HASH, UUID
from deploy.local.scenario import load_scenario

DOCUMENTS = (ROOT / "README.md", ROOT / "docs" / "portals.md")
PASTED = re.compile(r"<!-- from make demo -->\n```[a-z]*\n(.*?)```", re.S)


@pytest.fixture(scope="module")
def told() -> str:
    ours = ("CITYCODE_VAR", "CITYCODE_PORT", "DATABASE_URL_")
    done = subprocess.run(
        [sys.executable, "-m", "deploy.local", "demo"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith(ours)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    return done.stdout


@pytest.mark.system
def test_it_tells_every_step_in_order(told: str) -> None:
    steps = [step for chapter in load_scenario().chapters for step in chapter.steps]

    requests = re.findall(r"^  (GET|POST|PATCH|PUT|DELETE) /", told, re.M)
    statuses = [int(status) for status in re.findall(r"^  → (\d{3})$", told, re.M)]

    assert requests == [step.method for step in steps]
    assert statuses == [step.status for step in steps]


@pytest.mark.system
def test_it_ends_with_the_permit_expired_by_the_sale(told: str) -> None:
    after_the_sale = told[told.index("== Monday, September 20, 2027") :]

    assert '"state": "expired"' in after_the_sale
    assert '"ended_on": "2027-09-14"' in after_the_sale
    assert '"ended_rules": ["le-wind-expiry-review", "le-wind-not-transferable"]' in after_the_sale


@pytest.mark.system
def test_nothing_in_it_differs_from_run_to_run(told: str) -> None:
    assert not UUID.search(told)
    assert not HASH.search(told)
    assert "ey" + "J" not in told
    assert "127.0.0.1" not in told
    assert '"LE-WIND-2026-000001"' in told


@pytest.mark.system
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_documents_show_what_it_tells(document: Path, told: str) -> None:
    pasted = PASTED.findall(document.read_text())

    assert pasted, "paste a part of `make demo` after a line <!-- from make demo -->"
    assert [part for part in pasted if part not in told] == []
