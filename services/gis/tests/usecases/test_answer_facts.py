"""The facts of the packs, on each engine."""

from collections.abc import Collection
from decimal import Decimal

import pytest
import shapely
from gis.domain.facts import KnownFact
from gis.domain.places import BadPlace, SiteOffParcel
from gis.geometry.coordinates import degrees_of
from gis.geometry.questions import Geometry
from gis.sample.county import NamedSite
from gis.storage import loads
from gis.usecases import answer_facts
from gis.usecases.answer_facts import FactsOfPlace
from sqlalchemy import Connection

from services.gis.tests.builders import (
    CITY,
    VINTAGE,
    a_city_load,
    a_feature_load,
    a_layer,
    a_parcel_load,
    ground_offset,
    square,
)

pytestmark = pytest.mark.storage
ZONING, ACRES = "gis.zoning_district", "gis.lot_area_acres"
AIRPORT, GENERATORS = "gis.inside:airport_safety_zones", "gis.nearest_ft:wind_generators"
LAKE_LOT = "30.029.21.14.0003"
"""A lot on the lake in the southwest of the sample."""
ALL = [ZONING, ACRES, AIRPORT, GENERATORS]


def facts_of(
    connection: Connection,
    geometry: Geometry,
    city: str,
    pin: str,
    site: tuple[float, float] | None,
    names: list[str],
    except_features: Collection[str] = (),
) -> FactsOfPlace:
    return answer_facts.facts_of(connection, geometry, city, pin, site, names, VINTAGE, except_features)


def values(found: FactsOfPlace) -> dict[str, bool | Decimal | str]:
    return {name: fact.value for name, fact in found.known.items()}


@pytest.mark.parametrize(
    ("name", "zoning", "acres", "in_zone", "generator_ft"),
    [
        ("fine_site", "AG", "80", False, 3947.3),
        ("under_40_acres", "AG", "38.6", False, 3449.3),
        ("inside_airport_safety_zone", "RR", "40", True, 8225.2),
        ("near_a_wind_generator", "AG", "40", False, 660.0),
    ],
)
def test_the_named_places_of_the_sample(
    sample: Connection, sample_geometry: Geometry, sites: dict[str, NamedSite],
    name: str, zoning: str, acres: str, in_zone: bool, generator_ft: float,
) -> None:  # fmt: skip
    site = sites[name]

    found = facts_of(sample, sample_geometry, CITY, site.pin, (site.lon, site.lat), ALL)

    assert found.untold == {}
    told = values(found)
    assert (told[ZONING], told[ACRES], told[AIRPORT]) == (zoning, Decimal(acres), in_zone)
    assert float(told[GENERATORS]) == pytest.approx(generator_ft, abs=0.1)
    assert found.known[GENERATORS].unit == "ft"


def test_without_a_site_only_what_holds_for_the_whole_parcel_is_told(
    sample: Connection, sample_geometry: Geometry, sites: dict[str, NamedSite]
) -> None:
    found = facts_of(sample, sample_geometry, CITY, sites["fine_site"].pin, None, ALL)

    assert values(found) == {ZONING: "AG", ACRES: Decimal("80"), AIRPORT: False}
    assert "give the site" in found.untold[GENERATORS].reason


def a_split_city(connection: Connection) -> tuple[float, float, shapely.Polygon]:
    """One parcel, its western 60 percent in RR and in the zone, the rest in AG; no generator anywhere."""
    outline = square(ground_offset(CITY, 0), 100)
    left, low, right, high = outline.bounds
    west, east = shapely.box(left - 9, low - 9, left + 60, high + 9), shapely.box(left + 60, low, right, high)
    layers = [
        a_layer("zoning_districts", "zoning"),
        a_layer("airport_safety_zones"),
        a_layer("wind_generators", "register"),
    ]
    features = [
        a_feature_load(west, "zoning_districts", "w", "RR"),
        a_feature_load(east, "zoning_districts", "e", "AG"),
        a_feature_load(west, "airport_safety_zones", "a"),
    ]
    loads.write(connection, a_city_load([a_parcel_load(outline, "1")], layers=layers, features=features))
    return left, low, outline


def degrees(x: float, y: float) -> tuple[float, float]:
    lon, lat = degrees_of(*(shapely.get_coordinates(shapely.Point(x, y)).T))
    return float(lon[0]), float(lat[0])


