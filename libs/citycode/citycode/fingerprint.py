"""What files are called and hold, as one hash."""

from __future__ import annotations

import hashlib
from pathlib import Path


def fingerprint(folder: Path, pattern: str = "*") -> str:
    """Of every file below `folder` whose name fits `pattern`."""
    digest = hashlib.sha256()
    for path in sorted(each for each in folder.rglob(pattern) if each.is_file()):
        digest.update(f"{path.relative_to(folder)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
