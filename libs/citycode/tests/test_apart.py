"""The law told by one process to another, and kept between them."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import pytest
from citycode import Law, PackErrors, load_law_apart, receipt, replay
from citycode.archive import tell, told
from citycode.late import unpacked_late

from libs.citycode.tests.lawbooks import (
    TODAY,
    changed,
    lawbook,
    refusal,
    shed,
    shed_facts,
    text_of,
    the_law,
)


def retold(law: Law) -> Law:
    with tempfile.TemporaryFile() as archive:
        tell(unpacked_late(law), archive)
        archive.seek(0)
        again: Law = told(archive)
    return again


def test_the_law_of_every_city_says_the_same_when_it_was_told() -> None:
    law = the_law()

    again = retold(law)

    assert again.permissions == law.permissions
    for slug, city in law.cities.items():
        other = again.city(slug)
        assert other.to_json() == city.to_json()
        assert {each.id: each.to_json() for each in other.rules.values()} == {
            each.id: each.to_json() for each in city.rules.values()
        }
        for program in city.programs():
            assert other.program(program.id).describe(TODAY) == program.describe(TODAY)


def test_nothing_of_it_can_be_changed_when_it_was_told() -> None:
    again = retold(the_law())

    with pytest.raises(TypeError):
        again.cities["new"] = again.city("fridley")  # type: ignore[index]
    with pytest.raises(TypeError):
        again.city("fridley").program("sign-permit").facts["new"] = None  # type: ignore[index]


def test_a_receipt_is_replayed_to_the_same_bytes_by_law_that_was_told(tmp_path: Path) -> None:
    judgments = {"bf-shed-looks": True}
    facts = shed_facts(height_ft=16, lot_lines=[{"distance_ft": "1/3", "side": "front"}])
    decided = receipt(shed().check(facts, TODAY, judgments), facts, judgments).canonical

    law = load_law_apart(lawbook(tmp_path))

    assert replay(law, decided).canonical == decided


def test_the_law_is_read_once_for_all_who_ask_until_it_changes(tmp_path: Path) -> None:
    codes, archive = lawbook(tmp_path / "codes"), tmp_path / "archive"
    first = load_law_apart(codes, archive).city("birch-falls")
    (kept,) = archive.glob("*.law")
    gc.collect()  # so that nobody uses it any more

    again = load_law_apart(codes, archive).city("birch-falls")
    left = list(archive.glob("*.law"))
    (codes / "birch-falls" / "city.yaml").write_text(text_of("city") + "\n")
    later = load_law_apart(codes, archive).city("birch-falls")

    assert (left, again.to_json()) == ([kept], first.to_json())
    assert again is not first
    assert later.pack_hash != first.pack_hash
    assert [each == kept for each in archive.glob("*.law")] == [False]


def test_who_was_told_older_law_keeps_it_when_its_archive_is_replaced(tmp_path: Path) -> None:
    codes, archive = lawbook(tmp_path / "codes"), tmp_path / "archive"
    older = load_law_apart(codes, archive)
    (kept,) = archive.glob("*.law")

    lawbook(codes, shed=changed(text_of("shed"), "title: Shed permit", "title: Sheds"))
    newer = load_law_apart(codes, archive)

    assert not kept.exists()
    assert older.city("birch-falls").program("shed").describe(TODAY) == shed().describe(TODAY)
    assert newer.city("birch-falls").program("shed").describe(TODAY) != shed().describe(TODAY)


def test_broken_law_is_refused_as_by_its_reader_and_not_kept(tmp_path: Path) -> None:
    broken = changed(text_of("shed"), "title: Shed permit\n", "title: Shed permit\ntitle: Shed\n")
    codes, archive = lawbook(tmp_path / "codes", shed=broken), tmp_path / "archive"

    with pytest.raises(PackErrors) as refused:
        load_law_apart(codes, archive)

    assert refused.value.errors == refusal(tmp_path / "same", shed=broken)
    assert list(archive.glob("*.law")) == []
