"""The composition root of permits: settings in, app out. The only place that wires."""

from __future__ import annotations

import calculators
from calculators.permissions import LawPermissions
from caseroutes import consents, holds, obligations
from caseroutes.documents import takes_file
from casework.desk.file_sweep import FileSweep
from casework.desk.sweep import Sweep
from casework.files.store import FileStore
from citycode import Law, load_law_apart
from fastapi import FastAPI
from servicekit.app import Background, create_app
from servicekit.client import ServiceClient
from servicekit.clock import Clock, open_clock
from servicekit.database import open_engine
from servicekit.relay import Relay

from permits.clients.gis import Gis, HttpGis
from permits.routes import (
    applications,
    decisions,
    documents,
    events,
    hearings,
    inspections,
    mending,
    money,
    notices,
    outside_events,
    paper,
    permits,
    reviewing,
    time_to_decide,
)
from permits.routes.problems import PROBLEMS
from permits.settings import PermitsSettings
from permits.usecases.announce import SOURCE
from permits.usecases.bar_acts import ACTS
from permits.usecases.desk import PermitsDesk
from permits.usecases.let_days_pass import end_terms, lapse_missed

DESCRIPTION = """Applications, hearings, decisions, permits and inspections of the cities served.

Every decision names the sections it rests on and keeps its receipt. A change sends `If-Match` with the
version that was read; a POST may be repeated under its `Idempotency-Key`.
"""
ROUTERS = (
    applications.router,
    paper.router,
    reviewing.router,
    reviewing.account_router,
    mending.router,
    hearings.router,
    notices.router,
    money.router,
    documents.router,
    decisions.router,
    time_to_decide.router,
    permits.router,
    inspections.router,
    holds.router,
    obligations.router,
    consents.router,
    events.router,
    outside_events.of_applications,
    outside_events.of_permits,
)
DAYS_PASS = (lapse_missed, end_terms)


def build() -> FastAPI:
    """Build the service from the environment (`uvicorn --factory permits.app:build`)."""
    settings = PermitsSettings.for_service("permits")
    law = load_law_apart(settings.codes_dir, settings.law_archive)
    gis = HttpGis(ServiceClient("gis", settings.gis_url, caller="permits", secret=settings.secret))
    return compose(settings, law, open_clock(settings, LawPermissions(law).zone_of), gis)


def compose(settings: PermitsSettings, law: Law, clock: Clock, gis: Gis) -> FastAPI:
    """Put the service together; without a database URL it only describes itself (its contract)."""
    url = settings.database_url
    engine = None if url is None else open_engine(url.get_secret_value(), **settings.pool)
    permissions = LawPermissions(law)
    desk = PermitsDesk(law, clock, permissions, gis)
    files = FileStore(settings.documents_dir)
    background: list[Background] = []
    if engine is not None:
        background.append(
            Relay(engine, service="permits", secret=settings.secret, subscribers=settings.subscribers)
        )
        background.append(Sweep(engine, desk, DAYS_PASS, source=SOURCE, every_s=settings.sweep_every_s))
        background.append(FileSweep(engine, files, law.cities))
    app = create_app(
        "permits",
        title="Citycode permits",
        description=DESCRIPTION,
        settings=settings,
        routers=[*ROUTERS, calculators.router(law, gis)],
        permissions=permissions,
        clock=clock,
        engine=engine,
        problems=PROBLEMS,
        background=background,
        takes_file=takes_file,
    )
    app.state.desk = desk
    app.state.files = files
    app.state.acts_that_holds_bar = ACTS
    return app
