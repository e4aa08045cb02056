"""A receipt holds what a decision rested on and can be replayed to the same bytes."""

import json
from datetime import date

import pytest
from citycode import Law, ReplayError, receipt, replay

from libs.citycode.tests.lawbooks import TODAY, birch_falls, shed, shed_facts


def law() -> Law:
    city = birch_falls()
    return Law({city.slug: city}, {}, {}, shed().source.engine_version)


def a_receipt(**changes: object) -> bytes:
    facts, judgments = shed_facts(**changes), {"bf-shed-looks": True}
    return receipt(shed().check(facts, TODAY, judgments), facts, judgments).canonical


def test_equal_questions_give_equal_bytes() -> None:
    assert a_receipt() == a_receipt()
    assert a_receipt() != a_receipt(height_ft=8)


def test_a_receipt_names_everything_it_rests_on() -> None:
    content = json.loads(a_receipt(height_ft="9.10"))

    assert content["facts"]["height_ft"] == 9.1
    assert content["pack_hash"] == birch_falls().pack_hash
    assert (content["law_date"], content["judgments"]) == ("2026-06-01", {"bf-shed-looks": True})
    assert content["answer"]["outcome"] == "allowed"


def test_replay_gives_the_same_bytes() -> None:
    original = a_receipt(height_ft="9.1", lot_lines=[{"distance_ft": "1/3", "side": "front"}])

    assert replay(law(), original).canonical == original


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("engine_version", "0.0.1", "engine version 0.0.1"),
        ("pack_hash", "00", "pack 00"),
        ("city", "atlantis", "no 'atlantis'"),
        ("program", "castle", "no 'castle'"),
        ("law_date", "2009-01-01", "other bytes"),
        ("facts", {"height_ft": "tall"}, "facts cannot be read"),
        ("form", "another", "no receipt"),
        ("law_date", "yesterday", "damaged"),
    ],
)
def test_a_receipt_that_cannot_be_replayed_says_why(key: str, value: object, why: str) -> None:
    content = json.loads(a_receipt()) | {key: value}

    with pytest.raises(ReplayError, match=why):
        replay(law(), json.dumps(content, sort_keys=True, separators=(",", ":")).encode())


@pytest.mark.parametrize("damaged", [b"", b"[]", b"{}", b"\xff"])
def test_what_is_no_receipt_is_refused(damaged: bytes) -> None:
    with pytest.raises(ReplayError):
        replay(law(), damaged)


def test_the_law_date_decides_which_law_is_replayed() -> None:
    facts = shed_facts(height_ft=14)
    old = receipt(shed().check(facts, date(2009, 1, 1)), facts)

    assert json.loads(replay(law(), old.canonical).canonical)["answer"]["fails"] == ["bf-shed-height"]
