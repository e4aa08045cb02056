"""The composition root of gis: settings in, app out. The only place that wires."""

import calculators
from calculators.permissions import LawPermissions
from citycode import Law, load_law_apart
from fastapi import FastAPI
from servicekit.access import PermissionSource
from servicekit.app import Background, create_app
from servicekit.clock import Clock, open_clock
from servicekit.database import open_engine
from servicekit.relay import Relay

from gis.importer import Importer
from gis.routes import (
    address_choices,
    county_imports,
    events,
    notice_lists,
    owner_candidates,
    parcels,
    places,
)
from gis.routes.problems import PROBLEMS
from gis.routes.told_facts import OwnFacts
from gis.routes.wiring import GeometryToCome
from gis.settings import GisSettings

DESCRIPTION = """Parcels, places, facts, notice lists and owner candidates of the cities served.

Distances are geodesic on the GRS80 ellipsoid, in international feet to the thousandth, between nearest
points; a limit includes its own number; elevation is ignored. Points are longitude and latitude in NAD83,
taken as WGS84.
"""
ROUTERS = (
    parcels.router,
    address_choices.router,
    places.router,
    notice_lists.router,
    owner_candidates.router,
    county_imports.router,
    events.router,
)


def build() -> FastAPI:
    """Build the service from the environment (`uvicorn --factory gis.app:build`)."""
    settings = GisSettings.for_service("gis")
    law = load_law_apart(settings.codes_dir, settings.law_archive)
    permissions = LawPermissions(law)
    return compose(settings, permissions, open_clock(settings, permissions.zone_of), law)


def compose(
    settings: GisSettings, permissions: PermissionSource, clock: Clock, law: Law | None = None
) -> FastAPI:
    """Put the service together; with a `law` the calculators are mounted over it.

    Without a database URL it only describes itself (its contract).
    """
    url = settings.database_url
    geometry = GeometryToCome(settings.geometry_engine)
    engine = None if url is None else open_engine(url.get_secret_value(), **settings.pool, plan_once=True)
    background: list[Background] = []
    if engine is not None and url is not None:
        background.append(
            Relay(engine, service="gis", secret=settings.secret, subscribers=settings.subscribers)
        )
        background.append(Importer(engine, url.get_secret_value()))
    routers = list(ROUTERS)
    if law is not None:
        own_facts = None if engine is None else OwnFacts(engine, geometry, clock)
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
