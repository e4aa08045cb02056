"""When a fact is told, and when gis says that it cannot tell it."""

from decimal import Decimal

import pytest
from gis.domain.facts import (
    REACH_FT,
    District,
    KnownFact,
    UntoldFact,
    fact_question,
    inside,
    lot_area_acres,
    nearest_ft,
    zoning_district,
)
from gis.domain.measures import acres, feet

from services.gis.tests.builders import SOURCE, VINTAGE, a_layer, a_parcel


def district(code: str, share: float = 1.0) -> District:
    return District(code, share, SOURCE, VINTAGE)


@pytest.mark.parametrize(
    ("name", "kind", "layer"),
    [
        ("gis.zoning_district", "zoning_district", ""),
        ("gis.lot_area_acres", "lot_area_acres", ""),
        ("gis.inside:airport_safety_zones", "inside", "airport_safety_zones"),
        ("gis.nearest_ft:wind_generators", "nearest_ft", "wind_generators"),
        ("gis.code:soils", "code", "soils"),
        ("gis.overlap_acres:wetlands", "overlap_acres", "wetlands"),
        ("gis.shore_ft:lakes", "shore_ft", "lakes"),
        ("gis.lot_line_ft", "lot_line_ft", ""),
        ("gis.lot_perimeter_ft", "lot_perimeter_ft", ""),
    ],
)
def test_the_facts_of_packs_are_read(name: str, kind: str, layer: str) -> None:
    question = fact_question(name)

    assert question is not None
    assert (question.kind, question.layer) == (kind, layer)


@pytest.mark.parametrize(
    "name", ["", "zoning_district", "gis.", "gis.owner", "gis.inside:", "gis.inside:A b"]
)
def test_no_other_facts_are(name: str) -> None:
    assert fact_question(name) is None


def test_deeded_acres_go_before_those_of_the_outline() -> None:
    deeded, measured = a_parcel(), a_parcel(acres_deed=None)

    facts = lot_area_acres(deeded), lot_area_acres(measured)

    assert [fact.value for fact in facts] == [Decimal("40.0000"), Decimal("40.0012")]
    assert ["deeded" in fact.source for fact in facts] == [True, False]


def test_one_district_is_told() -> None:
    told = zoning_district([district("AG", 0.6), district("AG", 0.4)], at_site=False)

    assert told == KnownFact("AG", None, SOURCE, VINTAGE)


def test_a_split_parcel_is_not_settled_without_a_site() -> None:
    told = zoning_district([district("RR", 0.7), district("AG", 0.3)], at_site=False)

    assert isinstance(told, UntoldFact)
    assert told.candidates == ("AG", "RR")
    assert "AG 30 %, RR 70 %" in told.reason


def test_a_parcel_in_no_district_has_none() -> None:
    told = zoning_district([], at_site=False)

    assert isinstance(told, UntoldFact)


@pytest.mark.parametrize(
    ("share", "answer"), [(0.0, False), (1.0, True), (0.9995, True), (0.998, None), (0.002, None)]
)
def test_inside_is_told_for_all_or_nothing(share: float, answer: bool | None) -> None:
    told = inside(a_layer("airport_safety_zones"), share)

    assert (told.value if isinstance(told, KnownFact) else None) == answer


def test_nothing_near_is_an_answer_at_the_reach() -> None:
    told = nearest_ft(a_layer("wind_generators"), None)

    assert told.value == Decimal(REACH_FT)
    assert "none within 52,800 ft" in told.source


@pytest.mark.parametrize(
    ("meters", "printed"),
    [
        (106.68, "350.000"),
        (106.68 + 1e-9, "350.000"),
        (106.6771, "349.990"),
        (106.6832, "350.010"),
        (0, "0.000"),
    ],
)
def test_feet_are_international_and_to_the_thousandth(meters: float, printed: str) -> None:
    assert str(feet(meters)) == printed


def test_acres_are_to_the_ten_thousandth() -> None:
    assert acres(40 * 43_560 * 0.3048**2) == Decimal("40.0000")
