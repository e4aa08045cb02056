"""Facts of a place that is on no parcel: on the lake, in the right-of-way, an outline on the water."""

from decimal import Decimal

import pytest
import shapely
from gis.domain.places import BadPlace, OutsideCity
from gis.geometry.coordinates import geojson
from gis.geometry.ground import ELLIPSOID
from gis.geometry.questions import Geometry
from gis.storage.tables import features
from gis.usecases import answer_facts
from gis.usecases.answer_facts import FactsOfPlace
from sqlalchemy import Connection, select

from services.gis.tests.builders import FOOT_M, VINTAGE

pytestmark = pytest.mark.storage
CITY = "detroit-lakes"
HARBOR = (-95.911238, 46.7650039)
"""On the lake southwest of the city, in the harbor, where no parcel lies."""
OF_A_LOT = [
    "gis.lot_area_acres",
    "gis.lot_area_sqft",
    "gis.lot_line_ft",
    "gis.setback_ft:front",
    "gis.frontage_ft",
    "gis.corner_lot",
    "gis.lot_width_ft:building_line",
    "gis.in_vision_triangle@40",
    "gis.overlap_acres:floodplain",
    "gis.shore_ft:ordinary_high_water",
    "gis.lot_width_ft:ordinary_high_water",
]
OF_A_PLACE = {
    "gis.inside:no_wake_zones_by_resolution": True,
    "gis.inside:detroit_lake_waters": True,
    "gis.inside:swimming_areas": False,
    "gis.inside:pelican_river_channel": False,
}


def facts_of(
    connection: Connection, geometry: Geometry, site: tuple[float, float] | None, names: list[str]
) -> FactsOfPlace:
    return answer_facts.facts_of(connection, geometry, CITY, None, site, names, VINTAGE)


def test_a_boat_on_the_lake_is_told_what_lies_there_and_not_what_asks_of_a_lot(
    sample: Connection, sample_geometry: Geometry
) -> None:
    found = facts_of(
        sample, sample_geometry, HARBOR, [*OF_A_PLACE, *OF_A_LOT, "gis.nearest_ft:no_such_layer"]
    )

    assert found.parcel is None
    assert {name: fact.value for name, fact in found.known.items()} == OF_A_PLACE
    assert {name: each.reason for name, each in found.untold.items()} == {
        **dict.fromkeys(OF_A_LOT, "it is a fact of a lot: name the parcel"),
        "gis.nearest_ft:no_such_layer": "the layer no_such_layer is not loaded for this city",
    }


def test_a_distance_is_from_the_place_itself(sample: Connection, sample_geometry: Geometry) -> None:
    name = "gis.nearest_ft:waters_edge"
    lon, lat, _ = ELLIPSOID.fwd(*HARBOR, 90.0, 100 * FOOT_M)

    here = facts_of(sample, sample_geometry, HARBOR, [name]).known[name]
    line = facts_of(sample, sample_geometry, (lon, lat), [name]).known[name]

    assert isinstance(here.value, Decimal)
    assert isinstance(line.value, Decimal)
    assert here.wkb is not None
    assert 0 < here.value != line.value
    assert abs(here.value - line.value) <= Decimal("100.001")


def test_an_outline_over_the_water_is_measured_from_its_nearest_point(
    sample: Connection, sample_geometry: Geometry
) -> None:
    lon, lat = HARBOR
    names = ["gis.nearest_ft:waters_edge", "gis.inside:no_wake_zones_by_resolution"]
    ring = [[lon, lat], [lon + 0.0004, lat], [lon + 0.0004, lat + 0.0002], [lon, lat + 0.0002], [lon, lat]]
    corners = [
        facts_of(sample, sample_geometry, (east, north), names[:1]).known[names[0]].value
        for east, north in ring
    ]

    found = answer_facts.facts_of(
        sample, sample_geometry, CITY, None, None, names, VINTAGE, footprint=[[ring]]
    )

    nearest = found.known[names[0]].value
    assert isinstance(nearest, Decimal)
    assert nearest <= min(each for each in corners if isinstance(each, Decimal))
    assert found.known[names[1]].value is True


def test_spacing_along_a_centerline_needs_no_parcel(sample: Connection, sample_geometry: Geometry) -> None:
    name = "gis.along_ft:billboards:interstate_centerline"
    known = "gis.inside:interstate_right_of_way"
    lon, lat = in_the_right_of_way(sample)

    found = answer_facts.facts_of(
        sample, sample_geometry, "fridley", None, (lon, lat), [name, known], VINTAGE
    )

    assert found.untold == {}
    assert found.known[known].value is True


def test_an_area_is_no_centerline(sample: Connection, sample_geometry: Geometry) -> None:
    name = "gis.along_ft:billboards:interstate_right_of_way"

    found = answer_facts.facts_of(
        sample, sample_geometry, "fridley", None, in_the_right_of_way(sample), [name], VINTAGE
    )

    assert found.known == {}
    assert found.untold[name].reason.endswith("is no line that a spacing could follow")


def in_the_right_of_way(connection: Connection) -> tuple[float, float]:
    """A place in the right-of-way of the interstate."""
    asked = select(features.c.wkb).where(
        features.c.city == "fridley", features.c.layer == "interstate_right_of_way"
    )
    inside = shapely.from_wkb(bytes(connection.scalars(asked).one())).representative_point()
    lon, lat = geojson(shapely.to_wkb(inside))["coordinates"]
    return float(lon), float(lat)


def test_what_lies_wholly_outside_is_another_governments(
    sample: Connection, sample_geometry: Geometry
) -> None:
    lon, lat, _ = ELLIPSOID.fwd(*HARBOR, 270.0, 6000 * FOOT_M)

    with pytest.raises(OutsideCity) as refused:
        facts_of(sample, sample_geometry, (lon, lat), list(OF_A_PLACE))

    assert refused.value.message == "The place lies outside the city: it is in Lake View Township."


def test_some_place_must_be_given(sample: Connection, sample_geometry: Geometry) -> None:
    with pytest.raises(BadPlace, match="name a parcel"):
        facts_of(sample, sample_geometry, None, list(OF_A_PLACE))