def test_a_split_parcel_needs_a_site_and_is_settled_by_one(
    connection: Connection, geometry: Geometry
) -> None:
    left, low, _ = a_split_city(connection)

    whole = facts_of(connection, geometry, CITY, "1", None, [ZONING, AIRPORT])
    west = facts_of(connection, geometry, CITY, "1", degrees(left + 10, low + 50), [ZONING, AIRPORT])
    east = facts_of(connection, geometry, CITY, "1", degrees(left + 90, low + 50), [ZONING, AIRPORT])
    on_line = facts_of(connection, geometry, CITY, "1", degrees(left + 60, low + 50), [ZONING])

    assert whole.known == {}
    assert whole.untold[ZONING].candidates == ("AG", "RR")
    assert whole.untold[AIRPORT].candidates == ("false", "true")
    assert values(west) == {ZONING: "RR", AIRPORT: True}
    assert values(east) == {ZONING: "AG", AIRPORT: False}
    assert on_line.untold[ZONING].candidates == ("AG", "RR")


def test_a_layer_known_to_be_empty_answers_and_one_not_loaded_does_not(
    connection: Connection, geometry: Geometry
) -> None:
    left, low, _ = a_split_city(connection)
    site = degrees(left + 10, low + 50)

    found = facts_of(
        connection, geometry, CITY, "1", site, [GENERATORS, "gis.nearest_ft:towers", "gis.inside:floodway"]
    )

    assert values(found) == {GENERATORS: Decimal(52_800)}
    assert found.untold["gis.nearest_ft:towers"].reason == "the layer towers is not loaded for this city"
    assert "not loaded" in found.untold["gis.inside:floodway"].reason


def test_a_feature_left_out_does_not_count(connection: Connection, geometry: Geometry) -> None:
    outline = square(ground_offset(CITY, 0), 100)
    generators = [
        a_feature_load(ground_offset(CITY, 5), "wind_generators", "LE-WIND-2026-000001"),
        a_feature_load(ground_offset(CITY, 1500), "wind_generators", "other"),
    ]
    layers = [a_layer("wind_generators", "register")]
    loads.write(connection, a_city_load([a_parcel_load(outline, "1")], layers=layers, features=generators))
    site = degrees(outline.centroid.x, outline.centroid.y)

    counted = facts_of(connection, geometry, CITY, "1", site, [GENERATORS])
    named = ["LE-WIND-2026-000001", "not-on-the-map"]
    left_out = facts_of(connection, geometry, CITY, "1", site, [GENERATORS], named)

    assert float(values(counted)[GENERATORS]) == pytest.approx(5, abs=0.01)
    assert counted.left_out == ()
    assert float(values(left_out)[GENERATORS]) == pytest.approx(1500, abs=0.01)
    assert [(each.layer, each.id) for each in left_out.left_out] == [
        ("wind_generators", "LE-WIND-2026-000001")
    ]
    assert left_out.known[GENERATORS].source == "test county, LE-WIND-2026-000001 left out"


def test_what_another_city_calls_by_the_same_name_still_counts(
    connection: Connection, geometry: Geometry
) -> None:
    outline = square(ground_offset(CITY, 0), 100)
    layer = "wind_generators"
    own = a_feature_load(ground_offset(CITY, 5), layer, "G-1")
    loads.write(
        connection,
        a_city_load([a_parcel_load(outline, "1")], layers=[a_layer(layer, "register")], features=[own]),
    )
    theirs = a_feature_load(ground_offset(CITY, 700), layer, "G-1", city="fridley")
    beside = a_city_load(layers=[a_layer(layer, "register", "fridley")], features=[theirs], city="fridley")
    loads.write(connection, beside)
    site = degrees(outline.centroid.x, outline.centroid.y)

    found = facts_of(connection, geometry, CITY, "1", site, [GENERATORS], ["G-1"])

    assert float(values(found)[GENERATORS]) == pytest.approx(700, abs=0.01)


@pytest.mark.parametrize(("away_ft", "is_1000"), [(999.99, False), (1000.0, True), (1000.01, True)])
def test_a_thousand_feet_between_generators_to_the_hundredth(
    connection: Connection, geometry: Geometry, away_ft: float, is_1000: bool
) -> None:
    middle = ground_offset(CITY, 0)
    layers = [a_layer("wind_generators", "register")]
    features = [a_feature_load(ground_offset(CITY, away_ft), "wind_generators", "other")]
    loads.write(
        connection, a_city_load([a_parcel_load(square(middle, 9), "1")], layers=layers, features=features)
    )

    found = facts_of(connection, geometry, CITY, "1", degrees(middle.x, middle.y), [GENERATORS])

    assert isinstance(found.known[GENERATORS], KnownFact)
    assert (Decimal(str(values(found)[GENERATORS])) >= 1000) is is_1000


def test_a_site_off_the_parcel_or_off_the_map_is_refused(
    sample: Connection, sample_geometry: Geometry, sites: dict[str, NamedSite]
) -> None:
    site, elsewhere = sites["fine_site"], sites["under_40_acres"]

    with pytest.raises(SiteOffParcel):
        facts_of(sample, sample_geometry, CITY, site.pin, (elsewhere.lon, elsewhere.lat), [ZONING])
    with pytest.raises(BadPlace) as refusal:
        facts_of(sample, sample_geometry, CITY, site.pin, (site.lat, site.lon), [ZONING])

    assert refusal.value.part == "site/lon"


