"""The composition root of licensing: settings in, app out. The only place that wires."""

from __future__ import annotations

import calculators
from calculators import FactSource
from calculators.permissions import LawPermissions
from caseroutes import consents, holds, obligations
from caseroutes.documents import takes_file
from caseroutes.maps import HttpMaps
from caseroutes.problems import PROBLEMS
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

from licensing.routes import (
    applications,
    deciding,
    documents,
    events,
    hearings,
    license_notices,
    licenses,
    outside_events,
    reviewing,
    transfers,
    violation_decisions,
    violation_notices,
    violations,
)
from licensing.settings import LicensingSettings
from licensing.usecases.announce import SOURCE
from licensing.usecases.bar_acts import ACTS
from licensing.usecases.desk import LicensingDesk
from licensing.usecases.let_days_pass import end_terms, lapse_missed

DESCRIPTION = """Applications for licenses, and the licenses themselves with their terms, violations and ends.

Every decision names the sections it rests on and keeps its receipt. A change sends `If-Match` with the
version that was read; a POST may be repeated under its `Idempotency-Key`.
"""
ROUTERS = (
    applications.router,
    reviewing.router,
    reviewing.account_router,
    deciding.router,
    documents.router,
    licenses.router,
    license_notices.router,
    transfers.router,
    violations.router,
    violation_notices.router,
    violation_decisions.router,
    hearings.router,
    holds.router,
    obligations.router,
    consents.router,
    events.router,
    outside_events.of_applications,
    outside_events.of_licenses,
)
DAYS_PASS = (lapse_missed, end_terms)


def build() -> FastAPI:
    """Build the service from the environment (`uvicorn --factory licensing.app:build`)."""
    settings = LicensingSettings.for_service("licensing")
    law = load_law_apart(settings.codes_dir, settings.law_archive)
    maps = HttpMaps(ServiceClient("gis", settings.gis_url, caller="licensing", secret=settings.secret))
    return compose(settings, law, open_clock(settings, LawPermissions(law).zone_of), maps)


def compose(settings: LicensingSettings, law: Law, clock: Clock, maps: FactSource) -> FastAPI:
    """Put the service together; without a database URL it only describes itself (its contract)."""
    url = settings.database_url
    engine = None if url is None else open_engine(url.get_secret_value(), **settings.pool)
    permissions = LawPermissions(law)
    desk = LicensingDesk(law, clock, permissions, maps)
    files = FileStore(settings.documents_dir / settings.service)
    background: list[Background] = []
    if engine is not None:
        background.append(
            Relay(engine, service="licensing", secret=settings.secret, subscribers=settings.subscribers)
        )
        background.append(Sweep(engine, desk, DAYS_PASS, source=SOURCE, every_s=settings.sweep_every_s))
        background.append(FileSweep(engine, files, law.cities))
    app = create_app(
        "licensing",
        title="Citycode licensing",
        description=DESCRIPTION,
        settings=settings,
        routers=[*ROUTERS, calculators.router(law, maps)],
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
