"""The sweep of files: what no record refers to any more is forgotten, then deleted."""

from __future__ import annotations

from collections.abc import Iterable

from servicekit.database import in_transaction
from sqlalchemy import Engine

from casework.desk.rounds import Rounds
from casework.files.store import FileStore
from casework.storage.documents import drop_unreferred

EVERY_S = 3600.0


class FileSweep(Rounds):
    """Deletes old files that nobody refers to, and what interrupted uploads left.

    That a file is forgotten is committed before it is deleted; one that came again meanwhile is young and
    stays.
    """

    def __init__(
        self, engine: Engine, store: FileStore, cities: Iterable[str], *, every_s: float = EVERY_S
    ) -> None:
        super().__init__("file_sweep", cities, every_s=every_s)
        self._engine = engine
        self._store = store

    def _sweep_city(self, city: str) -> int:
        return self._store.sweep(city, lambda sha256: self._forget(city, sha256))

    def _forget(self, city: str, sha256: str) -> bool:
        return in_transaction(self._engine, lambda connection: drop_unreferred(connection, city, sha256))
