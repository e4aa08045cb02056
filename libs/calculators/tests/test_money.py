"""Money over HTTP: every answer as the contract says, exact, and clear refusals."""

from typing import Any

import pytest
from calculators.answers.money import (
    AllocationsAnswer,
    CostRecoveryAnswer,
    FeesAnswer,
    PenaltiesAnswer,
    SecuritiesAnswer,
)
from pydantic import BaseModel
from servicekit.testing.client import ProvenClient

PAVING = "/v1/stone-bridge/programs/paving"
FACTS: dict[str, object] = {
    "paved_sqft": 175,
    "value_usd": "601.00",
    "begun": True,
    "public": False,
    "visits": 3,
    "paid_usd": "12000.00",
    "nothing_done": True,
    "exposed_acres": "5.5",
    "stabilized_share": "0.5",
    "finished": False,
    "invoice_usd": "12345.67",
    "staff_usd": "800.00",
    "days_open": 3,
    "order_unheeded": True,
    "park_value_usd": "40000.00",
    "homes": [{"cost_usd": "4000.00", "sections": 1}, {"cost_usd": "9000.01", "sections": 2}],
}
ACCOUNT = {
    "movements": [
        {"on": "2026-05-04", "kind": "deposit", "amount_usd": "11000.00"},
        {"on": "2026-05-20", "kind": "draw", "amount_usd": "6000.00"},
    ]
}
SERVED = {"event": "notice.served", "on": "2026-05-01"}
ASKED: list[tuple[str, dict[str, Any], type[BaseModel]]] = [
    ("fees", {"facts": FACTS, "amounts": {"visit": "95.00"}, "history": [SERVED, SERVED]}, FeesAnswer),
    ("fees", {"facts": {}}, FeesAnswer),
    ("securities", {"facts": FACTS, "accounts": {"sb-pave-security": ACCOUNT}}, SecuritiesAnswer),
    ("securities", {"facts": {"exposed_acres": 5}}, SecuritiesAnswer),
    ("securities", {"facts": {}}, SecuritiesAnswer),
    ("allocations", {"facts": FACTS}, AllocationsAnswer),
    ("allocations", {"facts": {"homes": [{"sections": 2}]}, "on": "1991-06-01"}, AllocationsAnswer),
    ("penalties", {"facts": FACTS}, PenaltiesAnswer),
    ("penalties", {"facts": {}}, PenaltiesAnswer),
    ("cost-recovery", {"facts": FACTS}, CostRecoveryAnswer),
    ("cost-recovery", {"facts": {}}, CostRecoveryAnswer),
]


@pytest.mark.parametrize(("call", "body", "model"), ASKED)
def test_every_question_is_answered_as_the_contract_says(
    made_up: ProvenClient, call: str, body: dict[str, Any], model: type[BaseModel]
) -> None:
    response = made_up.post(f"{PAVING}/{call}", json=body)

    assert response.status_code == 200, response.text
    model.model_validate_json(response.content)


def test_the_total_is_exact_and_a_stated_amount_is_shown_as_stated(made_up: ProvenClient) -> None:
    body = {"facts": FACTS, "amounts": {"visit": "95.00"}, "history": [SERVED, SERVED]}

    answer = made_up.post(f"{PAVING}/fees", json=body).json()

    assert answer["total_usd"] == "654.60"
    visits = next(each for each in answer["lines"] if each["id"] == "sb-pave-visits")
    assert [(each["amount_usd"], each["stated"]) for each in visits["amounts"]] == [("95.00", True)]
    assert [each["name"] for each in answer["examples"]] == ["fees.late"]


def test_a_security_is_restored_by_a_day_the_calendar_counts(made_up: ProvenClient) -> None:
    body = {"facts": FACTS, "accounts": {"sb-pave-security": ACCOUNT}}

    (security,) = made_up.post(f"{PAVING}/securities", json=body).json()["securities"]

    assert (security["cash"]["cash_usd"], security["held_usd"]) == ("5000.00", "5000.00")
    restoration = security["restoration"]
    assert (restoration["deposit_usd"], restoration["last_day"]) == ("6000.00", "2026-05-26")


def test_shares_sum_to_the_ceiling(made_up: ProvenClient) -> None:
    answer = made_up.post(f"{PAVING}/allocations", json={"facts": FACTS}).json()["allocations"][0]

    assert [each["share_usd"] for each in answer["shares"]] == ["2461.54", "5538.46"]
    assert (answer["cut"], answer["total_usd"]) == (True, "8000.00")


@pytest.mark.parametrize(
    ("call", "body", "pointer"),
    [
        ("fees", {"amounts": {"vist": "1.00"}}, "#/amounts/vist"),
        ("fees", {"amounts": {"visit": "1.5"}}, "#/amounts/visit"),
        ("allocations", {"figures": [{"series": "moon", "on": "2026-01-01", "figure": "1.5"}]}, "#/figures"),
        ("fees", {"amounts": {"visit": 95}}, "#/amounts/visit"),
        ("fees", {"history": [{"event": "notice.serve", "on": "2026-05-01"}]}, "#/history/0/event"),
        ("fees", {"facts": {"visit": 3}}, "#/facts/visit"),
        ("securities", {"accounts": {"sb-pave-security": {"required_usd": "-1.00"}}},
         "#/accounts/sb-pave-security/required_usd"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_pointed_at(
    made_up: ProvenClient, call: str, body: dict[str, Any], pointer: str
) -> None:
    response = made_up.post(f"{PAVING}/{call}", json={"facts": {}} | body)

    assert response.status_code == 422, response.text
    assert [each["pointer"] for each in response.json()["errors"]] == [pointer]


def test_more_cannot_be_drawn_than_was_put_in(made_up: ProvenClient) -> None:
    drawn = {"movements": [{"on": "2026-05-20", "kind": "draw", "amount_usd": "0.01"}]}

    response = made_up.post(f"{PAVING}/securities", json={"accounts": {"sb-pave-security": drawn}})

    assert response.status_code == 422
    (error,) = response.json()["errors"]
    assert error["pointer"] == "#/accounts/sb-pave-security"
    assert error["message"] == "by 2026-05-20 more was taken out than had been put in"


def test_an_account_of_an_unknown_security_is_refused(made_up: ProvenClient) -> None:
    response = made_up.post(f"{PAVING}/securities", json={"accounts": {"sb-pave-bond": {}}})

    assert response.status_code == 422
    assert response.json()["detail"] == (
        "The program has no 'sb-pave-bond' in force that day; it has: sb-pave-security."
    )
