"""Running Alembic migrations: one at a time, with a lock timeout, from any process."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import MetaData


def migrate(database_url: str, folder: Path, revision: str = "head") -> None:
    """Bring the database to `revision` with the migrations in `folder` (`services/<name>/migrations`).

    Held under an advisory lock: two processes at once do it once. `folder/env.py` is not needed.
    """
    raise NotImplementedError


def differences(database_url: str, metadata: MetaData) -> list[str]:
    """Say what the database lacks or has beyond `metadata` (empty: migrations and tables agree)."""
    raise NotImplementedError
