"""The law over HTTP: the stateless calculators every service mounts."""

from calculators.places import (
    FactSource,
    Measured,
    PlaceRefused,
    SourceUnavailable,
    ToldFact,
    ToldFacts,
    measure,
)
from calculators.refusals import PROBLEMS
from calculators.router import router

__all__ = [
    "PROBLEMS",
    "FactSource",
    "Measured",
    "PlaceRefused",
    "SourceUnavailable",
    "ToldFact",
    "ToldFacts",
    "measure",
    "router",
]
