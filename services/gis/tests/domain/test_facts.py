"""When a fact is told, and when gis says that it cannot tell it."""

from decimal import Decimal

import pytest
from gis.domain.fact_names import fact_question
from gis.domain.facts import (
    REACH_FT,
    District,
    KnownFact,
    UntoldFact,
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
        ("gis.setback_ft:rear", "setback_ft", "rear"),
        ("gis.lot_width_ft:ordinary_high_water", "lot_width_ft", "ordinary_high_water"),
        ("gis.lot_width_ft:setback_line@30", "lot_width_ft", "setback_line"),
        ("gis.overlap_percent:impervious_surfaces", "overlap_percent", "impervious_surfaces"),
        ("gis.in_vision_triangle@40", "in_vision_triangle", ""),
        ("gis.in_vision_triangle=alley@20", "in_vision_triangle", ""),
        ("gis.in_vision_triangle:driveways@10", "in_vision_triangle", "driveways"),
        ("gis.along_ft:billboards:interstate_centerline:same_side", "along_ft", "billboards"),
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


@pytest.mark.parametrize(
    "name",
    [
        "gis.setback_ft",
        "gis.setback_ft:back",
        "gis.along_ft:billboards",
        "gis.along_ft:billboards:same_side",
        "gis.inside:zones:by",
        "gis.code:soils=A",
        "gis.nearest_ft:wetlands@50",
        "gis.lot_width_ft:setback_line",
        "gis.lot_width_ft:building_line@30",
        "gis.in_vision_triangle",
        "gis.in_vision_triangle:driveways",
        "gis.in_vision_triangle:driveways=paved@10",
        "gis.corner_lot:zones",
        "gis.inside:zones@0",
    ],
)
def test_a_measure_with_too_little_or_too_much_said_is_no_fact(name: str) -> None:
    assert fact_question(name) is None


def test_codes_and_feet_are_read_off_a_name() -> None:
    near = fact_question("gis.nearest_ft:zoning_districts=R-1+R-2")
    wide = fact_question("gis.inside:wetlands@16.5")

    assert near is not None
    assert wide is not None
    assert (near.codes, near.feet, near.unit, near.type) == (("R-1", "R-2"), None, "ft", "number")
    assert (wide.codes, wide.feet, wide.unit, wide.type) == ((), Decimal("16.5"), None, "boolean")


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("gis.lot_area_acres", "acre"),
        ("gis.overlap_sqft:lakes", "sqft"),
        ("gis.overlap_percent:lakes", "percent"),
        ("gis.setback_ft:side", "ft"),
        ("gis.code:soils", None),
    ],
)
def test_a_measure_has_the_unit_in_its_name(name: str, unit: str | None) -> None:
    question = fact_question(name)

    assert question is not None
    assert question.unit == unit


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
