"""A scenario is told in the same words every time."""

from __future__ import annotations

import json
from typing import Any

import pytest

from deploy.local.asking import Answer
from deploy.local.narration import Narrator, UnexpectedAnswer
from deploy.local.telling import compact, picked

ONE = "01a22ae4-f44f-72c0-a8a9-994de6069592"
OTHER = "01a22ae4-f44f-72c0-a8a9-994ee2136055"


class Answering:
    """Answers every request with the same, and remembers what was asked."""

    def __init__(self, status: int, body: Any) -> None:
        self.answer = Answer(status, body, {"etag": '"3"'})
        self.asked: list[tuple[Any, ...]] = []
        self.clock: str | None = None

    def set_clock(self, instant: str) -> None:
        self.clock = instant

    def ask(self, *asked: Any, **more: Any) -> Answer:
        self.asked.append((*asked, more))
        return self.answer


def narrator_of(answering: Answering) -> tuple[Narrator, list[str]]:
    text: list[str] = []
    return Narrator(answering, text.append), text


def test_a_request_and_its_answer_are_told() -> None:
    narrator, text = narrator_of(Answering(201, {"id": ONE, "state": "draft", "secret": "x" * 200}))

    narrator.ask("council_clerk", "POST", "/things", {"on": "2026-06-01"}, show=["id", "state"], status=201)

    assert "".join(text) == (
        "  POST /things   (council clerk)\n"
        '    {"on": "2026-06-01"}\n'
        "  → 201\n"
        '    {"id": "<id-1>", "state": "draft"}\n\n'
    )


def test_ids_keep_their_names() -> None:
    answering = Answering(200, {"id": ONE, "of": OTHER, "sha": "a" * 64})
    narrator, text = narrator_of(answering)

    narrator.ask(None, "GET", f"/things/{ONE}", names={"application": "id"})
    narrator.ask(None, "GET", f"/others/{OTHER}/{ONE}")

    told = "".join(text)
    assert "/things/<application>" in told
    assert "/others/<id-2>/<application>" in told
    assert '"sha": "<hash>"' in told
    assert ONE not in told


def test_another_status_than_expected_stops_the_telling() -> None:
    narrator, text = narrator_of(Answering(409, {"detail": "the record is closed"}))

    with pytest.raises(UnexpectedAnswer, match=r"409, not 200.*the record is closed"):
        narrator.ask("clerk", "POST", "/things/1/submit", show=["state"])

    assert "the record is closed" in "".join(text)


def test_a_post_carries_a_key_and_a_read_does_not() -> None:
    answering = Answering(200, {})
    narrator, _ = narrator_of(answering)

    narrator.ask("clerk", "POST", "/things", {}, version=3)
    narrator.ask("clerk", "GET", "/things")

    assert answering.asked[0][-1]["key"]
    assert answering.asked[0][-1]["version"] == 3
    assert answering.asked[1][-1]["key"] is None


def test_what_takes_a_moment_is_asked_again_until_it_is_so() -> None:
    class Slow(Answering):
        def ask(self, *asked: Any, **more: Any) -> Answer:
            super().ask(*asked, **more)
            return Answer(200, {"state": "expired" if len(self.asked) > 2 else "issued"}, {})

    answering = Slow(200, {})
    narrator, text = narrator_of(answering)

    answer = narrator.ask(None, "GET", "/permits/1", until={"state": "expired"})

    assert answer.body == {"state": "expired"}
    assert len(answering.asked) == 3
    assert "".join(text).count("GET /permits/1") == 1


def test_the_moment_is_set_and_told() -> None:
    answering = Answering(200, {})
    narrator, text = narrator_of(answering)

    narrator.moment("2026-06-04T09:30:00-05:00")

    assert answering.clock == "2026-06-04T09:30:00-05:00"
    assert text == ["== Thursday, June 4, 2026, 09:30 ==\n\n"]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["a"], {"a": 1}),
        (["c", "a"], {"c": {"d": 2, "e": 3}, "a": 1}),
        (["c.e"], {"c": {"e": 3}}),
        (["l.x"], {"l": [{"x": 1}, {"x": 3}]}),
        (["l.y", "l.x"], {"l": [{"y": 2, "x": 1}, {"y": 4, "x": 3}]}),
        (["absent"], {}),
    ],
)
def test_members_are_picked(paths: list[str], expected: Any) -> None:
    node = {"a": 1, "b": 0, "c": {"d": 2, "e": 3}, "l": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}

    chosen = picked(node, paths)

    assert chosen == expected
    assert list(chosen) == list(expected)


def test_json_breaks_only_what_does_not_fit() -> None:
    value = {
        "short": [1, 2, 3],
        "long": [{"n": number, "text": "x" * 30} for number in range(3)],
        "many": [f"number {number}" for number in range(30)],
    }

    text = compact(value, width=60)

    assert json.loads(text) == value
    assert '  "short": [1, 2, 3],' in text.splitlines()
    assert len(text.splitlines()) < 35
    assert max(len(line) for line in text.splitlines()) <= 70
