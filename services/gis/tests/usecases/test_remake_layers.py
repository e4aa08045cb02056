"""Layers made of others follow them: whatever changes a source makes them anew."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
import shapely
from gis.domain.parcel import Feature, LayerSource
from gis.geometry.questions import Geometry
from gis.storage import layers
from gis.usecases.answer_facts import facts_of
from gis.usecases.load_city import load_city
from gis.usecases.remake_layers import remake
from sqlalchemy import Connection

from services.gis.tests.builders import (
    CITY,
    SOURCE,
    VINTAGE,
    a_city_load,
    a_feature_load,
    a_layer,
    a_parcel_load,
    ground_offset,
    square,
)

pytestmark = pytest.mark.storage
INSIDE = ["gis.inside:shoreland", "gis.inside:protected"]


def a_city_by_a_lake(connection: Connection, from_water_ft: float, within_ft: int = 1000) -> None:
    """A small lot so many feet east of a lake's edge, and layers made of that edge and of one another."""
    lot = a_parcel_load(square(ground_offset(CITY, from_water_ft), 0.02), "1")
    shore = shapely.LineString([ground_offset(CITY, 0, -3000), ground_offset(CITY, 0, 3000)])
    made = [
        replace(a_layer("shoreland"), made_of=(LayerSource("shore", within_ft=Decimal(within_ft)),)),
        replace(a_layer("protected"), made_of=(LayerSource("shoreland"), LayerSource("shore"))),
    ]
    load = a_city_load(
        [lot], layers=[a_layer("shore"), *made], features=[a_feature_load(shore, "shore", "lake", "elmo")]
    )
    load_city(connection, load)


def inside(connection: Connection, geometry: Geometry, on: date = VINTAGE) -> list[object]:
    found = facts_of(connection, geometry, CITY, "1", None, INSIDE, on)
    return [found.known[name].value for name in INSIDE]


@pytest.mark.parametrize(("from_water_ft", "expected"), [(999.9, True), (1000.1, False)])
def test_a_made_layer_reaches_as_far_on_the_ground_as_it_says(
    connection: Connection, geometry: Geometry, from_water_ft: float, expected: bool
) -> None:
    a_city_by_a_lake(connection, from_water_ft)

    assert inside(connection, geometry) == [expected, expected]


def test_it_keeps_the_code_of_what_it_is_made_of_and_says_so(
    connection: Connection, geometry: Geometry
) -> None:
    a_city_by_a_lake(connection, 500)

    found = facts_of(connection, geometry, CITY, "1", None, ["gis.code:shoreland"], VINTAGE)

    (kept,) = layers.with_ids(connection, CITY, "shoreland", ["shore/lake"]).values()
    assert found.known["gis.code:shoreland"].value == "elmo"
    assert kept.source == f"{SOURCE}, shore, 1000 ft around"


def test_when_a_source_changes_what_rests_on_it_is_made_anew_in_order(
    connection: Connection, geometry: Geometry
) -> None:
    a_city_by_a_lake(connection, 2000)
    before = inside(connection, geometry)
    pond = Feature(CITY, "shore", "pond", "Pond", None, SOURCE, VINTAGE)
    outline = shapely.to_wkb(square(ground_offset(CITY, 2500), 30))

    layers.enter(connection, pond, outline, since=date(2026, 11, 1))
    made = remake(connection, CITY, ["shore"])

    assert made == ("shoreland", "protected")
    assert before == [False, False]
    assert inside(connection, geometry, on=date(2026, 11, 2)) == [True, True]
    assert inside(connection, geometry, on=date(2026, 10, 31)) == [False, False]


def test_what_rests_on_nothing_that_changed_is_left_alone(connection: Connection) -> None:
    a_city_by_a_lake(connection, 500)

    assert remake(connection, CITY, ["soils"]) == ()
