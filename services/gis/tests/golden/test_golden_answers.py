"""The answers of a brute force count (brute_force.py, beside this), given by both engines alike."""

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

import pytest
import shapely
from gis.geometry.questions import PARCELS, Geometry
from gis.storage import parcels
from gis.usecases.find_parcels import outlined_parcel_of
from gis.usecases.locate import place_at
from sqlalchemy import Connection

from services.gis.tests.builders import PLACES
from services.gis.tests.golden.brute_force import ANSWERS, LIMITS_FT

pytestmark = pytest.mark.storage
ON = date(2026, 11, 30)


@cache
def golden() -> Mapping[str, Any]:
    told: Mapping[str, Any] = json.loads(ANSWERS.read_text())
    return told


@pytest.mark.parametrize("city", PLACES)
def test_what_lies_at_a_point(sample: Connection, sample_geometry: Geometry, city: str) -> None:
    told = golden()[city]
    layers = set(told["layers"])

    for expected in told["at"]:
        place = place_at(sample, sample_geometry, city, expected["lon"], expected["lat"], ON)

        assert {
            "lon": place.lon,
            "lat": place.lat,
            "governed_by": sorted({each.code for each in place.governed_by if each.code}),
            "parcels": [each.pin for each in place.parcels],
            "zoning": sorted({each.code for each in place.zoning if each.code}),
            "overlays": sorted(f"{each.layer}/{each.id}" for each in place.overlays if each.layer in layers),
        } == expected


@pytest.mark.parametrize("city", PLACES)
def test_who_lies_within_the_distances_of_notices(
    sample: Connection, sample_geometry: Geometry, city: str
) -> None:
    for expected in golden()[city]["near"]:
        outline = shapely.from_wkb(outlined_parcel_of(sample, city, expected["pin"])[1])
        away = expected["within_1000_ft"]
        for limit_ft in LIMITS_FT:
            near = sample_geometry.candidates_within(sample, PARCELS, outline, limit_ft)

            pins = parcels.with_ids(sample, city, [each.shape.id for each in near])
            found = {pins[each.shape.id].pin: float(each.distance_ft) for each in near}
            within = {pin: feet for pin, feet in away.items() if feet <= limit_ft}
            assert found == pytest.approx(within, abs=0.015)


def test_the_golden_points_are_of_every_kind() -> None:
    points = [point for city in golden().values() for point in city["at"]]

    assert any(len(point["parcels"]) == 2 for point in points), "on an edge of two parcels"
    assert any(len(point["parcels"]) >= 3 for point in points), "at a corner, or on a condominium"
    assert any(len(point["zoning"]) == 2 for point in points), "where two districts meet"
    assert any(point["overlays"] for point in points)
