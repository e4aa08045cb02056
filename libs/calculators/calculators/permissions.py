"""The law as the source of permissions: which cities there are, and what their offices may do."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import date, tzinfo

from citycode.law import Law


class LawPermissions:
    """What the law says about cities and the permissions of their offices."""

    def __init__(self, law: Law) -> None:
        self._law = law

    @property
    def code_version(self) -> str:
        """The beginning of a hash over every pack of every city: the same for the same law."""
        packs = sorted(f"{city.slug} {city.pack_hash}" for city in self._law.cities.values())
        return hashlib.sha256("\n".join(packs).encode()).hexdigest()[:16]

    def knows(self, city: str) -> bool:
        """Whether the law of `city` is loaded."""
        return city in self._law.cities

    def permissions_of(self, city: str, offices: Collection[str], on: date) -> frozenset[str]:
        """Give what the offices may do in `city` on that day. Raises UnknownCity."""
        return self._law.city(city).permissions_of(offices, on)

    def zone_of(self, city: str) -> tzinfo:
        """Give the city's time zone. Raises UnknownCity."""
        return self._law.city(city).timezone
