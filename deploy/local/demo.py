"""`make demo`: the scenario, told, in a system of its own on the scenario's dates."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from deploy.local.scenario import load_scenario, tell
from deploy.local.system import System


def demo() -> None:
    """Run the scenario and print each request and answer. Raises StartFailed, UnexpectedAnswer."""
    print("Starting a system of its own …", file=sys.stderr, flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="citycode-demo-") as scratch,
        System.start(Path(scratch), profile="test") as system,
    ):
        tell(load_scenario(), system, lambda text: print(text, end="", flush=True))
