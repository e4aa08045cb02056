"""The app in process over a migrated database, with a clock to set and callers of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from calculators import SourceUnavailable, ToldFacts
from calculators.permissions import LawPermissions
from citycode import Law, load_law
from fastapi import FastAPI
from licensing.app import compose
from licensing.settings import LicensingSettings
from servicekit.clock import FixedClock
from servicekit.issuer import DevelopmentIssuer
from servicekit.testing.client import ProvenClient, client_for

CODES = Path(__file__).parents[3] / "codes"
CITY, OTHER_CITY = "detroit-lakes", "fridley"
ZONE = ZoneInfo("America/Chicago")
SECRET = "a-secret-of-the-tests-with-enough-characters"


@cache
def law() -> Law:
    """The law of all cities, loaded once."""
    return load_law(CODES)


def at(text: str) -> datetime:
    """An instant of the city's own time: `2026-06-01 10:00`."""
    return datetime.fromisoformat(text).replace(tzinfo=ZONE)


MORNING = at("2026-05-11 10:00")


class FakeMaps:
    """gis, which knows every parcel and tells nothing of it; `away` when it does not answer."""

    def __init__(self) -> None:
        self.away = False

    def facts_of(
        self,
        city: str,
        pin: str | None,
        site: tuple[float, float] | None,
        names: Sequence[str],
        except_features: Sequence[str] = (),  # noqa: ARG002 – nothing is measured here
    ) -> ToldFacts:
        if self.away:
            raise SourceUnavailable("gis is away")
        return ToldFacts(pin, {}, dict.fromkeys(names, f"nothing is mapped in {city} at {site}"))


class Office:
    """The service with its callers. `set` moves the clock."""

    def __init__(self, app: FastAPI, clock: FixedClock, maps: FakeMaps, issuer: DevelopmentIssuer) -> None:
        self.app, self.clock, self.maps, self._issuer = app, clock, maps, issuer

    def set(self, text: str) -> None:
        """Move the clock to an instant of the city's own time."""
        self.clock.set(at(text))

    def open_again(self) -> None:
        """As every test finds it: Monday morning, gis answering."""
        self.clock.set(MORNING)
        self.maps.away = False

    def anonymous(self) -> ProvenClient:
        return client_for(self.app)

    def resident(self, subject: str = "resident-1") -> ProvenClient:
        return client_for(self.app, token=self.token(subject))

    def officer(self, office: str, city: str = CITY) -> ProvenClient:
        return client_for(self.app, token=self.token(f"{office}-1", office, city))

    def administrator(self, city: str = CITY) -> ProvenClient:
        return self.officer("city_administrator", city)

    def inspector(self) -> ProvenClient:
        return self.officer("building_official")

    def council_clerk(self) -> ProvenClient:
        return self.officer("city_clerk")

    def portal(self, subject: str = "portal-1", scope: str = "applications.file") -> ProvenClient:
        return client_for(self.app, token=self._issuer.token(subject, kind="machine", scope=scope))

    def neighbor(self, service: str = "gis") -> ProvenClient:
        return client_for(self.app, caller=service)

    def token(self, subject: str, office: str | None = None, city: str = CITY) -> str:
        return self._issuer.token(subject, offices={city: [office]} if office else {})


def office_over(url: str | None, folder: Path) -> Office:
    """Compose the app over a database."""
    issuer = DevelopmentIssuer(folder)
    settings = LicensingSettings.for_service(
        "licensing",
        profile="test",
        database_url=url,
        jwks_url=issuer.jwks_url,
        service_secret=SECRET,
        documents_dir=folder / "documents",
    )
    clock = FixedClock(MORNING, LawPermissions(law()).zone_of)
    maps = FakeMaps()
    return Office(compose(settings, law(), clock, maps), clock, maps, issuer)
