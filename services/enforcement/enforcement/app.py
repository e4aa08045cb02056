"""The composition root of enforcement: settings in, app out. The only place that wires."""

from __future__ import annotations

import calculators
from calculators.permissions import LawPermissions
from caseroutes import obligations
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

from enforcement.clients.gis import Gis, HttpGis
from enforcement.routes import (
    abatement,
    cases,
    complaints,
    documents,
    events,
    holds,
    money,
    notices,
    outside_events,
    rolls,
)
from enforcement.routes.problems import PROBLEMS
from enforcement.settings import EnforcementSettings
from enforcement.usecases.announce import SOURCE
from enforcement.usecases.desk import EnforcementDesk
from enforcement.usecases.let_days_pass import lapse_missed

DESCRIPTION = """Complaints, cases with inspections, notices, hearings, abatement, its cost to the tax roll.

Every finding names the section it rests on and keeps its receipt. Who complained is confidential and part of
no record. A change sends `If-Match` with the version that was read; a POST may be repeated under its
`Idempotency-Key`.
"""
ROUTERS = (
    complaints.router,
    cases.router,
    notices.router,
    abatement.router,
    documents.router,
    holds.router,
    money.router,
    rolls.router,
    obligations.router,
    events.router,
    outside_events.router,
)
DAYS_PASS = (lapse_missed,)


def build() -> FastAPI:
    """Build the service from the environment (`uvicorn --factory enforcement.app:build`)."""
    settings = EnforcementSettings.for_service("enforcement")
    law = load_law_apart(settings.codes_dir, settings.law_archive)
    gis = HttpGis(ServiceClient("gis", settings.gis_url, caller="enforcement", secret=settings.secret))
    return compose(settings, law, open_clock(settings, LawPermissions(law).zone_of), gis)


def compose(settings: EnforcementSettings, law: Law, clock: Clock, gis: Gis) -> FastAPI:
    """Put the service together; without a database URL it only describes itself (its contract)."""
    url = settings.database_url
    engine = None if url is None else open_engine(url.get_secret_value(), **settings.pool)
    permissions = LawPermissions(law)
    desk = EnforcementDesk(law, clock, permissions, gis, settings.secret)
    files = FileStore(settings.documents_dir / settings.service)
    background: list[Background] = []
    if engine is not None:
        background.append(
            Relay(engine, service="enforcement", secret=settings.secret, subscribers=settings.subscribers)
        )
        background.append(Sweep(engine, desk, DAYS_PASS, source=SOURCE, every_s=settings.sweep_every_s))
        background.append(FileSweep(engine, files, law.cities))
    app = create_app(
        "enforcement",
        title="Citycode enforcement",
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
    return app
