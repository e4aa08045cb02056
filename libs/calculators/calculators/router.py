"""The one router every service mounts."""

from __future__ import annotations

from citycode.law import Law
from fastapi import APIRouter

from calculators.checks import asking_routes
from calculators.comparing import comparing_routes
from calculators.counts import counting_routes
from calculators.money import money_routes
from calculators.places import FactSource
from calculators.programs import reading_routes


def router(law: Law, facts: FactSource | None = None) -> APIRouter:
    """The stateless calculators over `law`, under `/v1/{city}`; `facts` measures parcels.

    The app needs `PROBLEMS` in its problem table.
    """
    mounted = APIRouter(prefix="/v1/{city}")
    mounted.include_router(reading_routes(law))
    mounted.include_router(asking_routes(law, facts))
    mounted.include_router(money_routes(law))
    mounted.include_router(counting_routes(law))
    mounted.include_router(comparing_routes(law))
    return mounted