def test_an_unknown_fact_is_missing_and_hides_no_other(
    sample: Connection, sample_geometry: Geometry, sites: dict[str, NamedSite]
) -> None:
    found = facts_of(sample, sample_geometry, CITY, sites["fine_site"].pin, None, ["gis.owner", ACRES, ACRES])

    assert values(found) == {ACRES: Decimal("80")}
    assert found.untold["gis.owner"].reason == "gis has no such fact"


def on_a_lake(connection: Connection) -> shapely.Polygon:
    """A lot of 100 by 200 ft; its west end on a lake, the western 40 ft wetland, soils in two halves."""
    corners = [ground_offset(CITY, x, y) for x, y in ((0, 0), (200, 0), (200, 100), (0, 100))]
    outline = shapely.Polygon(corners)
    lake = shapely.Polygon(
        [ground_offset(CITY, x, y) for x, y in ((0, -300), (0, 400), (-900, 400), (-900, -300))]
    )
    wetland = shapely.Polygon(
        [ground_offset(CITY, x, y) for x, y in ((-9, -9), (40, -9), (40, 109), (-9, 109))]
    )
    halves = [
        shapely.Polygon([ground_offset(CITY, x, y) for x, y in ((w, -9), (e, -9), (e, 109), (w, 109))])
        for w, e in ((-9, 120), (120, 209))
    ]
    layers = [a_layer("lakes"), a_layer("wetlands"), a_layer("soils")]
    features = [
        a_feature_load(lake, "lakes", "lake"),
        a_feature_load(wetland, "wetlands", "wet"),
        a_feature_load(halves[0], "soils", "a", "49B"),
        a_feature_load(halves[1], "soils", "b", "155C"),
    ]
    loads.write(connection, a_city_load([a_parcel_load(outline, "1")], layers=layers, features=features))
    return outline


def test_the_lot_is_measured_on_the_ground(connection: Connection, geometry: Geometry) -> None:
    on_a_lake(connection)
    names = [
        "gis.lot_perimeter_ft",
        "gis.overlap_acres:wetlands",
        "gis.shore_ft:lakes",
        "gis.shore_ft:wetlands",
    ]

    told = values(facts_of(connection, geometry, CITY, "1", None, names))

    assert float(told["gis.lot_perimeter_ft"]) == pytest.approx(600, abs=0.05)
    assert float(told["gis.overlap_acres:wetlands"]) == pytest.approx(4000 / 43_560, abs=0.0002)
    assert float(told["gis.shore_ft:lakes"]) == pytest.approx(100, abs=11)


@pytest.mark.parametrize(
    ("east_ft", "north_ft", "line_ft", "water_ft", "soil"),
    [(60, 50, 50, 60, "49B"), (190, 40, 10, 190, "155C"), (60, 97, 3, 60, "49B")],
)
def test_a_site_is_measured_to_lot_line_and_water_and_told_its_soil(
    connection: Connection, geometry: Geometry,
    east_ft: float, north_ft: float, line_ft: float, water_ft: float, soil: str,
) -> None:  # fmt: skip
    on_a_lake(connection)
    place = ground_offset(CITY, east_ft, north_ft)
    names = ["gis.lot_line_ft", "gis.nearest_ft:lakes", "gis.code:soils"]

    told = values(facts_of(connection, geometry, CITY, "1", degrees(place.x, place.y), names))

    assert float(told["gis.lot_line_ft"]) == pytest.approx(line_ft, abs=0.05)
    assert float(told["gis.nearest_ft:lakes"]) == pytest.approx(water_ft, abs=0.05)
    assert told["gis.code:soils"] == soil


def test_without_a_site_soil_and_lot_line_are_not_told(connection: Connection, geometry: Geometry) -> None:
    on_a_lake(connection)

    found = facts_of(connection, geometry, CITY, "1", None, ["gis.code:soils", "gis.lot_line_ft"])

    assert found.known == {}
    assert found.untold["gis.code:soils"].candidates == ("155C", "49B")
    assert "give the site" in found.untold["gis.lot_line_ft"].reason


def test_the_lots_on_the_lake_of_the_sample_have_a_shore(
    sample: Connection, sample_geometry: Geometry
) -> None:
    names = ["gis.shore_ft:lakes", "gis.inside:shoreland", "gis.overlap_acres:lakes"]

    told = values(facts_of(sample, sample_geometry, CITY, LAKE_LOT, None, names))

    assert 60 < float(told["gis.shore_ft:lakes"]) < 400
    assert told["gis.inside:shoreland"] is True
    assert float(told["gis.overlap_acres:lakes"]) < 0.01
