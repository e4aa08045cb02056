"""The inventory of rules as the packs see it: which ids there are, and the section each stands in."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

COLUMNS = ("id", "city", "program", "service", "kind", "section", "lines")


@dataclass(frozen=True, slots=True)
class InventoryRow:
    """`lines` point into the ordinance text as received: `3-87`, empty where they are not told."""

    id: str
    city: str
    program: str
    service: str
    kind: str
    section: str
    lines: str = ""


def read_inventory(path: Path) -> dict[str, InventoryRow]:
    """Rows by id; empty when there is no inventory. Raises ValueError for a file of another shape."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        header = tuple(next(rows, ()))
        if header not in (COLUMNS, COLUMNS[:-1]):
            raise ValueError(f"{path.name} must begin with the columns {', '.join(COLUMNS)}")
        return {row[0]: InventoryRow(*row) for row in rows}
