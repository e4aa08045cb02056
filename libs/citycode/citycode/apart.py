"""The law read by another process, which ends when it has told it; kept for the next who asks."""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from citycode.archive import told
from citycode.fingerprint import fingerprint

ENGINE = Path(__file__).parent
REFUSED = 3
"""How the reader ends when what it tells is PackErrors."""
KEPT = ".law"


def read_apart(codes: Path) -> Any:
    """The law below `codes`. Raises PackErrors, and CalledProcessError when its reader fails."""
    with tempfile.TemporaryFile() as file:
        _read(codes, file)
        return told(file)


def read_once(codes: Path, archive: Path) -> Any:
    """The same, from the folder `archive` if it is kept there; if not, it is from now on, in place of older
    law.
    """
    archive.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept = archive / f"{_name(codes)}{KEPT}"
    with _one_at_a_time(archive):
        if not kept.exists():
            _keep(codes, kept)
    with kept.open("rb") as file:
        return told(file)


def _name(codes: Path) -> str:
    """Other law, another engine or another Python is another archive."""
    made_of = fingerprint(codes), fingerprint(ENGINE, "*.py"), sys.version
    return hashlib.sha256("\n".join(made_of).encode()).hexdigest()


def _keep(codes: Path, kept: Path) -> None:
    partial = kept.with_suffix(".partial")
    with partial.open("w+b") as file:
        _read(codes, file)
        os.fsync(file.fileno())
    for old in kept.parent.glob(f"*{KEPT}"):
        old.unlink()
    partial.replace(kept)


def _read(codes: Path, into: IO[bytes]) -> None:
    done = subprocess.run([sys.executable, "-m", "citycode.tell", codes], stdout=into)  # noqa: S603 – ourselves
    into.seek(0)
    if done.returncode == REFUSED:
        raise told(into)
    done.check_returncode()


@contextmanager
def _one_at_a_time(archive: Path) -> Iterator[None]:
    """Services that start together wait for the first to read."""
    with (archive / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
