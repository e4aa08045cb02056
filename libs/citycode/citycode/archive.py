"""The law as bytes, as one process tells it to another.

Such bytes are trusted as code is: they are taken from a process of our own, or from a folder that nobody else
may write.
"""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Mapping
from types import MappingProxyType
from typing import IO, Any


def tell(what: object, to: IO[bytes]) -> None:
    """Write the law, or what is wrong with it."""
    Teller(to).dump(what)


def told(by: IO[bytes]) -> Any:
    """What `tell` has written."""
    return pickle.load(by)  # noqa: S301 – see above


class Teller(pickle.Pickler):
    """Writes views of mappings too, which read no other way."""

    def __init__(self, to: IO[bytes]) -> None:
        super().__init__(to, pickle.HIGHEST_PROTOCOL)
        self.dispatch_table = copyreg.dispatch_table | {MappingProxyType: _read_only_told}


def _read_only(items: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(items)


def _read_only_told(mapping: Mapping[Any, Any]) -> tuple[Any, ...]:
    return _read_only, (dict(mapping),)
