"""What a decision rested on, in bytes that can be compared years later."""

from __future__ import annotations

from dataclasses import dataclass

from citycode.facts import Facts
from citycode.results.checks import CheckResult


class ReplayError(ValueError):
    """A receipt cannot be replayed here: other engine version, other pack, or no receipt at all; says which."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """Inputs, findings, pack hash, engine version and law date as canonical JSON bytes, and their SHA-256."""

    canonical: bytes
    sha256: str


def receipt(result: CheckResult, facts: Facts, judgments: dict[str, bool] | None = None) -> Receipt:
    raise NotImplementedError
