"""The law of all cities, loaded once."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakValueDictionary

from citycode.city import City
from citycode.packs.folder import OneProgram, read_folder
from citycode.program import UnknownEvent
from citycode.version import ENGINE_VERSION


class UnknownCity(KeyError):
    """No city of that slug is loaded."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Law:
    """Immutable and thread-safe.

    `permissions` is the vocabulary of codes/permissions.yaml, `events` that of codes/vocabulary.yaml: name
    to meaning.
    """

    cities: Mapping[str, City]
    permissions: Mapping[str, str]
    events: Mapping[str, str]
    engine_version: str

    def city(self, slug: str) -> City:
        """Raises UnknownCity."""
        try:
            return self.cities[slug]
        except KeyError:
            raise UnknownCity(slug) from None


def load_law(codes: Path, only: OneProgram | None = None) -> Law:
    """Load, validate and compile every pack below `codes`, or the one of a program.

    The same files to the byte are the same law: one that is still in use is given again.
    Raises PackErrors listing all that is wrong.
    """
    key = (codes.resolve(), _fingerprint(codes), only)
    law = _in_use.get(key)
    if law is None:
        with _uncollected():
            loaded = read_folder(codes, only)
        law = _in_use[key] = Law(loaded.cities, loaded.permissions, loaded.events, ENGINE_VERSION)
    return law


_in_use: WeakValueDictionary[tuple[Path, str, OneProgram | None], Law] = WeakValueDictionary()


def _fingerprint(codes: Path) -> str:
    """What every file below `codes` is called and holds, as one hash."""
    digest = hashlib.sha256()
    for path in sorted(each for each in codes.rglob("*") if each.is_file()):
        digest.update(f"{path.relative_to(codes)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@contextmanager
def _uncollected() -> Iterator[None]:
    """With the garbage collector at rest: what is built here stays, and to walk it again and again while it
    grows took two fifths of the time.
    """
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_at_work:
            gc.enable()


__all__ = ["Law", "OneProgram", "UnknownCity", "UnknownEvent", "load_law"]
