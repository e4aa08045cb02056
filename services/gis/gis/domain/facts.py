"""What gis can tell about a parcel or a site, and when it must say that it cannot.

A fact is told only where the place has one answer. A parcel in two districts, or partly inside a zone, has
none without a site; a layer that is not loaded has none at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from gis.domain.fact_names import FactUnit
from gis.domain.parcel import Layer, Parcel

REACH_FT = 52_800
"""How far `nearest_ft` looks: ten miles. Nothing so near is an answer too: at least this far."""


@dataclass(frozen=True)
class KnownFact:
    """A fact: value and unit, source and vintage; `wkb` is what was measured, in EPSG:26915, if it was."""

    value: bool | Decimal | str
    unit: str | None
    source: str
    vintage: date
    wkb: bytes | None = None


@dataclass(frozen=True)
class UntoldFact:
    """Why a fact cannot be told, and the values it could have."""

    reason: str
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True)
class District:
    """A district that covers a place, and how much of it (0 to 1)."""

    code: str
    share: float
    source: str
    vintage: date


def lot_area_acres(parcel: Parcel) -> KnownFact:
    """Give the area of the lot: the deeded acres where the county states them, else those of the outline."""
    if parcel.acres_deed is not None:
        source = f"{parcel.source}, deeded acres"
        return KnownFact(parcel.acres_deed, "acre", source, parcel.vintage)
    return KnownFact(
        parcel.acres_polygon, "acre", f"{parcel.source}, ground area of the outline", parcel.vintage
    )


def zoning_district(districts: Sequence[District], at_site: bool) -> KnownFact | UntoldFact:
    """Give the code of the one district the place lies in; several, or none, is not settled here."""
    codes = tuple(sorted({district.code for district in districts}))
    if len(codes) == 1:
        return KnownFact(codes[0], None, districts[0].source, min(district.vintage for district in districts))
    if not codes:
        return UntoldFact("no zoning district covers the place")
    if at_site:
        return UntoldFact(f"the site lies on the boundary of {_listed(codes)}", codes)
    parts = ", ".join(
        f"{code} {100 * sum(each.share for each in districts if each.code == code):.0f} %" for code in codes
    )
    return UntoldFact(f"the parcel lies in several districts ({parts}): give the site", codes)


def inside(layer: Layer, share: float, at_site: bool = False) -> KnownFact | UntoldFact:
    """Say whether the place lies inside the layer, given the share of it that is covered (0 to 1).

    A structure that lies inside with a part of it stands in it; of a lot, the site decides.
    """
    if 0 < share < WHOLLY and not at_site:
        reason = f"{100 * share:.2g} % of the parcel lies inside {layer.title}: give the site"
        return UntoldFact(reason, ("false", "true"))
    return KnownFact(share > 0, None, layer.source, layer.vintage)


WHOLLY = 0.999
"""The share from which a parcel counts as lying wholly inside: outlines and layers never match exactly."""


def nearest_ft(
    layer: Layer, distance_ft: Decimal | None, left_out: Sequence[str] = (), wkb: bytes | None = None
) -> KnownFact:
    """Give the distance to the nearest feature; None means that there is none within REACH_FT.

    The source names the features that were left out.
    """
    source = f"{layer.source}, {_listed(left_out)} left out" if left_out else layer.source
    if distance_ft is None:
        source = f"{source}: none within {REACH_FT:,} ft"
        return KnownFact(Decimal(REACH_FT), "ft", source, layer.vintage)
    return KnownFact(distance_ft, "ft", source, layer.vintage, wkb)


def code_of(layer: Layer, districts: Sequence[District], at_site: bool) -> KnownFact | UntoldFact:
    """Give the code of the one feature the place lies in: a soil's map symbol, a lake's class."""
    codes = tuple(sorted({district.code for district in districts}))
    if len(codes) == 1:
        return KnownFact(codes[0], None, layer.source, layer.vintage)
    if not codes:
        return UntoldFact(f"nothing of {layer.title} covers the place")
    where = "the site lies on the boundary of" if at_site else "give the site: the parcel lies in"
    return UntoldFact(f"{where} {_listed(codes)}", codes)


def lot_line_ft(
    parcel: Parcel, distance_ft: Decimal | None, wkb: bytes | None = None
) -> KnownFact | UntoldFact:
    """Give the distance from the site to the nearest lot line; None: no site was given."""
    if distance_ft is None:
        return UntoldFact("the distance to the lot line depends on where the project stands: give the site")
    return KnownFact(distance_ft, "ft", f"{parcel.source}, nearest lot line", parcel.vintage, wkb)


def measured(
    value: bool | Decimal,
    unit: FactUnit | None,
    what: str,
    parcel: Parcel | None,
    layer: Layer | None = None,
    wkb: bytes | None = None,
) -> KnownFact:
    """Give a measure of the lot, of a layer, or of both; the older of both tells the vintage."""
    maps = [each for each in (parcel, layer) if each is not None]
    source = f"{' and '.join(each.source for each in maps)}, {what}"
    return KnownFact(value, unit, source, min(each.vintage for each in maps), wkb)


def parcel_needed() -> UntoldFact:
    """Say that the fact is of a lot, where only a place was given."""
    return UntoldFact("it is a fact of a lot: name the parcel")


def layer_not_loaded(name: str) -> UntoldFact:
    """Say that a layer is not here, which is not the same as that it has nothing."""
    return UntoldFact(f"the layer {name} is not loaded for this city")


def site_needed(name: str, at_least_ft: Decimal | None) -> UntoldFact:
    """Say that a distance is asked of a whole parcel; what can be said is its least value."""
    least = f"; from the lot line it is {at_least_ft:,.2f} ft at the least" if at_least_ft is not None else ""
    return UntoldFact(f"the distance to {name} depends on where the project stands: give the site{least}")


def _listed(codes: Sequence[str]) -> str:
    return codes[0] if len(codes) == 1 else ", ".join(codes[:-1]) + " and " + codes[-1]
