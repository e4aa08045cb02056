"""Every overlay that the law of a city declares is computed, and computed anew when its source changes.

Driven by the packs: an overlay that a pack adds tomorrow is tested tomorrow.
"""

from functools import cache

import pytest
import shapely
from citycode import load_law
from gis.domain.fact_names import FactQuestion, fact_question
from gis.domain.parcel import Feature
from gis.geometry.coordinates import degrees_of
from gis.geometry.questions import Geometry
from gis.storage import layers
from gis.usecases.answer_facts import facts_of
from gis.usecases.remake_layers import remake
from sqlalchemy import Connection

from services.gis.tests.builders import PLACES, SOURCE, VINTAGE, ground_offset, square
from services.gis.tests.domain.test_facts_of_packs import CODES

pytestmark = pytest.mark.storage
OF_A_LOT = {"shore_ft", "lot_width_ft", "overlap_acres", "overlap_sqft", "overlap_percent"}
SPOTS = 40


@cache
def declared(city: str) -> tuple[tuple[str, str, str], ...]:
    """Element, layer and fact source of every overlay that the city's programs declare."""
    found = []
    for program in load_law(CODES).city(city).programs():
        for overlay in program.overlays(VINTAGE):
            fact = overlay.detail("fact")
            source = program.facts[str(fact)].source if fact is not None else None
            found.append((overlay.id, str(overlay.detail("layer")), source or ""))
    return tuple(found)


def asked_of_a_place(layer: str, source: str) -> FactQuestion:
    """What the law asks of the layer; where that is of a lot, whether a place lies inside."""
    question = fact_question(source)
    if question is None or question.kind in OF_A_LOT or question.layer != layer:
        question = fact_question(f"gis.inside:{layer}")
    assert question is not None
    return question


def answer(connection: Connection, geometry: Geometry, city: str, place: shapely.Point, name: str) -> object:
    lon, lat = degrees_of(place.x, place.y)
    found = facts_of(connection, geometry, city, None, (float(lon), float(lat)), [name], VINTAGE)
    return found.known[name].value if name in found.known else None


def first_source(connection: Connection, city: str, name: str) -> tuple[str, str | None]:
    """The layer that a layer is at last made of, and a code that it takes of it."""
    layer = layers.layer(connection, city, name)
    assert layer is not None, f"{city} has no layer {name}"
    if not layer.made_of:
        return name, None
    source = layer.made_of[0]
    further, code = first_source(connection, city, source.layer)
    return further, code or (source.codes[0] if source.codes else None)


def test_the_four_cities_declare_overlays_of_layers_that_facts_ask_of() -> None:
    every = {city: declared(city) for city in PLACES}

    strange = [
        (id_, source)
        for found in every.values()
        for id_, layer, source in found
        if source and layer not in source
    ]

    assert all(every.values())
    assert strange == []


@pytest.mark.parametrize("city", PLACES)
def test_every_declared_overlay_follows_its_source(
    sample: Connection, sample_geometry: Geometry, city: str
) -> None:
    spots = [ground_offset(city, 150 + 60 * place, 200) for place in range(SPOTS)]
    wrong = []

    for number, (id_, layer, source) in enumerate(declared(city)):
        question = asked_of_a_place(layer, source)
        origin, code = first_source(sample, city, layer)
        code = code or (question.codes[0] if question.codes else "of_the_test")
        there = {"boolean": True, "number": 0, "text": code}[question.type]
        place = next(
            (spot for spot in spots if answer(sample, sample_geometry, city, spot, question.name) != there),
            None,
        )
        if place is None:
            wrong.append(f"{id_}: every spot has {question.name} already")
            continue
        feature = Feature(city, origin, f"of-the-test-{number}", "New", code, SOURCE, VINTAGE)

        layers.enter(sample, feature, shapely.to_wkb(square(place, 4)), since=VINTAGE)
        entered = answer(sample, sample_geometry, city, place, question.name) if origin == layer else None
        made = remake(sample, city, [origin])
        after = answer(sample, sample_geometry, city, place, question.name)

        if after != there or (origin != layer and layer not in made) or entered not in (None, there):
            wrong.append(f"{id_}: {question.name} of {origin} is {after}, not {there}")
        layers.end(sample, city, origin, feature.id, VINTAGE)
        remake(sample, city, [origin])
        gone = answer(sample, sample_geometry, city, place, question.name)
        if gone == there:
            wrong.append(f"{id_}: {question.name} stays {gone} though its source is gone")

    assert wrong == []
