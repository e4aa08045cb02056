"""Anchors kept in a file outside the database: one JSON object a line, only ever added to."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from casework.anchors import Anchor


class AnchorFileBroken(ValueError):
    """A line of the file is no anchor."""


def read(path: Path, database: str) -> dict[str, Anchor]:
    """The last anchor kept per city of a database; empty where there is no file. Raises AnchorFileBroken."""
    if not path.exists():
        return {}
    kept: dict[str, Anchor] = {}
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = json.loads(text)
            if row["database"] == database:
                previous, made = bytes.fromhex(row["previous"]), bytes.fromhex(row["hash"])
                kept[row["city"]] = Anchor(row["city"], int(row["number"]), int(row["heads"]), previous, made)
        except (ValueError, KeyError, TypeError) as error:
            raise AnchorFileBroken(f"{path}, line {line}: not an anchor") from error
    return kept


def append(path: Path, database: str, anchors: Iterable[Anchor]) -> None:
    """Add anchors, durably."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as opened:
        for each in anchors:
            row = {
                "database": database,
                "city": each.city,
                "number": each.number,
                "heads": each.heads,
                "previous": each.previous.hex(),
                "hash": each.hash.hex(),
            }
            opened.write(json.dumps(row, separators=(",", ":")) + "\n")
        opened.flush()
        os.fsync(opened.fileno())
