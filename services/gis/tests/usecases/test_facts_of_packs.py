"""Every fact that the law of a city takes from gis is answered for a site of the sample, in one call."""

import pytest
from gis.domain.fact_names import fact_question
from gis.geometry.questions import Geometry
from gis.storage import layers
from gis.usecases.answer_facts import facts_of
from sqlalchemy import Connection

from services.gis.tests.builders import PLACES, VINTAGE
from services.gis.tests.domain.test_facts_of_packs import asked_of_gis
from services.gis.tests.services import sample_cities

pytestmark = pytest.mark.storage


@pytest.fixture(scope="module")
def asked() -> dict[str, list[str]]:
    """The names of facts that each city's programs take from gis."""
    names: dict[str, list[str]] = {}
    for place, source, _, _ in asked_of_gis():
        names.setdefault(place.split("/")[0], []).append(source)
    return {city: sorted(set(found)) for city, found in names.items()}


@pytest.mark.parametrize("city", PLACES)
def test_every_layer_the_law_asks_of_is_in_the_sample(
    sample: Connection, asked: dict[str, list[str]], city: str
) -> None:
    questions = [fact_question(name) for name in asked[city]]
    named = {each.layer for each in questions if each and each.layer} | {
        each.by for each in questions if each and each.by
    }

    absent = sorted(name for name in named - {"building_line"} if layers.layer(sample, city, name) is None)

    assert absent == []


LAKESIDE = {
    "fridley": "30-30-24-13-0001",
    "lake-elmo": "30.029.21.14.0001",
    "elk-river": "48-130-1401",
    "detroit-lakes": "48.0001.000",
}
"""A lot on the lake in the southwest of each city: 290 ft deep between the shore and a road of 66 ft."""


@pytest.mark.parametrize("city", PLACES)
def test_the_facts_of_a_lakeside_house_are_told_in_one_call(
    sample: Connection, sample_geometry: Geometry, asked: dict[str, list[str]], city: str
) -> None:
    load = next(each.load for each in sample_cities() if each.load.city == city)
    lot = next(each.parcel for each in load.parcels if each.parcel.pin == LAKESIDE[city])
    names = [*asked[city], "gis.nearest_ft:lakes", "gis.setback_ft:front", "gis.setback_ft:rear"]

    found = facts_of(sample, sample_geometry, city, lot.pin, (lot.lon, lot.lat), names, VINTAGE)

    assert {each.reason for each in found.untold.values()} <= {"nothing of wetlands covers the place"}
    to_water, to_rear, to_road = (
        float(found.known[name].value)
        for name in ("gis.nearest_ft:lakes", "gis.setback_ft:rear", "gis.setback_ft:front")
    )
    assert to_water == pytest.approx(to_rear, abs=1.5)
    assert to_water + to_road == pytest.approx(290, abs=3)


@pytest.mark.parametrize(("lot_number", "is_corner"), [(3, False), (8, True), (9, True), (12, False)])
def test_a_lot_in_town_has_the_setbacks_of_its_plat(
    sample: Connection, sample_geometry: Geometry, lot_number: int, is_corner: bool
) -> None:
    load = next(each.load for each in sample_cities() if each.load.city == "elk-river")
    lot = next(each.parcel for each in load.parcels if each.parcel.pin == f"75-72-02{lot_number:02d}")
    names = [f"gis.setback_ft:{line}" for line in ("addressed_front", "front", "side", "rear")]
    names += ["gis.frontage_ft", "gis.lot_depth_ft", "gis.corner_lot", "gis.lot_width_ft:setback_line@25"]

    found = facts_of(sample, sample_geometry, "elk-river", lot.pin, (lot.lon, lot.lat), names, VINTAGE)

    told = [float(found.known[name].value) for name in names]
    nearest_front, frontage = (37.5, 135) if is_corner else (67.5, 75)
    assert found.untold == {}
    assert told == pytest.approx(
        [67.5, nearest_front, 37.5, 67.5, frontage, 135, float(is_corner), 75], abs=0.05
    )
