"""One run at a time: a lock that ends with its process, however that ends."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local.refusals import AlreadyRunning


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold `folder` for this process alone. Raises AlreadyRunning."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(
                "Citycode is running here already. Stop it first: Ctrl-C where it runs."
            ) from None
        yield
