"""The rules of the four cities that prove what each kind of element can carry: loaded, and in a case."""

from __future__ import annotations

from pathlib import Path

import pytest
from citycode import Law, load_law
from citycode.packs.kinds import KINDS, Kind

CODES = Path(__file__).parents[2] / "codes"
PROOFS: dict[str, tuple[str, ...]] = {
    "applies, exempts, tracks": (
        "le-grade-50",
        "le-grade-admin",
        "le-grade-council",
        "fr-la-cumulative",
    ),
    "eligibility": ("dl-dock-private-eligible",),
    "measures": ("er-def-building-height", "fr-sign-area-formula"),
    "standards with each": ("fr-sign-wall-industrial", "le-wless-setback-125"),
    "tables": ("le-shore-use-matrix", "le-shore-lot-area"),
    "larger of": ("le-shore-impervious",),
    "stricter of": ("le-shore-deck",),
    "a limit another sign eats into": ("fr-sign-694-primary-area", "fr-sign-694-secondary-area"),
    "overrides with precedence": ("le-wless-row-exception", "le-wless-public-land"),
    "fees": (
        "fr-rl-third-inspection-fee",
        "fr-bp-refund-permit",
        "fr-bp-refund-application",
        "le-close-cpi",
    ),
    "securities": ("fr-sec-cash-over-5-acres", "fr-sec-restore", "le-escrow-trigger"),
    "terms": (
        "dl-dock-term",
        "dl-dock-nonconforming-end",
        "fr-snow-season-def",
        "fr-sign-election-period",
    ),
    "clocks": (
        "dl-dock-cure-period",
        "dl-dock-hearing-request",
        "dl-dock-revoke-default",
        "fr-swe-schedule-48-72",
        "le-land-turf-deadline",
        "dl-ld-stabilize-steep",
        "dl-ld-stabilize-mid",
        "dl-ld-stabilize-flat",
        "dl-ld-trout-steep",
        "dl-ld-trout-flat",
    ),
    "ladders": ("le-alarm-free-three", "fr-bp-second-violation-revoke"),
    "caps": ("dl-dock-commercial-cap", "dl-rummage-three-per-year", "dl-opensale-two-displayed"),
    "transfers, holds": ("er-rl-transfer", "fr-bp-reinspection-hold"),
    "definitions": ("er-def-kennel", "er-def-floor-area", "fr-deicer-bulk-def"),
    "decisions": ("le-wind-revocation", "er-amend-publication"),
    "penalties, cost recovery": ("dl-lab-25-percent",),
    "allocations": ("le-close-single-cap", "le-close-cpi", "le-close-cap-20", "le-close-prorate"),
}
FAMILIES: dict[str, tuple[str, ...]] = {
    "applies, exempts, tracks": ("le-wless-", "le-storm-plan-"),
    "measures": ("er-sign-area-",),
    "submittals, inspections": ("er-survey-",),
    "ladders": ("fr-du-", "er-dis-"),
}
"""Kind → beginnings of the ids of which several must stand in cases."""


@pytest.fixture(scope="module")
def law() -> Law:
    return load_law(CODES)


@pytest.fixture(scope="module")
def proved(law: Law) -> dict[str, bool]:
    """Every rule of the cities, and whether a case names it."""
    return {
        rule.id: bool(rule.cases)
        for city in law.cities.values()
        for rule in city.rules.values()
        if rule.state_law is None
    }


@pytest.mark.parametrize("kind", PROOFS)
def test_the_rules_that_prove_a_kind_stand_in_cases(kind: str, proved: dict[str, bool]) -> None:
    lacking = {rule: "not loaded" if rule not in proved else "in no case" for rule in PROOFS[kind]}

    assert {rule: why for rule, why in lacking.items() if not proved.get(rule)} == {}


@pytest.mark.parametrize("kind", [each for each in KINDS if each.answered_by], ids=lambda each: each.key)
def test_an_element_of_every_kind_that_is_asked_stands_in_a_case(kind: Kind, law: Law) -> None:
    rules = [rule for city in law.cities.values() for rule in city.rules.values() if rule.cases]

    assert kind.singular in {element.kind for rule in rules for element in rule.elements}


@pytest.mark.parametrize(
    ("kind", "family"), [(kind, each) for kind, families in FAMILIES.items() for each in families]
)
def test_families_of_rules_that_prove_a_kind_stand_in_cases(
    kind: str, family: str, proved: dict[str, bool]
) -> None:
    assert sum(held for rule, held in proved.items() if rule.startswith(family)) >= 2, kind
