"""Facts of a place and a map layer: inside, how far, how much of the lot, along which line."""

import shapely

from gis.domain import facts
from gis.domain.fact_names import FactQuestion
from gis.domain.facts import District, KnownFact, UntoldFact
from gis.domain.layer_names import RIGHT_OF_WAY
from gis.domain.measures import FOOT_M, acres, percent, square_feet
from gis.domain.parcel import Layer
from gis.geometry.ground import grid_m, ground_length_ft, ground_sqm
from gis.geometry.lot_measures import SHORE_M, along, nearest_points, width_at
from gis.geometry.questions import layer_collection, share_covered
from gis.geometry.stations import spacing
from gis.geometry.vision_corners import driveway_triangles
from gis.storage import layers
from gis.usecases.asked_place import AskedPlace

ROUND_THE_CORNER_FT = 200.0
"""How much farther than a triangle reaches its streets are looked for: their lines run on round corners."""


def answer(asked: FactQuestion, at: AskedPlace) -> KnownFact | UntoldFact:
    """Answer a fact about the place and the layer it names."""
    layer = at.layer(asked.layer)
    if layer is None:
        return facts.layer_not_loaded(asked.layer)
    match asked.kind:
        case "inside":
            return _inside(asked, layer, at)
        case "nearest_ft":
            return _nearest_ft(asked, layer, at)
        case "code":
            return facts.code_of(layer, districts_of(layer, at), at.at_site)
        case "shore_ft":
            shore = along(at.outline, _water(layer, at))
            return facts.measured(
                ground_length_ft(shore), "ft", "lot line along it", at.parcel, layer, shapely.to_wkb(shore)
            )
        case "lot_width_ft":
            return _width_ft(layer, at)
        case "in_vision_triangle":
            return _in_vision_triangle(asked, layer, at)
        case "along_ft":
            return _along_ft(asked, layer, at)
        case _:
            return _overlap(asked, layer, at)


def districts(at: AskedPlace) -> list[District]:
    """Give the zoning districts of the place."""
    zoning = layers.of_kinds(at.connection, at.city, ["zoning"])
    return [district for layer in zoning for district in districts_of(layer, at)]


def districts_of(layer: Layer, at: AskedPlace) -> list[District]:
    """Give the features of a layer that cover the place, by their codes."""
    covering = at.covering(layer)
    shares = {each.shape.id: each.share for each in covering}
    known = at.told(layer, [each.shape for each in covering])
    return [
        District(feature.code or feature.name, shares[id_], feature.source, feature.vintage)
        for id_, feature in known.items()
    ]


def _inside(asked: FactQuestion, layer: Layer, at: AskedPlace) -> KnownFact | UntoldFact:
    if asked.feet is None:
        share = share_covered(at.place, at.covering(layer, asked.codes))
        return facts.inside(layer, share, at.at_site)
    near = at.near(layer, at.place, float(asked.feet), asked.codes)
    if at.at_site or not near:
        return facts.inside(layer, 1.0 if near else 0.0, at.at_site)
    area = _area(asked, layer, at)
    return facts.inside(layer, float(at.outline.intersection(area).area / at.outline.area))


def _area(asked: FactQuestion, layer: Layer, at: AskedPlace) -> shapely.Geometry:
    """What of the layer lies on the lot, widened by the feet asked for."""
    wider_ft = float(asked.feet or 0)
    shapes = at.near(layer, at.outline, wider_ft, asked.codes)
    area = shapely.union_all([shape.geometry for shape in shapes])
    return area.buffer(grid_m(wider_ft, at.outline), quad_segs=32) if wider_ft else area


def _overlap(asked: FactQuestion, layer: Layer, at: AskedPlace) -> KnownFact:
    part = at.outline.intersection(_area(asked, layer, at))
    polygons = [each for each in shapely.get_parts(part) if each.geom_type == "Polygon"]
    inside = shapely.MultiPolygon(polygons)
    sqm = ground_sqm(inside)
    value = {
        "acre": lambda: acres(sqm),
        "sqft": lambda: square_feet(sqm),
        "percent": lambda: percent(sqm, ground_sqm(at.outline)),
    }[asked.unit or "acre"]()
    return facts.measured(
        value, asked.unit, "the part of the lot inside", at.parcel, layer, shapely.to_wkb(inside)
    )


