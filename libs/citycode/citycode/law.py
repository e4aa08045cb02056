"""The law of all cities, loaded once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from citycode.city import City


class UnknownCity(KeyError):
    """No city of that slug is loaded."""


class UnknownEvent(ValueError):
    """No event of that name is in the vocabulary; `known` lists all."""

    def __init__(self, event: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{event!r} is no known event; known are {', '.join(known)}")
        self.event = event
        self.known = known


@dataclass(frozen=True, slots=True)
class Law:
    """Immutable and thread-safe. `permissions` is the vocabulary of codes/permissions.yaml: name to meaning."""

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


def load_law(codes: Path) -> Law:
    """Load, validate and compile every pack below `codes`. Raises PackErrors listing all that is wrong."""
    raise NotImplementedError
