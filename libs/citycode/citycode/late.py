"""Programs and rules unpacked when they are first asked for: of all this law a process asks little."""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pickle import PickleBuffer
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from citycode.archive import Teller
from citycode.city import City

if TYPE_CHECKING:
    from citycode.law import Law


T = TypeVar("T")


class Late(Mapping[str, T]):
    """What is found by an id, each packed until it is asked for, without what they have in `common`."""

    __slots__ = ("_common", "_packed", "_unpacked")

    def __init__(self, found: Mapping[str, T], common: Sequence[object] = ()) -> None:
        self._common = common
        self._packed: dict[str, bytes | memoryview] = {
            id_: _packed(each, common) for id_, each in found.items()
        }
        self._unpacked: dict[str, T] = {}

    def __getstate__(self) -> tuple[Sequence[object], dict[str, PickleBuffer]]:
        return self._common, {id_: PickleBuffer(each) for id_, each in self._packed.items()}

    def __setstate__(self, state: tuple[Sequence[object], dict[str, bytes | memoryview]]) -> None:
        self._common, self._packed = state
        self._unpacked = {}

    def __getitem__(self, id_: str) -> T:
        found = self._unpacked.get(id_)
        if found is None:
            unpacked: T = _unpacked(self._packed[id_], self._common)
            found = self._unpacked.setdefault(id_, unpacked)  # two threads are given the same one
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._packed


def unpacked_late(law: Law) -> Law:
    """The same law, its programs and rules packed one by one."""
    return replace(law, cities=MappingProxyType({slug: _late(city) for slug, city in law.cities.items()}))


def _late(city: City) -> City:
    common: dict[int, object] = {id(each): each for each in city.facts.values()}
    for program in city.programs():
        common |= {id(each): each for each in (program.calendar, program.money, program.source)}
    programs = Late(city.all_programs, tuple(common.values()))
    return replace(city, all_programs=programs, rules=Late(city.rules))


def _packed(what: object, common: Sequence[object]) -> bytes:
    written = io.BytesIO()
    _Packer(written, common).dump(what)
    return zlib.compress(written.getvalue())


def _unpacked(packed: bytes | memoryview, common: Sequence[object]) -> Any:
    return _Unpacker(io.BytesIO(zlib.decompress(packed)), common).load()


class _Packer(Teller):
    def __init__(self, to: io.BytesIO, common: Sequence[object]) -> None:
        super().__init__(to)
        self._places = {id(each): place for place, each in enumerate(common)}

    def persistent_id(self, what: object) -> int | None:
        return self._places.get(id(what))


class _Unpacker(pickle.Unpickler):
    def __init__(self, packed: io.BytesIO, common: Sequence[object]) -> None:
        super().__init__(packed)
        self._common = common

    def persistent_load(self, place: int) -> object:
        return self._common[place]
