"""What the calculators mounted here ask of the map: answered from this service's own database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from calculators import PlaceRefused, SourceUnavailable, ToldFacts
from calculators.places import ToldFact
from servicekit.clock import Clock
from servicekit.database import in_transaction
from servicekit.problems import Unavailable

from gis import usecases
from gis.domain.facts import KnownFact
from gis.domain.parcel import AmbiguousPin, UnknownParcel
from gis.domain.places import BadPlace, OutsideCity, SiteOffParcel
from gis.routes.wiring import GeometryToCome
from gis.schemas.views import fact_value
from gis.storage.connections import Engine

if TYPE_CHECKING:
    from gis.usecases.answer_facts import FactsOfPlace


class OwnFacts:
    """The fact source of gis itself."""

    def __init__(self, engine: Engine, geometry: GeometryToCome, clock: Clock) -> None:
        self._engine, self._geometry, self._clock = engine, geometry, clock

    def facts_of(
        self,
        city: str,
        pin: str | None,
        site: tuple[float, float] | None,
        names: Sequence[str],
        except_features: Sequence[str] = (),
    ) -> ToldFacts:
        """Answer facts by source name; no distance is measured to `except_features` (ids on the map).

        Raises SourceUnavailable, PlaceRefused.
        """
        geometry, today = self._geometry(), self._clock.today(city)
        try:
            found = in_transaction(
                self._engine,
                lambda connection: usecases.answer_facts.facts_of(
                    connection, geometry, city, pin, site, names, today, except_features
                ),
                isolation="REPEATABLE READ",
            )
        except Unavailable as away:
            raise SourceUnavailable(away.detail) from away
        except UnknownParcel as absent:
            raise PlaceRefused("parcel", "There is no such parcel in this city.") from absent
        except AmbiguousPin as error:
            printed = ", ".join(each.pin for each in error.candidates)
            reason = f"Several parcels have these digits; give one of {printed}."
            raise PlaceRefused("parcel", reason) from error
        except BadPlace as error:
            raise PlaceRefused("site", error.message) from error
        except OutsideCity as error:
            raise PlaceRefused("site", error.message) from error
        except SiteOffParcel as error:
            reason = f"The site lies {error.distance_ft:,.1f} ft off the parcel."
            raise PlaceRefused("site", reason) from error
        return _told(found)


def _told(found: FactsOfPlace) -> ToldFacts:
    return ToldFacts(
        pin=None if found.parcel is None else found.parcel.pin,
        known={name: _fact(fact) for name, fact in found.known.items()},
        untold={name: each.reason for name, each in found.untold.items()},
    )


def _fact(fact: KnownFact) -> ToldFact:
    return ToldFact(fact_value(fact), fact.unit, fact.source, fact.vintage)
