"""The law of all cities, loaded once."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from citycode.apart import read_apart, read_once
from citycode.city import City
from citycode.fingerprint import fingerprint
from citycode.program import UnknownEvent
from citycode.version import ENGINE_VERSION

if TYPE_CHECKING:
    from citycode.packs.folder import OneProgram


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
    return _in_use_or(codes, only, lambda: _read(codes, only))


def load_law_apart(codes: Path, archive: Path | None = None) -> Law:
    """The same law, read by another process: for one that stays, such as a service.

    What reading takes and answering does not (YAML, the models of packs, formulas compiled to see that they
    make sense) is gone with its reader, where memory once taken is seldom given back. In the folder
    `archive` the law is kept for the next who asks for the same files; it is trusted as code is.
    Raises PackErrors as `load_law` does.
    """
    return _in_use_or(
        codes, None, lambda: read_apart(codes) if archive is None else read_once(codes, archive)
    )


def _in_use_or(codes: Path, only: OneProgram | None, load: Callable[[], Law]) -> Law:
    key = (codes.resolve(), fingerprint(codes), only)
    law = _in_use.get(key)
    if law is None:
        with _uncollected():
            law = _in_use[key] = load()
    return law


def _read(codes: Path, only: OneProgram | None) -> Law:
    from citycode.packs.folder import read_folder  # whoever is told the law does without

    loaded = read_folder(codes, only)
    return Law(loaded.cities, loaded.permissions, loaded.events, ENGINE_VERSION)


_in_use: WeakValueDictionary[tuple[Path, str, OneProgram | None], Law] = WeakValueDictionary()


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


__all__ = ["Law", "UnknownCity", "UnknownEvent", "load_law", "load_law_apart"]
