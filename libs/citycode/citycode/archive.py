"""The law as bytes, as one process tells it to another.

Such bytes are trusted as code is: they are taken from a process of our own, or from a folder that nobody else
may write.
"""

from __future__ import annotations

import copyreg
import io
import json
import mmap
import pickle
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import IO, Any


def tell(what: object, to: IO[bytes]) -> None:
    """Write the law, or what is wrong with it: first how long each part is, then `what`, then all in it that
    is packed.
    """
    packed: list[memoryview] = []
    written = io.BytesIO()
    Teller(written, lambda buffer: packed.append(buffer.raw())).dump(what)
    lengths = [written.tell(), *map(len, packed)]
    to.write(json.dumps(lengths).encode() + b"\n")
    to.write(written.getbuffer())
    for each in packed:
        to.write(each)


def told(by: IO[bytes]) -> Any:
    """What `tell` has written to this file. What is packed in it stays there until somebody looks at it."""
    length, *lengths = json.loads(by.readline())
    return pickle.load(by, buffers=_parts(by, by.tell() + length, lengths))  # noqa: S301 – see above


def _parts(file: IO[bytes], start: int, lengths: list[int]) -> Iterator[memoryview]:
    """What the file holds from `start`, in parts of these lengths: pages read when they are first touched."""
    if lengths:
        mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    for length in lengths:
        yield mapped[start : start + length]
        start += length


class Teller(pickle.Pickler):
    """Writes views of mappings too, which read no other way. `aside` is given what is packed already, which
    is then not written here.
    """

    def __init__(self, to: IO[bytes], aside: Callable[[pickle.PickleBuffer], Any] | None = None) -> None:
        super().__init__(to, pickle.HIGHEST_PROTOCOL, buffer_callback=aside)
        self.dispatch_table = copyreg.dispatch_table | {MappingProxyType: _read_only_told}


def _read_only(items: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(items)


def _read_only_told(mapping: Mapping[Any, Any]) -> tuple[Any, ...]:
    return _read_only, (dict(mapping),)
