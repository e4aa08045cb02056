"""Ground areas."""

import pytest
import shapely
from gis.geometry.ground import ground_acres

from services.gis.tests.builders import PLACES, ground_offset


@pytest.mark.parametrize("city", PLACES)
def test_a_quarter_quarter_section_has_forty_acres_on_the_ground(city: str) -> None:
    corners = [(0.0, 0.0), (1320.0, 0.0), (1320.0, 1320.0), (0.0, 1320.0)]
    outline = shapely.Polygon([ground_offset(city, east, north) for east, north in corners])

    found = ground_acres(outline)

    assert float(found) == pytest.approx(40.0, abs=0.01)


def test_holes_and_parts_count() -> None:
    middle = ground_offset("lake-elmo", 0)
    outer = shapely.box(middle.x, middle.y, middle.x + 300, middle.y + 300)
    hole = shapely.box(middle.x + 100, middle.y + 100, middle.x + 200, middle.y + 200)
    beside = shapely.box(middle.x + 400, middle.y, middle.x + 500, middle.y + 100)

    whole = float(ground_acres(outer))
    with_hole = float(ground_acres(outer.difference(hole)))
    with_part = float(ground_acres(shapely.MultiPolygon([outer, beside])))

    assert whole - with_hole == pytest.approx(whole / 9, abs=0.001)
    assert with_part - whole == pytest.approx(whole / 9, abs=0.001)
