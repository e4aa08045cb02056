"""Questions that take a history, over a made-up city with an element of each kind."""

from __future__ import annotations

from typing import Any

import pytest
from calculators.answers import (
    CapsAnswer,
    ClocksAnswer,
    EndsAnswer,
    HoldsAnswer,
    LaddersAnswer,
    PeriodsAnswer,
    TermsAnswer,
)
from pydantic import BaseModel
from servicekit.testing.client import ProvenClient

SLIP = "/v1/pine-hollow/programs/slip"
SERVED = {"event": "notice.served", "on": "2026-06-24", "facts": {"slope": 2}}
APPEAL = {"event": "appeal.received", "on": "2026-06-30", "form": ["written"]}


def damage(on: str, **changes: Any) -> dict[str, Any]:
    facts = {"use": "storage", "historic": False, "movable": False}
    return {"event": "damage.found", "on": on, "id": on, "keys": {"person": "p"}, "facts": facts} | changes


def slip(first: str, through: str | None = None, **changes: Any) -> dict[str, Any]:
    keys = {"person": "p", "parcel": "1"}
    return {
        "of": "slips",
        "from": first,
        "through": through,
        "keys": keys,
        "facts": {"use": "storage"},
    } | changes


ASKED: list[tuple[str, dict[str, Any], type[BaseModel]]] = [
    ("clocks", {**SERVED, "happened": [APPEAL], "read_on": "2026-07-01"}, ClocksAnswer),
    ("clocks", {"event": "slip.expires", "on": "2026-09-01"}, ClocksAnswer),
    ("clocks", {"event": "appeal.received", "on": "2026-09-01"}, ClocksAnswer),
    ("ends", {"event": "ownership.transferred", "on": "2026-09-01"}, EndsAnswer),
    ("terms", {"event": "permit.issued", "on": "2026-06-04", "read_on": "2027-01-01"}, TermsAnswer),
    ("terms", {"event": "permit.issued", "on": "2026-06-04", "facts": {"historic": False}}, TermsAnswer),
    (
        "periods",
        {"day": "2026-08-20", "happened": [{"event": "lake.froze", "on": "2026-01-04"}]},
        PeriodsAnswer,
    ),
    ("holds", {"read_on": "2026-06-01", "happened": [damage("2026-05-01")]}, HoldsAnswer),
    ("caps", {"wanted": slip("2026-05-11"), "records": [slip("2026-05-01", "2026-06-01")]}, CapsAnswer),
    ("caps", {"wanted": slip("2026-05-11", keys={})}, CapsAnswer),
    (
        "ladders",
        {"history": [damage("2026-01-02"), damage("2026-03-02"), damage("2026-04-02")]},
        LaddersAnswer,
    ),
    ("ladders", {"history": [damage("2026-01-02", facts={})]}, LaddersAnswer),
    ("ladders", {}, LaddersAnswer),
]


def ask(client: ProvenClient, question: str, body: dict[str, Any]) -> Any:
    response = client.post(f"{SLIP}/{question}", json=body)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.parametrize(("question", "body", "model"), ASKED)
def test_every_question_is_answered_as_the_contract_says(
    made_up: ProvenClient, question: str, body: dict[str, Any], model: type[BaseModel]
) -> None:
    response = made_up.post(f"{SLIP}/{question}", json=body)

    assert response.status_code == 200, response.text
    model.model_validate_json(response.content)


@pytest.mark.parametrize(
    ("happened", "read_on", "standing", "lapsed"),
    [
        ([], "2026-07-01", "running", False),
        ([], "2026-07-02", "lapsed", True),
        ([APPEAL], "2026-08-01", "stopped", False),
        ([{**APPEAL, "form": []}], "2026-07-02", "lapsed", True),
        ([{"event": "slip.mended", "on": "2026-07-01"}], "2026-07-02", "done", False),
    ],
)
def test_a_clock_tells_how_it_stands(
    made_up: ProvenClient, happened: list[Any], read_on: str, standing: str, lapsed: bool
) -> None:
    (mend,) = ask(made_up, "clocks", {**SERVED, "happened": happened, "read_on": read_on})["clocks"]

    assert (mend["last_day"], mend["standing"], mend["lapsed"]) == ("2026-07-01", standing, lapsed)


