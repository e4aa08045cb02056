"""The sample county: seeded, small, and with what scenarios need."""

import re
from collections import Counter
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
import shapely
from citycode import load_law
from gis.domain.loads import CityLoad
from gis.geometry.coordinates import checked_outline
from gis.sample.county import sample_county

from services.gis.tests.builders import PLACES
from services.gis.tests.services import sample_cities

CODES = Path(__file__).parents[4] / "codes"


def city_load(city: str) -> CityLoad:
    return next(sample.load for sample in sample_cities() if sample.load.city == city)


def test_it_is_the_same_every_time() -> None:
    assert tuple(sample_county()) == sample_cities()


@pytest.mark.parametrize("city", PLACES)
def test_a_city_has_about_fourteen_hundred_sound_parcels(city: str) -> None:
    load = city_load(city)

    assert 1200 <= len(load.parcels) <= 1600
    assert len({each.parcel.pin for each in load.parcels}) == len(load.parcels)
    assert len({each.parcel.pin_digits for each in load.parcels}) == len(load.parcels)
    for each in load.parcels:
        assert isinstance(checked_outline(each.wkb), shapely.Polygon | shapely.MultiPolygon)


@pytest.mark.parametrize(
    ("city", "form"),
    [
        ("lake-elmo", r"\d\d\.029\.21\.[1-4]{2}\.\d{4}"),
        ("fridley", r"\d\d-30-24-[1-4]{2}-\d{4}"),
        ("elk-river", r"(75-72-\d{4}|(75|48)-1\d\d-[1-4]{2}\d{2,3})"),
        ("detroit-lakes", r"4[89]\.\d{4}\.000"),
    ],
)
def test_pins_are_printed_as_the_county_prints_them(city: str, form: str) -> None:
    pins = [each.parcel.pin for each in city_load(city).parcels]

    assert [pin for pin in pins if not re.fullmatch(form, pin)] == []


@pytest.mark.parametrize("city", PLACES)
def test_parcels_do_not_overlap_but_for_stacked_condominiums(city: str) -> None:
    shapes = [shapely.from_wkb(each.wkb) for each in city_load(city).parcels]
    unlike = list({shape.wkb: shape for shape in shapes}.values())
    index = shapely.STRtree(unlike)

    pairs = index.query(unlike, predicate="overlaps")
    common = shapely.area(shapely.intersection(*(np.array(unlike)[side] for side in pairs)))

    assert len(shapes) - len(unlike) == 11
    assert common.max(initial=0) < 5, "square meters: no more than a sliver where outlines do not quite match"
    assert (common > 0).any(), "and slivers there are, as in every county"


def test_deeded_acres_agree_with_the_outline() -> None:
    for each in city_load("lake-elmo").parcels:
        if each.parcel.acres_deed is not None:
            apart = abs(each.parcel.acres_deed - each.parcel.acres_polygon)
            assert apart < max(Decimal("0.02"), each.parcel.acres_polygon * Decimal("0.01"))


def test_the_named_places_have_the_documented_pins() -> None:
    named = {site.name: (site.pin, site.acres) for sample in sample_cities() for site in sample.sites}

    assert named == {
        "fine_site": ("11.029.21.24.0001", Decimal("80.00")),
        "under_40_acres": ("10.029.21.31.0001", Decimal("38.60")),
        "inside_airport_safety_zone": ("15.029.21.31.0001", Decimal("40.00")),
        "near_a_wind_generator": ("10.029.21.12.0001", Decimal("40.00")),
    }


def test_there_are_owners_at_home_renters_taxpayers_alone_and_protected_people() -> None:
    load = city_load("lake-elmo")
    kinds = Counter(
        "protected" if each.ownership.private
        else "taxpayer only" if not each.ownership.owners
        else "no address" if not each.ownership.owners[0].mailing
        else "named"
        for each in load.parcels
    )  # fmt: skip

    assert min(kinds[kind] for kind in ("protected", "taxpayer only", "no address", "named")) >= 5
    assert any(each.parcel.postal_city == "Stillwater" for each in load.parcels)


@pytest.mark.parametrize("city", PLACES)
def test_its_districts_are_those_the_citys_law_names(city: str) -> None:
    named = set(load_law(CODES).city(city).zoning_districts)
    used = {
        each.feature.code for each in city_load(city).features if each.feature.layer == "zoning_districts"
    }

    assert used <= named or not named


def test_the_rear_ten_feet_of_every_platted_lot_of_fridley_lie_in_an_easement() -> None:
    load = city_load("fridley")
    drains = [each.wkb for each in load.features if each.feature.layer == "drainage_utility_easements"]
    easements = shapely.union_all([shapely.from_wkb(each) for each in drains])
    shapes = [shapely.from_wkb(each.wkb) for each in load.parcels]
    lots = [shape for shape in shapes if 930 < shape.area < 950]

    shares = {round(shapely.intersection(lot, easements).area / lot.area, 3) for lot in lots}

    assert len(lots) > 700, "75 by 135 feet are 940 square meters"
    assert shares == {round(10 / 135, 3)}
    assert not any(easements.covers(lot.centroid) for lot in lots)
