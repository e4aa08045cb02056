"""The law over HTTP: the stateless calculators every service mounts."""

from calculators.places import FactSource, PlaceRefused, SourceUnavailable, ToldFacts
from calculators.refusals import PROBLEMS
from calculators.router import router

__all__ = ["PROBLEMS", "FactSource", "PlaceRefused", "SourceUnavailable", "ToldFacts", "router"]
