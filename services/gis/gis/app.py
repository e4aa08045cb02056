"""The composition root of gis: settings in, app out. The only place that wires."""

from collections.abc import Collection
from datetime import date, tzinfo

import calculators
from citycode import Law, load_law
from fastapi import FastAPI
from servicekit.access import PermissionSource
from servicekit.app import Background, create_app
from servicekit.clock import Clock, open_clock
from servicekit.database import open_engine
from servicekit.relay import Relay

from gis.geometry.questions import Geometry
from gis.routes import events, notice_lists, owner_candidates, parcels, places
from gis.routes.problems import PROBLEMS
from gis.routes.told_facts import OwnFacts
from gis.settings import GisSettings
from gis.storage.engines import ChosenEngine

DESCRIPTION = """Parcels, places, facts, notice lists and owner candidates of the cities served.

Distances are geodesic on the GRS80 ellipsoid, in international feet to the thousandth, between nearest
points; a limit includes its own number; elevation is ignored. Points are longitude and latitude in NAD83,
taken as WGS84.
"""
ROUTERS = (parcels.router, places.router, notice_lists.router, owner_candidates.router, events.router)


class LawPermissions:
    """What the law says about cities and the permissions of their offices."""

    def __init__(self, law: Law) -> None:
        self._law = law

    def knows(self, city: str) -> bool:
        """Whether the law of `city` is loaded."""
        return city in self._law.cities

    def permissions_of(self, city: str, offices: Collection[str], on: date) -> frozenset[str]:
        """Give what the offices may do in `city` on that day."""
        return self._law.city(city).permissions_of(offices, on)

    def zone_of(self, city: str) -> tzinfo:
        """Give the city's time zone. Raises UnknownCity."""
        return self._law.city(city).timezone


def build() -> FastAPI:
    """Build the service from the environment (`uvicorn --factory gis.app:build`)."""
    settings = GisSettings.for_service("gis")
    law = load_law(settings.codes_dir)
    permissions = LawPermissions(law)
    return compose(settings, permissions, open_clock(settings, permissions.zone_of), law)


def compose(
    settings: GisSettings, permissions: PermissionSource, clock: Clock, law: Law | None = None
) -> FastAPI:
    """Put the service together; with a `law` the calculators are mounted over it.

    Without a database URL it only describes itself (its contract).
    """
    url = settings.database_url
    geometry = Geometry(ChosenEngine(settings.geometry_engine))
    engine = None if url is None else open_engine(url.get_secret_value(), **settings.pool)
    background: list[Background] = []
    if engine is not None:
        background.append(
            Relay(engine, service="gis", secret=settings.secret, subscribers=settings.subscribers)
        )
    routers = list(ROUTERS)
    if law is not None:
        own_facts = None if engine is None else OwnFacts(engine, geometry)
        routers.append(calculators.router(law, own_facts))
    app = create_app(
        "gis",
        title="Citycode gis",
        description=DESCRIPTION,
        settings=settings,
        routers=routers,
        permissions=permissions,
        clock=clock,
        engine=engine,
        problems=calculators.PROBLEMS.joined_with(PROBLEMS),
        background=background,
    )
    app.state.geometry = geometry
    return app
