"""An app that holds nothing but the calculators, over whatever law."""

from collections.abc import Collection
from datetime import UTC, date, datetime
from pathlib import Path

from calculators import PROBLEMS, FactSource, router
from citycode import Law
from fastapi import FastAPI
from servicekit.app import create_app
from servicekit.clock import FixedClock
from servicekit.issuer import DevelopmentIssuer
from servicekit.settings import ServiceSettings


class KnownCities:
    """Permissions: none are needed here."""

    def __init__(self, law: Law) -> None:
        self._law = law

    def knows(self, city: str) -> bool:
        return city in self._law.cities

    def permissions_of(self, _city: str, _offices: Collection[str], _on: date) -> frozenset[str]:
        return frozenset()


def app_over(law: Law, source: FactSource | None, folder: Path) -> FastAPI:
    """An app that holds nothing but the calculators; it is noon of June 1, 2026."""
    issuer = DevelopmentIssuer(folder)
    settings = ServiceSettings.for_service(
        "permits",
        profile="test",
        jwks_url=issuer.jwks_url,
        service_secret="a-secret-of-the-tests-long-enough-to-pass",
    )
    noon = datetime(2026, 6, 1, 17, tzinfo=UTC)
    return create_app(
        "permits",
        title="Calculators",
        settings=settings,
        routers=[router(law, source)],
        permissions=KnownCities(law),
        clock=FixedClock(noon, lambda city: law.city(city).timezone),
        problems=PROBLEMS,
    )
