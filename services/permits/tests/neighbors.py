"""gis as the tests of permits have it: a map in memory that can be away."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from calculators import PlaceRefused, SourceUnavailable, ToldFact, ToldFacts
from permits.clients.gis import AddressedParcel

VINTAGE = date(2026, 5, 1)
UNITS = {"gis.lot_area_acres": "acre", "gis.lot_line_ft": "ft", "gis.nearest_ft:wind_generators": "ft"}


def lawful_place() -> dict[str, Any]:
    """What the map tells of a parcel on which everything is allowed."""
    return {
        "gis.zoning_district": "AG",
        "gis.lot_area_acres": 80,
        "gis.lot_line_ft": 200,
        "gis.inside:airport_safety_zones": False,
        "gis.nearest_ft:wind_generators": 52800,
    }


def a_row(*mailing: str, feet: float = 200.0, basis: str = "resident") -> dict[str, Any]:
    """One letter of a notice list."""
    return {
        "names": ["Resident"],
        "mailing_lines": list(mailing or ("4 Elm Road", "Anytown, MN 55000")),
        "basis": [basis],
        "parcels": [{"pin": "12", "distance_ft": feet}],
        "distance_ft": feet,
        "subject": False,
    }


@dataclass
class FakeGis:
    """`told` per parcel, `rows` of every list; `away` makes it answer nothing; `asked` are its calls."""

    told: dict[str, dict[str, Any]] = field(default_factory=dict)
    rows: list[dict[str, Any]] = field(default_factory=lambda: [a_row(), a_row("6 Elm Road")])
    complete: bool = True
    unaddressed: list[dict[str, Any]] = field(default_factory=list)
    withheld: int = 0
    at_address: dict[str, list[AddressedParcel]] = field(default_factory=dict)
    away: bool = False
    asked: list[tuple[str, str]] = field(default_factory=list)
    left_out: list[tuple[str, ...]] = field(default_factory=list)

    def facts_of(
        self,
        _city: str,
        pin: str | None,
        _site: tuple[float, float] | None,
        names: Sequence[str],
        except_features: Sequence[str] = (),
    ) -> ToldFacts:
        """Answer facts by source name."""
        self._answer("facts", pin or "")
        self.left_out.append(tuple(except_features))
        if pin is not None and pin.startswith("absent"):
            raise PlaceRefused("parcel", "the city has no parcel of that number")
        told = self.told.get(pin or "", lawful_place())
        known = {
            name: ToldFact(told[name], UNITS.get(name), "test map", VINTAGE) for name in names if name in told
        }
        return ToldFacts(pin, known, {name: "not on the map" for name in names if name not in told})

    def notice_list(
        self, _city: str, pin: str, _within_ft: float, audience: Collection[str], key: str
    ) -> dict[str, Any]:
        """Make a list."""
        self._answer("notice list", pin)
        return {
            "id": f"{pin} {sorted(audience)} {key}",
            "complete": self.complete,
            "reaches_into": [] if self.complete else ["the next town"],
            "rows": self.rows,
            "unaddressed": self.unaddressed,
            "withheld": self.withheld,
            "vintage": VINTAGE.isoformat(),
        }

    def parcels_at(self, _city: str, address: str) -> Sequence[AddressedParcel]:
        """Give the parcels of an address."""
        self._answer("address", address)
        return self.at_address.get(address, [])

    def _answer(self, what: str, pin: str) -> None:
        self.asked.append((what, pin))
        if self.away:
            raise SourceUnavailable("gis is away")
