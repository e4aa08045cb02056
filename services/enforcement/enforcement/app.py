"""The composition root of enforcement: settings in, app out. The only place that wires."""

from __future__ import annotations

import calculators
from calculators import FactSource
from calculators.permissions import LawPermissions
from caseroutes.maps import HttpMaps
from caseroutes.problems import PROBLEMS
from citycode import Law, load_law
from fastapi import FastAPI
from servicekit.app import create_app
from servicekit.client import ServiceClient
from servicekit.clock import Clock, open_clock
from servicekit.database import open_engine

from enforcement.settings import EnforcementSettings

DESCRIPTION = """Complaints, cases, notices, abatement and what it costs, up to the tax roll."""


def build() -> FastAPI:
    """Build the service from the environment (`uvicorn --factory enforcement.app:build`)."""
    settings = EnforcementSettings.for_service("enforcement")
    law = load_law(settings.codes_dir)
    maps = HttpMaps(ServiceClient("gis", settings.gis_url, caller="enforcement", secret=settings.secret))
    return compose(settings, law, open_clock(settings, LawPermissions(law).zone_of), maps)


def compose(settings: EnforcementSettings, law: Law, clock: Clock, maps: FactSource) -> FastAPI:
    """Put the service together; without a database URL it only describes itself (its contract)."""
    url = settings.database_url
    engine = None if url is None else open_engine(url.get_secret_value(), **settings.pool)
    return create_app(
        "enforcement",
        title="Citycode enforcement",
        description=DESCRIPTION,
        settings=settings,
        routers=[calculators.router(law, maps)],
        permissions=LawPermissions(law),
        clock=clock,
        engine=engine,
        problems=PROBLEMS,
        background=[],
    )
