"""Fees and refunds of the cities: the worked cases, and the arithmetic a clerk reads."""

from datetime import date

import pytest
from citycode import FeesResult, Program

from libs.citycode.tests.money.ordinances import facts_of, program_of, usd

ON = date(2027, 8, 2)


@pytest.fixture
def building() -> Program:
    return program_of("fridley", "building-permit")


@pytest.fixture
def rental() -> Program:
    return program_of("fridley", "rental-license")


def lines(result: FeesResult) -> dict[str, str | None]:
    return {each.id: None if each.amount_usd is None else str(each.amount_usd) for each in result.lines}


def test_permit_review_and_surcharge(building: Program) -> None:
    facts = facts_of(
        building,
        plans_submitted=True,
        fixed_fee=False,
        valuation_usd="24800",
        begun_without_permit=False,
        failed_visits=0,
    )

    result = building.fees(facts, ON, amounts={"building_permit": usd("1347.25")})

    assert lines(result) == {
        "fr-bp-fee-schedule": "1347.25",
        "fr-bp-plan-review-fee": "875.71",
        "fr-bp-fee-and-surcharge": "12.40",
        "fr-bp-investigation-fee": "0.00",
        "fr-bp-reinspection-fee": "0.00",
        "fr-bp-plan-review-additional": None,
    }
    assert result.total_usd == usd("2235.36")
    assert result.line("fr-bp-plan-review-fee").steps == (
        "65 % of permit fee $1,347.25 = $875.7125",
        "$875.7125 rounded to the cent, half up: $875.71",
    )
    surcharge = result.line("fr-bp-fee-and-surcharge")
    assert [each.name for each in surcharge.amounts] == ["schedules.state_surcharge"]
    held_elsewhere, doubtful = surcharge.notes
    assert held_elsewhere == "Rests on law not held here: M.S. 326B.148."
    assert doubtful.startswith("State surcharge on permits by valuation: To verify: ")


def test_work_begun_without_a_permit_doubles_what_is_paid(building: Program) -> None:
    facts = facts_of(building, begun_without_permit=True, plans_submitted=False)

    result = building.fees(facts, ON, amounts={"building_permit": usd("412.50")})

    assert result.line("fr-bp-investigation-fee").amount_usd == usd("412.50")
    assert result.line("fr-bp-fee-schedule").sentence == (
        "Permit fee: $412.50, to be paid before the permit is issued."
    )


@pytest.mark.parametrize(("visits", "fee"), [(0, "0.00"), (1, "95.00"), (2, "190.00")])
def test_each_visit_to_unfinished_work_is_charged_and_the_example_is_shown(
    building: Program, visits: int, fee: str
) -> None:
    result = building.fees(facts_of(building, failed_visits=visits), ON)

    line = result.line("fr-bp-reinspection-fee")
    assert (line.amount_usd, line.example) == (usd(fee), True)
    assert line.notes == ("Example: re-inspection fee, $95.00, is assumed; the city has not set it.",)
    assert [(each.name, each.usd, each.example) for each in result.examples] == [
        ("fees.building_reinspection", usd("95.00"), True)
    ]


def test_a_discretionary_fee_stands_in_no_total(building: Program) -> None:
    facts = facts_of(
        building,
        plans_submitted=False,
        begun_without_permit=False,
        failed_visits=0,
        fixed_fee=True,
        valuation_usd=0,
    )

    result = building.fees(
        facts, ON, amounts={"building_permit": usd("75.00"), "building_plan_review_additional": usd("47.00")}
    )

    line = result.line("fr-bp-plan-review-additional")
    assert (line.outcome, line.amount_usd) == ("may_be_charged", usd("47.00"))
    assert result.total_usd == usd("76.00")


@pytest.mark.parametrize(
    ("on", "surcharge"),
    [
        (date(2010, 6, 30), "0.50"),
        (date(2010, 7, 1), "5.00"),
        (date(2015, 6, 30), "5.00"),
        (date(2015, 7, 1), "1.00"),
    ],
)
def test_the_least_surcharge_of_a_fixed_fee_goes_by_the_date(
    building: Program, on: date, surcharge: str
) -> None:
    facts = facts_of(building, fixed_fee=True, valuation_usd=0)

    result = building.fees(facts, on, amounts={"building_permit": usd("75.00")})

    assert result.line("fr-bp-fee-and-surcharge").amount_usd == usd(surcharge)


