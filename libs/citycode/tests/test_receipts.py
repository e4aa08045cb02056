"""A receipt holds what a decision rested on and can be replayed to the same bytes."""

import json
from datetime import date
from pathlib import Path

import pytest
from citycode import Law, ReplayError, load_law, receipt, replay
from citycode.receipts import canonical_bytes
from citycode.verify import Verdict, main, verify
from citycode.version import ENGINE_VERSION

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


KEPT = Path(__file__).parent / "receipts"


def kept_law() -> Law:
    """The folder of law that the kept receipts rest on; it never changes."""
    return load_law(KEPT / "codes")


def kept(engine: str) -> bytes:
    return (KEPT / f"engine-{engine}.json").read_bytes()


def test_the_receipt_of_this_engine_replays() -> None:
    """Where it does not, answers come in other bytes: raise ENGINE_VERSION and keep a receipt beside this."""
    assert verify(kept_law(), kept(ENGINE_VERSION)) == Verdict(True)


def test_a_receipt_of_an_older_engine_says_so_and_is_asked_again() -> None:
    verdict = verify(kept_law(), kept("0.1.0"))

    assert not verdict.replayed
    assert verdict.why == f"The receipt rests on engine version 0.1.0, here is {ENGINE_VERSION}."
    assert verdict.differences == ()


def test_a_receipt_of_an_engine_nobody_knows_here_says_so() -> None:
    newer = kept(ENGINE_VERSION).replace(f'"{ENGINE_VERSION}"'.encode(), b'"99.0.0"')

    verdict = verify(kept_law(), newer)

    assert verdict.why == f"The receipt rests on engine version 99.0.0, here is {ENGINE_VERSION}."
    assert (verdict.replayed, verdict.differences) == (False, ())


def test_what_another_engine_answered_otherwise_is_named() -> None:
    old = kept("0.1.0").replace(b'"outcome":"not_allowed"', b'"outcome":"allowed"')

    assert verify(kept_law(), old).differences == ("/outcome",)


def test_a_receipt_of_other_law_is_not_asked_again() -> None:
    content = json.loads(kept("0.1.0")) | {"pack_hash": "00"}

    verdict = verify(kept_law(), canonical_bytes(content))

    assert "rests on pack 00 and on engine version 0.1.0" in verdict.why
    assert verdict.differences is None


@pytest.mark.parametrize(
    ("engine", "code", "told"),
    [
        (ENGINE_VERSION, 0, "Replayed"),
        ("0.1.0", 1, "Not replayed. The receipt rests on engine version 0.1.0"),
    ],
)
def test_a_receipt_is_verified_without_a_service(
    engine: str, code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(KEPT / f"engine-{engine}.json")

    assert main([path, str(KEPT / "codes")]) == code
    assert told in capsys.readouterr().out


def test_the_receipt_of_a_decision_holds_one_of_its_check(tmp_path: Path) -> None:
    decision = tmp_path / "decision.json"
    decision.write_bytes(canonical_bytes({"form": "decision", "check": json.loads(kept(ENGINE_VERSION))}))

    assert main([str(decision), str(KEPT / "codes")]) == 0


@pytest.mark.parametrize("arguments", [[], ["--help"], ["no-such-file"]])
def test_verifying_nothing_is_refused(arguments: list[str]) -> None:
    assert main(arguments) == 2
