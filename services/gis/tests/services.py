"""The app in process over the sample county, and callers of every kind."""

from collections.abc import Collection
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from fastapi import FastAPI
from gis.app import compose
from gis.sample.county import SampleCity, sample_county
from gis.settings import GisSettings
from servicekit.clock import FixedClock
from servicekit.issuer import DevelopmentIssuer
from servicekit.testing.client import ProvenClient, client_for

from services.gis.tests.builders import PLACES


@cache
def sample_cities() -> tuple[SampleCity, ...]:
    """The sample county, made once."""
    return tuple(sample_county())


OFFICES = {
    "city_administrator": {
        "owner_candidates.read",
        "owner_candidates.decide",
        "addresses.choose",
        "events.replay",
        "notice_lists.create",
        "parcels.read_owner",
    },
    "building_official": {"inspections.record"},
}
TODAY = datetime(2026, 6, 1, 15, tzinfo=UTC)
SECRET = "a-secret-of-the-tests-with-enough-characters"


class FourCities:
    """Permissions as the law would give them."""

    def knows(self, city: str) -> bool:
        return city in PLACES

    def permissions_of(self, _city: str, offices: Collection[str], _on: date) -> frozenset[str]:
        return frozenset().union(*(OFFICES.get(office, set()) for office in offices))


class Callers:
    """Makes clients of the app: anonymous, by office, by scope, as a neighbor."""

    def __init__(self, app: FastAPI, issuer: DevelopmentIssuer) -> None:
        self.app, self._issuer = app, issuer

    def close(self) -> None:
        """Let go of the database."""
        if self.app.state.kit.engine is not None:
            self.app.state.kit.engine.dispose()

    def anonymous(self) -> ProvenClient:
        return client_for(self.app)

    def officer(self, city: str, office: str = "city_administrator") -> ProvenClient:
        return client_for(self.app, token=self.token_of_officer(city, office))

    def county(self, *cities: str, scope: str = "county.records") -> ProvenClient:
        return client_for(self.app, token=self.token_of_county(*cities, scope=scope))

    def token_of_officer(self, city: str, office: str = "city_administrator") -> str:
        return self._issuer.token("staff-1", offices={city: [office]})

    def token_of_county(self, *cities: str, scope: str = "county.records") -> str:
        return self._issuer.token("county-1", kind="machine", scope=scope, cities=cities or None)

    def neighbor(self, service: str = "permits") -> ProvenClient:
        return client_for(self.app, caller=service)


def app_over(url: str | None, folder: Path, **given: Any) -> Callers:
    """Compose the app over a database with the tests' clock, secret and issuer."""
    issuer = DevelopmentIssuer(folder)
    settings = GisSettings.for_service(
        "gis", profile="test", database_url=url, jwks_url=issuer.jwks_url, service_secret=SECRET, **given
    )
    clock = FixedClock(TODAY, lambda _city: ZoneInfo("America/Chicago"))
    return Callers(compose(settings, FourCities(), clock), issuer)
