"""The app in process over a migrated database, with a clock to set and callers of every kind."""

from __future__ import annotations

import shutil
from datetime import datetime
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from calculators.permissions import LawPermissions
from citycode import Law, load_law
from fastapi import FastAPI
from permits.app import compose
from permits.settings import PermitsSettings
from servicekit.clock import FixedClock
from servicekit.issuer import DevelopmentIssuer
from servicekit.relay import Relay
from servicekit.testing.client import ProvenClient, client_for

from services.permits.tests.neighbors import FakeGis

CODES = Path(__file__).parents[3] / "codes"
CITY, OTHER_CITY = "lake-elmo", "fridley"
ZONE = ZoneInfo("America/Chicago")
SECRET = "a-secret-of-the-tests-with-enough-characters"


@cache
def law() -> Law:
    """The law of all cities, loaded once."""
    return load_law(CODES)


def at(text: str) -> datetime:
    """An instant of the city's own time: `2026-06-01 10:00`."""
    return datetime.fromisoformat(text).replace(tzinfo=ZONE)


MORNING = at("2026-06-01 10:00")


class Office:
    """The service with its callers. `set` moves the clock."""

    def __init__(self, app: FastAPI, clock: FixedClock, gis: FakeGis, issuer: DevelopmentIssuer) -> None:
        self.app, self.clock, self.gis, self._issuer = app, clock, gis, issuer

    def set(self, text: str) -> None:
        """Move the clock to an instant of the city's own time."""
        self.clock.set(at(text))

    def open_again(self) -> None:
        """As every test finds it: Monday morning, gis answering."""
        self.clock.set(MORNING)
        self.gis.__dict__.update(FakeGis().__dict__)

    def anonymous(self) -> ProvenClient:
        return client_for(self.app)

    def resident(self, subject: str = "resident-1") -> ProvenClient:
        return client_for(self.app, token=self.token(subject))

    def officer(self, office: str, city: str = CITY) -> ProvenClient:
        return client_for(self.app, token=self.token(f"{office}-1", office, city))

    def clerk(self, city: str = CITY) -> ProvenClient:
        return self.officer("city_administrator", city)

    def inspector(self) -> ProvenClient:
        return self.officer("building_official")

    def council_clerk(self) -> ProvenClient:
        return self.officer("city_clerk")

    def portal(self, subject: str = "portal-1", scope: str = "applications.file") -> ProvenClient:
        return client_for(self.app, token=self._issuer.token(subject, kind="machine", scope=scope))

    def tell_neighbors(self) -> None:
        """Let what was sent be taken by everybody who listens: in these tests, nobody."""
        engine = self.app.state.kit.engine
        Relay(engine, service="permits", secret=SECRET, subscribers={}).deliver_due()

    def neighbor(self, service: str = "gis") -> ProvenClient:
        return client_for(self.app, caller=service)

    def token(self, subject: str, office: str | None = None, city: str = CITY) -> str:
        return self._issuer.token(subject, offices={city: [office]} if office else {})


def law_of_the_tests(folder: Path) -> Law:
    """The law of a city that only the tests know, under the vocabulary of the cities served."""
    codes = folder / "codes"
    shutil.copytree(Path(__file__).parent / "lawbook", codes)
    for shared in ("vocabulary.yaml", "permissions.yaml"):
        shutil.copy(CODES / shared, codes / shared)
    shutil.copytree(CODES / "minnesota", codes / "minnesota")
    return load_law(codes)


def office_over(url: str | None, folder: Path, of: Law | None = None) -> Office:
    """Compose the app over a database, for the cities served or under another law."""
    own = of or law()
    issuer = DevelopmentIssuer(folder)
    settings = PermitsSettings.for_service(
        "permits",
        profile="test",
        database_url=url,
        jwks_url=issuer.jwks_url,
        service_secret=SECRET,
        documents_dir=folder / "documents",
    )
    clock = FixedClock(MORNING, LawPermissions(own).zone_of)
    gis = FakeGis()
    return Office(compose(settings, own, clock, gis), clock, gis, issuer)
