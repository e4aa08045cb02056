"""Fees of the made-up city: each form below, on and above its limits, in words, and with facts missing."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from citycode import AmountError, FeeLine, FeesResult, Happening, load_law, parse_facts

from libs.citycode.tests.lawbooks import TODAY, changed, lawbook, stone_bridge, text_of

ALL_KNOWN: dict[str, object] = {
    "paved_sqft": 175,
    "value_usd": "601.00",
    "begun": False,
    "public": False,
    "visits": 0,
    "paid_usd": "100.00",
    "nothing_done": False,
}
VISIT = {"visit": Decimal("95.00")}


def fees(
    on: date = TODAY,
    history: list[Happening] | None = None,
    amounts: Mapping[str, Decimal] | None = None,
    **changes: object,
) -> FeesResult:
    program = stone_bridge().program("paving")
    facts = parse_facts(program.facts, ALL_KNOWN | changes)
    return program.fees(facts, on, [] if history is None else history, VISIT | dict(amounts or {}))


def line(fee_id: str, **changes: object) -> FeeLine:
    return fees(**changes).line(fee_id)  # type: ignore[arg-type]


def test_the_total_is_the_sum_of_what_is_due() -> None:
    result = fees()

    due = [each.amount_usd or Decimal(0) for each in result.lines if each.outcome == "due"]
    assert result.total_usd == result.known_usd == sum(due, Decimal(0)) == Decimal("229.60")


@pytest.mark.parametrize(
    ("area", "fee"),
    [
        ("0", "20.00"),
        ("100", "20.00"),
        ("125", "20.00"),
        ("150", "25.00"),
        ("150.01", "35.00"),
        ("175", "35.00"),
        ("1325", "495.00"),
        ("1325.01", "500.00"),
        ("5000", "500.00"),
    ],
)
def test_each_additional_or_fraction_thereof(area: str, fee: str) -> None:
    assert line("sb-pave-area", paved_sqft=area).amount_usd == Decimal(fee)


def test_the_arithmetic_in_words() -> None:
    assert line("sb-pave-area").steps == (
        "75 sq ft over 100: 3 × $10.00 = $30.00",
        "$5.00 + $30.00 = $35.00",
    )
    assert line("sb-pave-area", paved_sqft=100).steps == (
        "paved area 100 sq ft is not over 100: 0 × $10.00 = $0.00",
        "$5.00 + $0.00 = $5.00",
        "at least $20.00",
    )
    assert line("sb-pave-area", paved_sqft=5000).steps[-1] == "at most $500.00"
    assert line("sb-pave-value").steps == (
        "$101.00 over $500.00: 2 × $3.05 per $100.00 or fraction = $6.10",
        "$23.50 for the first $500.00 + $6.10 = $29.60",
    )
    assert line("sb-pave-value", value_usd="2000.50").steps == (
        "$0.50 over $2,000.00: 1 % = $0.005",
        "$69.25 for the first $2,000.00 + $0.005 = $69.255",
        "$69.255 rounded to the cent, half up: $69.26",
    )
    assert line("sb-pave-visits", visits=3).steps == (
        "inspections 3, charged from the 3rd on and with the earlier ones: 3 × $95.00 = $285.00",
    )


@pytest.mark.parametrize(
    ("value", "outcome", "fee"),
    [
        ("0", "law_silent", None),
        ("0.01", "due", "23.50"),
        ("500", "due", "23.50"),
        ("500.01", "due", "26.55"),
        ("2000", "due", "69.25"),
    ],
)
def test_brackets_hold_their_upper_end(value: str, outcome: str, fee: str | None) -> None:
    found = line("sb-pave-value", value_usd=value)

    assert (found.outcome, found.amount_usd) == (outcome, None if fee is None else Decimal(fee))


@pytest.mark.parametrize(
    ("on", "fee", "by"),
    [(date(2010, 3, 31), "80.00", "Resolution 3"), (date(2010, 4, 1), "100.00", "Resolution 9")],
)
def test_the_schedule_goes_by_the_date_and_says_who_set_it(on: date, fee: str, by: str) -> None:
    found = line("sb-pave-fee", on=on)

    assert found.amount_usd == Decimal(fee)
    assert [(each.name, each.usd, each.by, each.example) for each in found.amounts] == [
        ("fees.paving", Decimal(fee), by, False)
    ]


def test_what_is_reckoned_from_a_fee_shows_what_that_rests_on() -> None:
    found = line("sb-pave-review", on=date(2010, 3, 31))

    assert found.amount_usd == Decimal("52.00")
    assert [each.by for each in found.amounts] == ["Resolution 3"]


def test_an_example_is_shown_wherever_it_counts() -> None:
    result = fees(begun=True)

    late = result.line("sb-pave-late")
    assert (late.outcome, late.amount_usd, late.example) == ("may_be_charged", Decimal("25.00"), True)
    assert [(each.name, each.notes) for each in result.examples] == [
        ("fees.late", ("The council has not set it.",))
    ]
    assert result.to_json()["examples"] == [
        {
            "name": "fees.late",
            "label": "late charge of the schedule",
            "amount_usd": "25.00",
            "set_by": None,
            "example": True,
            "stated": False,
            "notes": ["The council has not set it."],
        }
    ]


def test_a_waived_fee_counts_as_nothing_and_says_by_which_rule() -> None:
    result = fees(public=True)

    waived = result.line("sb-pave-fee")
    assert (waived.outcome, waived.amount_usd, waived.rests_on) == (
        "waived",
        Decimal("0.00"),
        ("sb-pave-public",),
    )
    assert waived.sentence == "Permit fee: not charged under 14.2: public work: yes."
    review = result.line("sb-pave-review")
    assert (review.amount_usd, review.amounts) == (Decimal("0.00"), ())


@pytest.mark.parametrize(("served", "fee"), [(0, "0.00"), (1, "0.00"), (2, "40.00"), (4, "120.00")])
def test_events_are_counted_from_the_second_on(served: int, fee: str) -> None:
    history = [Happening("notice.served", TODAY)] * served + [Happening("permit.issued", TODAY)]

    assert fees(history=history).line("sb-pave-failed").amount_usd == Decimal(fee)


def test_without_a_history_nothing_is_counted() -> None:
    program = stone_bridge().program("paving")

    result = program.fees(parse_facts(program.facts, ALL_KNOWN), TODAY, amounts=VISIT)

    assert result.line("sb-pave-failed").missing == ("history.notice.served",)
    assert result.missing_facts[-1].label == "how often, so far: notice served"
    assert (result.total_usd, result.known_usd) == (None, Decimal("229.60"))


def test_everything_missing_is_named_once() -> None:
    program = stone_bridge().program("paving")

    result = program.fees(parse_facts(program.facts, {}), TODAY)

    assert {each.outcome for each in result.lines} == {"needs_information"}
    assert result.line("sb-pave-double").missing == ("begun", "public")
    names = [each.name for each in result.missing_facts]
    assert sorted(names) == sorted(set(names))
    assert {"fees.visit", "visits", "paved_sqft", "history.notice.served"} <= set(names)


def test_no_work_begun_asks_for_nothing_more() -> None:
    program = stone_bridge().program("paving")

    result = program.fees(parse_facts(program.facts, {"begun": False}), TODAY)

    assert result.line("sb-pave-double").outcome == "not_applicable"
    assert result.line("sb-pave-double").sentence == "Does not apply: work has begun: no."


def test_a_fee_that_only_nobody_asked_for_says_which_fact_would_tell(tmp_path: Path) -> None:
    paving = changed(
        text_of("paving"), "when: begun, amount: {times", "when: begun is known and begun, amount: {times"
    )
    program = load_law(lawbook(tmp_path, paving=paving)).city("stone-bridge").program("paving")

    unsaid = program.fees(parse_facts(program.facts, {}), TODAY).line("sb-pave-double")
    denied = program.fees(parse_facts(program.facts, {"begun": False}), TODAY).line("sb-pave-double")

    assert (unsaid.outcome, unsaid.sentence) == (
        "not_applicable",
        "Not worked out: nobody said “work has begun”.",
    )
    assert denied.sentence == "Does not apply: work has begun: no."


@pytest.mark.parametrize(
    ("paid", "at_most"),
    [("100.00", "80.00"), ("100.01", "80.00"), ("100.02", "80.01"), ("0.01", "0.00")],
)
def test_a_refund_never_exceeds_its_share(paid: str, at_most: str) -> None:
    (refund,) = fees(nothing_done=True, paid_usd=paid).refunds

    assert (refund.outcome, refund.at_most_usd) == ("may_be_refunded", Decimal(at_most))
    assert refund.sentence == f"Refund: ${at_most} at most may be paid back by the clerk."


@pytest.mark.parametrize(
    "wrong", [{"vist": Decimal("1.00")}, {"visit": Decimal("1.001")}, {"visit": Decimal("-1.00")}]
)
def test_a_stated_amount_must_be_one_of_the_schedule_in_whole_cents(wrong: dict[str, Decimal]) -> None:
    with pytest.raises(AmountError) as refused:
        fees(amounts=wrong)

    assert refused.value.name == next(iter(wrong))


def test_no_visit_count_can_be_half() -> None:
    found = line("sb-pave-visits", visits="2.5")

    assert found.outcome == "not_computable"
    assert found.sentence == "This cannot be computed from the facts: inspections 2.5 is no count."


def test_what_must_be_paid_before_the_permit() -> None:
    assert [each.id for each in fees().before("permit.issued")] == ["sb-pave-fee", "sb-pave-review"]


def test_the_answer_is_json_with_both_cents() -> None:
    told = fees().to_json()

    assert (told["total_usd"], told["known_usd"]) == ("229.60", "229.60")
    assert isinstance(told["lines"], list)
    assert {each["amount_usd"] for each in told["lines"] if isinstance(each, dict)} == {
        "100.00", "35.00", "29.60", "65.00", "0.00",
    }  # fmt: skip


@pytest.mark.parametrize(("area", "fee"), [("2000", "0.00"), ("2000.01", "200.00")])
def test_a_fee_of_another_track_is_not_charged(area: str, fee: str) -> None:
    assert line("sb-pave-engineer", paved_sqft=area).amount_usd == Decimal(fee)


def test_an_exempt_fee_is_not_charged_and_names_the_section() -> None:
    found = line("sb-pave-visits", visits=5, garden=True)

    assert (found.outcome, found.amount_usd) == ("not_applicable", Decimal("0.00"))
    assert found.sentence == "Does not apply: exempt under 14.31."


def test_nothing_is_charged_of_what_is_exempt() -> None:
    result = fees(farm=True)

    assert result.total_usd == Decimal("0.00")
    assert {each.sentence for each in result.lines} == {"Does not apply: the project is exempt."}


@pytest.mark.parametrize(("stated", "missing"), [({}, ("paved_sqft",)), ({"paved_sqft": 2001}, ())])
def test_a_track_that_is_not_known_leaves_its_fee_open(
    stated: dict[str, object], missing: tuple[str, ...]
) -> None:
    program = stone_bridge().program("paving")

    found = program.fees(parse_facts(program.facts, stated), TODAY).line("sb-pave-engineer")

    assert found.missing == missing
