"""From a dataclass to the row of a table whose columns are its fields."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table


def row_of(table: Table, thing: object, **other: Any) -> dict[str, Any]:
    """The fields of `thing` that are columns of `table`; `other` values win or add."""
    names = [column.name for column in table.columns if column.name not in other]
    return {name: getattr(thing, name) for name in names} | other
