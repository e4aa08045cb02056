"""`make clean`: forget databases, logs and development keys."""

from __future__ import annotations

import shutil

from deploy.local.catalog import VAR
from deploy.local.holding import held


def clean() -> None:
    """Remove everything under var/. Raises AlreadyRunning."""
    if not VAR.exists():
        return
    with held(VAR):
        shutil.rmtree(VAR)
