"""Many ids in one bound value, so that a statement's text is the same however many there are."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import any_, bindparam
from sqlalchemy.dialects.postgresql import ARRAY, TEXT


def any_of(ids: Collection[str]) -> Any:
    """Give `ANY(:ids)` to compare a text column with."""
    return any_(bindparam(None, list(ids), ARRAY(TEXT), unique=True))
