"""Facts of the lot itself and of where a structure stands on it: areas, lines, setbacks, widths, corners."""

import shapely
from shapely.geometry.base import BaseGeometry

from gis.domain import facts
from gis.domain.fact_names import SETBACK_LINE, FactQuestion
from gis.domain.facts import KnownFact, UntoldFact
from gis.domain.layer_names import ROADS
from gis.domain.measures import square_feet
from gis.geometry.ground import distances_ft, grid_m, ground_length_ft, ground_sqm
from gis.geometry.lot_lines import LotLine, is_corner, is_double_frontage
from gis.geometry.lot_measures import across, depth, frontage, nearest_points, vision_triangles
from gis.usecases.asked_place import AskedPlace

_SETBACKS = {
    "front": "the nearest line along a street",
    "addressed_front": "the line along the street of the address",
    "side": "the nearest side line",
    "rear": "the rear line",
}
_NO_STREET = UntoldFact("no line of the lot faces a street")
_NO_SITE = UntoldFact("it depends on where the project stands: give the site or the footprint")


def answer(asked: FactQuestion, at: AskedPlace) -> KnownFact | UntoldFact:
    """Answer a fact about the lot."""
    match asked.kind:
        case "lot_area_acres":
            return facts.lot_area_acres(at.parcel)
        case "lot_area_sqft":
            return _lot_area_sqft(at)
        case "lot_line_ft":
            return _lot_line_ft(at)
        case "lot_perimeter_ft":
            perimeter = ground_length_ft(at.outline)
            return facts.measured(
                perimeter, "ft", "perimeter", at.parcel, wkb=shapely.to_wkb(at.outline.boundary)
            )
        case _:
            lines = at.lines
            return facts.layer_not_loaded(ROADS) if lines is None else _by_lines(asked, at, lines)


def _by_lines(asked: FactQuestion, at: AskedPlace, lines: tuple[LotLine, ...]) -> KnownFact | UntoldFact:
    match asked.kind:
        case "corner_lot":
            return facts.measured(is_corner(lines), None, "streets on adjacent sides", at.parcel)
        case "double_frontage_lot":
            return facts.measured(is_double_frontage(lines), None, "streets at opposite ends", at.parcel)
        case "frontage_ft":
            return _length(frontage(lines), "the longest line along a street", at, _NO_STREET)
        case "lot_depth_ft":
            missing = UntoldFact("the lot has no addressed front with a rear line opposite")
            return _length(depth(lines), "least distance from front to rear", at, missing)
        case "in_vision_triangle":
            return _in_vision_triangle(asked, at, lines)
        case "lot_width_ft":
            return _width(asked, at, lines)
        case _:
            return _setback(asked.layer, at, lines)


def _lot_area_sqft(at: AskedPlace) -> KnownFact:
    """The outline's own area: deeds round to a hundredth of an acre, which is 436 square feet."""
    area, wkb = square_feet(ground_sqm(at.outline)), shapely.to_wkb(at.outline)
    return facts.measured(area, "sqft", "ground area of the outline", at.parcel, wkb=wkb)


def _lot_line_ft(at: AskedPlace) -> KnownFact | UntoldFact:
    if not at.at_site:
        return facts.lot_line_ft(at.parcel, None)
    (away_ft,) = distances_ft(at.place, [at.outline.boundary])
    return facts.lot_line_ft(
        at.parcel, away_ft, shapely.to_wkb(nearest_points(at.place, at.outline.boundary))
    )


def _setback(to: str, at: AskedPlace, lines: tuple[LotLine, ...]) -> KnownFact | UntoldFact:
    if not at.at_site:
        return _NO_SITE
    chosen = [line.line for line in lines if (line.addressed if to == "addressed_front" else line.kind == to)]
    if not chosen:
        streets = sorted({line.street for line in lines if line.street is not None})
        if not streets:
            return _NO_STREET
        if any(line.addressed for line in lines):
            return UntoldFact(f"the lot has no {to} line: it faces {', '.join(streets)}")
        reason = f"the address names none of the streets the lot faces: {', '.join(streets)}"
        return UntoldFact(reason, tuple(streets))
    line = shapely.MultiLineString(chosen)
    (away_ft,) = distances_ft(at.place, [line])
    return facts.measured(
        away_ft, "ft", _SETBACKS[to], at.parcel, wkb=shapely.to_wkb(nearest_points(at.place, line))
    )


def _width(asked: FactQuestion, at: AskedPlace, lines: tuple[LotLine, ...]) -> KnownFact | UntoldFact:
    front = next((line for line in lines if line.addressed), None)
    if front is None:
        return _NO_STREET
    if asked.layer == SETBACK_LINE:
        behind_m = grid_m(float(asked.feet or 0), at.outline)
    elif at.at_site:
        behind_m = float(at.place.distance(front.line))
    else:
        return _NO_SITE
    what = f"between side lines, {asked.layer.replace('_', ' ')}"
    return _length(across(at.outline, front, behind_m), what, at, UntoldFact("the lot ends before that line"))


def _in_vision_triangle(
    asked: FactQuestion, at: AskedPlace, lines: tuple[LotLine, ...]
) -> KnownFact | UntoldFact:
    if not at.at_site:
        return _NO_SITE
    roads, leg_ft, among, where = at.layer(ROADS), float(asked.feet or 0), None, "street corners"
    if asked.codes and roads is not None:
        lines, among = at.lines_beside(roads, asked.codes), at.roads_of(roads, asked.codes)
        where = f"corners of a street and a road of code {' or '.join(asked.codes)}"
    triangles = shapely.MultiPolygon(vision_triangles(lines, grid_m(leg_ft, at.outline), among))
    inside = bool(triangles.intersects(at.place))
    what = f"triangles of {leg_ft:g} ft at {where}"
    return facts.measured(inside, None, what, at.parcel, wkb=shapely.to_wkb(triangles))


def _length(
    line: BaseGeometry | None, what: str, at: AskedPlace, missing: UntoldFact
) -> KnownFact | UntoldFact:
    if line is None:
        return missing
    return facts.measured(ground_length_ft(line), "ft", what, at.parcel, wkb=shapely.to_wkb(line))