@pytest.mark.parametrize(("asked_on", "permit"), [("2027-08-02", "784.00"), ("2027-08-03", "0.00")])
def test_a_refund_is_asked_for_by_the_last_day(building: Program, asked_on: str, permit: str) -> None:
    facts = facts_of(
        building,
        permit_fee_paid_usd="980.00",
        review_fee_paid_usd="637.00",
        no_work_done=True,
        review_begun=True,
        withdrawn=False,
        by_original_permittee=True,
        fee_paid_on="2027-02-01",
        refund_asked_on=asked_on,
    )

    refunds = {each.id: each for each in building.fees(facts, ON).refunds}

    assert refunds["fr-bp-refund-permit"].at_most_usd == usd(permit)
    assert refunds["fr-bp-refund-plan-review"].at_most_usd == usd("0.00")
    assert refunds["fr-bp-refund-plan-review"].outcome == "refused"


def test_only_the_original_permittee_is_refunded(building: Program) -> None:
    facts = facts_of(
        building,
        permit_fee_paid_usd="450.00",
        no_work_done=True,
        by_original_permittee=False,
        fee_paid_on="2027-05-03",
        refund_asked_on="2027-06-01",
    )

    (refund, *_) = building.fees(facts, date(2027, 6, 1)).refunds

    assert (refund.outcome, refund.at_most_usd) == ("refused", usd("0.00"))
    assert refund.sentence.startswith("Refund of the permit fee: no refund:")


def test_a_refund_names_all_facts_it_waits_for(building: Program) -> None:
    (refund, *_) = building.fees(facts_of(building), ON).refunds

    assert refund.outcome == "needs_information"
    assert set(refund.missing) == {
        "no_work_done",
        "by_original_permittee",
        "fee_paid_on",
        "refund_asked_on",
        "permit_fee_paid_usd",
    }


def test_letting_without_a_license_adds_a_quarter(rental: Program) -> None:
    facts = facts_of(rental, let_without_license=True, inspections=1)

    result = rental.fees(
        facts,
        ON,
        amounts={"rental_license": usd("187.50"), "rental_inspection_additional": usd("60.00")},
    )

    assert lines(result) == {
        "fr-rl-annual-fee": "187.50",
        "fr-rl-late-25": "46.88",
        "fr-rl-third-inspection-fee": "0.00",
    }
    assert result.total_usd == usd("234.38")


@pytest.mark.parametrize(("visits", "fee"), [(2, "0.00"), (3, "180.00"), (4, "240.00")])
def test_the_third_inspection_brings_the_earlier_ones(rental: Program, visits: int, fee: str) -> None:
    facts = facts_of(rental, let_without_license=False, inspections=visits)

    result = rental.fees(facts, ON, amounts={"rental_inspection_additional": usd("60.00")})

    assert result.line("fr-rl-third-inspection-fee").amount_usd == usd(fee)


def test_an_amount_the_schedule_does_not_have_is_asked_for(rental: Program) -> None:
    result = rental.fees(facts_of(rental, let_without_license=True, inspections=0), ON)

    assert result.total_usd is None
    assert [(each.name, each.label, each.unit) for each in result.missing_facts] == [
        ("fees.rental_license", "annual rental license fee", "usd"),
        ("fees.rental_inspection_additional", "additional rental inspection fee", "usd"),
    ]


@pytest.mark.parametrize(
    ("similar", "element", "fee"),
    [(False, "le-bldg-plan-review", "814.71"), (True, "le-bldg-similar-plans", "313.35")],
)
def test_plans_like_reviewed_ones_cost_less(similar: bool, element: str, fee: str) -> None:
    program = program_of("lake-elmo", "building-permit")
    facts = facts_of(program, similar_plans=similar, begun_without_permit=False)

    result = program.fees(facts, ON, amounts={"building_permit": usd("1253.40")})

    assert result.line(element).amount_usd == usd(fee)
    assert result.line("le-fire-fee").amount_usd == usd("310.00")
    assert result.line("le-fire-fee").example


def test_reinstating_costs_half() -> None:
    program = program_of("elk-river", "rental-license")

    result = program.fees(facts_of(program, reinstated=True), ON)

    assert result.line("er-rl-reinstatement-fee").amount_usd == usd("75.00")
    assert result.line("er-rl-fee").outcome == "not_applicable"
    assert result.total_usd == usd("75.00")


def test_the_whole_fee_goes_back_when_a_dock_is_denied() -> None:
    program = program_of("detroit-lakes", "drug-lab-cleanup")
    facts = facts_of(program, dock_class="commercial", fee_paid_usd="900.00", denied=True)

    result = program.fees(facts, ON)

    fee = result.line("dl-dock-fee-schedule")
    assert (fee.amount_usd, [each.name for each in fee.amounts]) == (
        usd("900.00"),
        ["fees.dock_license_commercial"],
    )
    assert [(each.outcome, each.at_most_usd) for each in result.refunds] == [("due", usd("900.00"))]
