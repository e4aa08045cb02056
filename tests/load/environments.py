"""Environments of peers: each with what its file of requirements names, apart from the project's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PEERS = Path(__file__).parent / "peers"
ENVIRONMENTS = Path(__file__).parents[2] / "var" / "peers"


def python_of(peer: str) -> Path | None:
    """Give the Python of a peer's environment, made when it is first asked for; None where it cannot be."""
    python = ENVIRONMENTS / peer / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", ENVIRONMENTS / peer], check=True)
    install = f"{python} -m pip install --quiet --disable-pip-version-check -r {PEERS / f'{peer}.txt'}"
    failed = subprocess.run(install.split(), capture_output=True, check=False).returncode
    return None if failed else python