def test_without_a_day_it_is_not_told_how_a_clock_stands(made_up: ProvenClient) -> None:
    (mend,) = ask(made_up, "clocks", SERVED)["clocks"]

    assert (mend["standing"], mend["lapsed"]) == (None, None)


def test_a_third_damage_takes_the_slip_and_bars_for_a_year(made_up: ProvenClient) -> None:
    third = damage("2026-04-02", followed_by={"slip.revoked": "2026-04-10"})
    history = [damage("2026-01-02"), damage("2026-03-02"), third]

    (strikes, _) = ask(made_up, "ladders", {"read_on": "2026-06-01", "history": history})["ladders"]

    assert [[step["id"] for step in each["steps"]] for each in strikes["events"]] == [
        ["ph-slip-warning"],
        ["ph-slip-letter"],
        ["ph-slip-strikes"],
    ]
    assert [(each["bars"], each["last_day"]) for each in strikes["bars"]] == [(["apply"], "2027-04-10")]


@pytest.mark.parametrize(("first", "allowed"), [("2026-06-11", False), ("2026-06-12", True)])
def test_a_cap_is_counted_against_the_records(made_up: ProvenClient, first: str, allowed: bool) -> None:
    answer = ask(made_up, "caps", {"wanted": slip(first), "records": [slip("2026-05-01", "2026-06-01")]})

    assert answer["allowed"] is allowed
    assert answer["fails"] == ([] if allowed else ["ph-slip-gap"])


def test_the_day_it_is_read_is_today_unless_given(made_up: ProvenClient) -> None:
    answer = ask(made_up, "holds", {"happened": [damage("2026-06-01"), damage("2026-06-02")]})

    assert (answer["read_on"], answer["blocked"]) == ("2026-06-01", ["apply"])
    assert [each["placed_on"] for each in answer["holds"]] == ["2026-06-01"]


@pytest.mark.parametrize(
    ("question", "body", "pointer"),
    [
        (
            "ladders",
            {"history": [damage("2026-01-02"), {"event": "damage.fond", "on": "2026-01-02"}]},
            "#/history/1/event",
        ),
        ("ladders", {"history": [damage("2026-01-02", facts={"us": 1})]}, "#/history/0/facts/us"),
        ("ladders", {"history": [damage("2026-02-30")]}, "#/history/0/on"),
        ("holds", {"happened": [{"event": "x.y", "on": "2026-01-02"}]}, "#/happened/0/event"),
        ("terms", {"event": "permit.isued", "on": "2026-01-02"}, "#/event"),
        ("caps", {"wanted": slip("2026-05-11", facts={"use": "boat"})}, "#/wanted/facts/use"),
        (
            "caps",
            {"wanted": slip("2026-05-11"), "records": [slip("2026-05-11", facts={"slope": "steep"})]},
            "#/records/0/facts/slope",
        ),
        ("caps", {"wanted": slip("2026-05-11", "2026-05-10")}, "#/wanted"),
        ("caps", {}, "#/wanted"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(
    made_up: ProvenClient, question: str, body: dict[str, Any], pointer: str
) -> None:
    response = made_up.post(f"{SLIP}/{question}", json=body)

    assert response.status_code == 422, response.text
    assert pointer in [each["pointer"].removesuffix("/0") for each in response.json()["errors"]]


def test_a_history_has_an_end(made_up: ProvenClient) -> None:
    response = made_up.post(f"{SLIP}/ladders", json={"history": [damage("2026-01-02")] * 201})

    assert response.status_code == 422
