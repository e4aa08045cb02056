"""Shapes that cannot be right, drawn by a caller: refused at once, and without filling the memory."""

import json
import resource
import time
from typing import Any

import pytest
from gis.sample.county import NamedSite

from services.gis.tests.builders import CITY, PLACES
from services.gis.tests.services import Callers

pytestmark = pytest.mark.storage
LON, LAT = PLACES[CITY]
SQUARE = [[LON, LAT], [LON + 0.001, LAT], [LON + 0.001, LAT + 0.001], [LON, LAT + 0.001], [LON, LAT]]
BOW_TIE = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]]
SOON_S, MEMORY_MB = 5.0, 128


def drawn(rings: Any, type_: str = "Polygon") -> bytes:
    area = {"type": type_, "coordinates": rings}
    return json.dumps({"area": area, "within_ft": 350, "to": "owners"}).encode()


def with_ring(text: str) -> bytes:
    return drawn([["here"]]).replace(b'["here"]', text.encode())


def around(positions: int) -> list[list[float]]:
    ring = [[LON + place * 1e-9, LAT] for place in range(positions - 1)]
    return [*ring, ring[0]]


BODIES = {
    "crosses itself": (drawn([BOW_TIE]), 422, "#/area/coordinates"),
    "latitude first": (drawn([[[lat, lon] for lon, lat in SQUARE]]), 422, "#/area/coordinates"),
    "not a number": (with_ring(json.dumps(SQUARE).replace(str(SQUARE[1][0]), "NaN")), 422, None),
    "infinite": (with_ring(json.dumps(SQUARE).replace(str(SQUARE[1][0]), "1e400")), 422, None),
    "not closed": (drawn([SQUARE[:-1]]), 422, "#/area/coordinates"),
    "three numbers a position": (drawn([[[*each, 0.0] for each in SQUARE]]), 422, None),
    "nested within what JSON may be": (drawn(json.loads("[" * 55 + "1" + "]" * 55)), 422, None),
    "nested deeper": (with_ring("[" * 100_000 + "]" * 100_000), 422, None),
    "as many positions as fit": (drawn([around(30_000)]), 422, None),
    "a million positions": (with_ring("[" + "[-92.9,44.98]," * 1_000_000 + "[-92.9,44.98]]"), 413, None),
    "a thousand polygons": (drawn([[SQUARE]] * 1_000, "MultiPolygon"), 422, None),
    "in meters": (drawn([[[507_000, 4_981_000], [507_100, 4_981_000], [507_100, 4_981_100],
                          [507_000, 4_981_000]]]), 422, "#/area/coordinates"),
}  # fmt: skip


@pytest.mark.parametrize("fault", BODIES)
def test_a_bad_area_is_refused_soon_and_in_little_memory(callers: Callers, fault: str) -> None:
    body, status, pointer = BODIES[fault]
    officer = callers.officer(CITY)
    before_mb, began = memory_mb(), time.process_time()

    answer = officer.post(
        f"/v1/{CITY}/notice-lists", content=body, headers={"Content-Type": "application/json"}
    )

    took, grown_mb = time.process_time() - began, memory_mb() - before_mb
    assert answer.status_code == status, answer.text
    assert took < SOON_S
    assert grown_mb < MEMORY_MB
    if pointer is not None:
        assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_a_site_that_is_no_place_is_refused(callers: Callers, sites: dict[str, NamedSite]) -> None:
    pin = sites["fine_site"].pin
    raw = f'{{"pin": "{pin}", "site": {{"lon": NaN, "lat": 45}}, "names": ["gis.zoning_district"]}}'

    answer = callers.anonymous().post(
        f"/v1/{CITY}/facts", content=raw, headers={"Content-Type": "application/json"}
    )

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/site/lon")


def memory_mb() -> float:
    """The most memory this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
