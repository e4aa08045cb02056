"""Who calls: a person, a machine, another service, or nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["person", "machine", "service", "anonymous"]


@dataclass(frozen=True)
class Principal:
    """The caller of one request.

    `offices` maps a city's slug to the offices held there (people). `scopes` are a machine's, valid in
    `cities` (None: in every city).
    """

    subject: str
    kind: Kind
    offices: Mapping[str, frozenset[str]] = field(default_factory=dict)
    scopes: frozenset[str] = frozenset()
    cities: frozenset[str] | None = None

    @property
    def signed_in(self) -> bool:
        """Whether this is anybody at all."""
        return self.kind != "anonymous"

    @property
    def key(self) -> str:
        """Kind and subject in one string: the owner of idempotency keys and own records."""
        return f"{self.kind}:{self.subject}"

    def offices_in(self, city: str) -> frozenset[str]:
        """Give the offices held in `city`."""
        return self.offices.get(city, frozenset())


ANONYMOUS = Principal(subject="anonymous", kind="anonymous")
