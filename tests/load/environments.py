"""Environments apart from the one tests run in: of each peer, and of the services as they are installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PEERS = Path(__file__).parent / "peers"
ENVIRONMENTS = ROOT / "var" / "peers"


def python_of(peer: str) -> Path | None:
    """Give the Python of a peer's environment, made when it is first asked for; None where it cannot be."""
    return _python_with(peer, ["-r", str(PEERS / f"{peer}.txt")])


def python_of_services() -> Path | None:
    """Give the Python of what `make run` installs and the image holds; None where it cannot be.

    What only tests need changes how much memory a process takes: some libraries load whatever else they find.
    """
    locked = ["--require-hashes", "-r", str(ROOT / "requirements.lock")]
    return _python_with("citycode", locked, ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)])


def _python_with(name: str, *installs: list[str]) -> Path | None:
    python = ENVIRONMENTS / name / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", ENVIRONMENTS / name], check=True)
    for what in installs:
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]
        if subprocess.run(install, capture_output=True, check=False).returncode:
            return None
    return python