def _water(layer: Layer, at: AskedPlace) -> shapely.Geometry:
    return shapely.union_all([each.geometry for each in at.near(layer, at.outline, SHORE_M / FOOT_M)])


def _width_ft(layer: Layer, at: AskedPlace) -> KnownFact | UntoldFact:
    width = width_at(at.outline, _water(layer, at))
    if width is None:
        return UntoldFact(f"no line of the lot runs along {layer.title}")
    return facts.measured(
        ground_length_ft(width), "ft", "between the ends of the lot's shore", at.parcel, layer,
        shapely.to_wkb(width),
    )  # fmt: skip


def _nearest_ft(asked: FactQuestion, layer: Layer, at: AskedPlace) -> KnownFact | UntoldFact:
    known = layers.with_ids(at.connection, at.city, layer.name, at.except_features)
    left_out = [known[each] for each in sorted(known)]
    at.left_out.extend(left_out)
    others = layers.ids_without_codes(at.connection, at.city, layer.name, asked.codes) if asked.codes else []
    near = at.geometry.nearest(
        at.connection,
        layer_collection(layer.name),
        at.place,
        facts.REACH_FT,
        [(at.city, each) for each in [*(each.id for each in left_out), *others]],
        at.on,
    )
    if near is not None and not at.at_site:
        return facts.site_needed(layer.title, near.distance_ft)
    away_ft = None if near is None else near.distance_ft
    wkb = None if near is None else shapely.to_wkb(nearest_points(at.place, near.shape.geometry))
    return facts.nearest_ft(layer, away_ft, [each.id for each in left_out], wkb)


def _in_vision_triangle(asked: FactQuestion, layer: Layer, at: AskedPlace) -> KnownFact | UntoldFact:
    """Whether the place stands in a triangle where a driveway of the layer meets a right-of-way."""
    right_of_way = at.layer(RIGHT_OF_WAY)
    if right_of_way is None:
        return facts.layer_not_loaded(RIGHT_OF_WAY)
    if not at.at_site:
        return UntoldFact("it depends on where the project stands: give the site or the footprint")
    leg_ft = float(asked.feet or 0)
    reach_ft = 4 * leg_ft + ROUND_THE_CORNER_FT
    driveways, streets = (
        shapely.union_all([shape.geometry for shape in at.near(each, at.place, reach_ft)])
        for each in (layer, right_of_way)
    )
    triangles = shapely.MultiPolygon(driveway_triangles(driveways, streets, grid_m(leg_ft, at.place)))
    inside = bool(triangles.intersects(at.place))
    what = f"triangles of {leg_ft:g} ft where {layer.title} cross the right-of-way line"
    return facts.measured(inside, None, what, None, layer, shapely.to_wkb(triangles))


def _along_ft(asked: FactQuestion, layer: Layer, at: AskedPlace) -> KnownFact | UntoldFact:
    centerline = at.layer(asked.by)
    if centerline is None:
        return facts.layer_not_loaded(asked.by)
    if not at.at_site:
        return UntoldFact(f"the spacing along {centerline.title} depends on where it stands: give the site")
    near = [shape.geometry for shape in at.near(centerline, at.place, facts.REACH_FT)]
    lines = [each for each in near if each.geom_type in {"LineString", "MultiLineString"}]
    if near and not lines:
        return UntoldFact(f"{centerline.title} is no line that a spacing could follow")
    if not lines:
        return UntoldFact(f"there is no {centerline.title} within {facts.REACH_FT:,} ft")
    line = shapely.union_all(lines)
    others = [
        shape
        for shape in at.near(layer, at.place, facts.REACH_FT, asked.codes)
        if shape.id not in at.except_features
    ]
    piece = spacing(at.place, [shape.geometry for shape in others], line, asked.same_side)
    if piece is None:
        return facts.nearest_ft(layer, None)
    return facts.measured(
        ground_length_ft(piece),
        "ft",
        f"along {centerline.title}",
        None if at.lot is None else at.lot.parcel,
        layer,
        shapely.to_wkb(piece),
    )
