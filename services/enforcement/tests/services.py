"""The app in process over a migrated database, with a clock to set, a fake gis and callers of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from calculators import SourceUnavailable, ToldFacts
from calculators.permissions import LawPermissions
from casework.desk.sweep import Sweep
from citycode import Law, load_law
from enforcement.app import DAYS_PASS, compose
from enforcement.clients.gis import Named, Ownership
from enforcement.settings import EnforcementSettings
from enforcement.usecases.announce import SOURCE
from fastapi import FastAPI
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


MORNING = at("2026-06-01 10:00")


class FakeGis:
    """gis, which knows every parcel; `away` when it does not answer, `withheld` when the law hides owners."""

    def __init__(self) -> None:
        self.open_again()

    def open_again(self) -> None:
        self.away, self.withheld, self.owner = False, False, "O. Owner"

    def facts_of(
        self,
        city: str,
        pin: str | None,
        site: tuple[float, float] | None,
        names: Sequence[str],
        except_features: Sequence[str] = (),  # noqa: ARG002 – nothing is measured here
    ) -> ToldFacts:
        return ToldFacts(pin, {}, dict.fromkeys(names, f"nothing is mapped in {city} at {site}"))

    def owner_of(self, city: str, pin: str) -> Ownership:
        if self.away:
            raise SourceUnavailable(f"gis of {city} is away")
        named = Named(name=self.owner, mailing_lines=["1 Lake Drive", "Anytown MN 56500"])
        shown = [] if self.withheld else [named]
        return Ownership(
            pin=pin,
            owners=shown,
            taxpayers=shown,
            withheld=self.withheld,
            source="county parcels",
            vintage=date(2026, 5, 1),
        )


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
        self.gis.open_again()

    def days_pass(self) -> int:
        """Let the sweep do what follows of the days that have passed."""
        kit, desk = self.app.state.kit, self.app.state.desk
        return Sweep(kit.engine, desk, DAYS_PASS, source=SOURCE, every_s=60).sweep()

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

    def county(self) -> ProvenClient:
        return client_for(
            self.app, token=self._issuer.token("county-1", kind="machine", scope="county.records")
        )

    def neighbor(self, service: str = "licensing") -> ProvenClient:
        return client_for(self.app, caller=service)

    def token(self, subject: str, office: str | None = None, city: str = CITY) -> str:
        return self._issuer.token(subject, offices={city: [office]} if office else {})


def office_over(url: str | None, folder: Path) -> Office:
    """Compose the app over a database."""
    issuer = DevelopmentIssuer(folder)
    settings = EnforcementSettings.for_service(
        "enforcement",
        profile="test",
        database_url=url,
        jwks_url=issuer.jwks_url,
        service_secret=SECRET,
        documents_dir=folder / "documents",
    )
    clock = FixedClock(MORNING, LawPermissions(law()).zone_of)
    gis = FakeGis()
    return Office(compose(settings, law(), clock, gis), clock, gis, issuer)
