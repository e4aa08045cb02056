"""The calculators over the real law, in an app of their own without a database."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import pytest
from calculators import PlaceRefused, SourceUnavailable, ToldFacts
from calculators.places import ToldFact
from citycode import Law, load_law
from fastapi import FastAPI
from servicekit.testing.client import ProvenClient, client_for

from libs.calculators.tests.apps import app_over
from libs.citycode.tests.lawbooks import lawbook

CODES = Path(__file__).parents[3] / "codes"
SURVEYED = date(2026, 1, 1)


class Surveyor:
    """A fake of whoever measures: parcels with a story each."""

    def facts_of(
        self,
        _city: str,
        pin: str | None,
        _site: tuple[float, float] | None,
        names: Sequence[str],
        except_features: Sequence[str] = (),
    ) -> ToldFacts:
        if pin is None:
            on_the_lake = {"gis.zoning_district": ToldFact("AG", None, "zoning map", SURVEYED)}
            return ToldFacts(None, on_the_lake, dict.fromkeys(names[1:], "it is a fact of a lot"))
        if pin == "away":
            raise SourceUnavailable("gis did not answer")
        if pin == "nowhere":
            raise PlaceRefused("parcel", "there is no such parcel")
        if pin == "strange":
            strange = ToldFact("Zone 9", None, "zoning map", SURVEYED)
            return ToldFacts(pin, {"gis.zoning_district": strange}, {})
        known = {
            "gis.zoning_district": ToldFact("AG", None, "zoning map", SURVEYED),
            "gis.lot_area_acres": ToldFact(40.5, "acre", "county parcels", SURVEYED),
        }
        if "LE-WIND-2026-000042" in except_features:
            known["gis.nearest_ft:wind_generators"] = ToldFact(900, "ft", "register of permits", SURVEYED)
        untold = {name: "the layer is not loaded" for name in names if name not in known}
        return ToldFacts(pin, {name: known[name] for name in names if name in known}, untold)


@pytest.fixture(scope="session")
def law() -> Law:
    return load_law(CODES)


@pytest.fixture(scope="session")
def app(law: Law, tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    return app_over(law, Surveyor(), tmp_path_factory.mktemp("issuer"))


@pytest.fixture
def client(app: FastAPI) -> Iterator[ProvenClient]:
    with client_for(app) as opened:
        yield opened


@pytest.fixture(scope="session")
def made_up_law(tmp_path_factory: pytest.TempPathFactory) -> Law:
    """A made-up city that has an element of every kind."""
    return load_law(lawbook(tmp_path_factory.mktemp("codes")))


@pytest.fixture
def made_up(made_up_law: Law, tmp_path: Path) -> Iterator[ProvenClient]:
    """The made-up city, where no maps can be asked."""
    with client_for(app_over(made_up_law, None, tmp_path)) as opened:
        yield opened
