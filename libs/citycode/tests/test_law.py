"""The law as a whole: one version per day, immutable, shared by threads, quickly loaded."""

import gc
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from citycode import City, PackErrors, Program, load_law

from libs.citycode.tests.lawbooks import (
    CODES,
    birch_falls,
    changed,
    check,
    lawbook,
    text_of,
    the_law,
)

EARLIEST, LATEST = date(1900, 1, 1), date(2100, 1, 1)


def every_city() -> list[City]:
    return [*the_law().cities.values(), birch_falls()]


def days_of_change(program: Program) -> list[date]:
    """Around each day on which something changes, and far before and after."""
    ends = [day for edition in program.editions for day in (edition.span.since, edition.span.until) if day]
    around = [day + timedelta(days) for day in ends for days in (-1, 0, 1)]
    return [EARLIEST, *around, LATEST]


@pytest.mark.parametrize("city", every_city(), ids=lambda city: city.slug)
def test_on_every_day_of_its_life_an_element_has_exactly_one_version(city: City) -> None:
    for program in city.programs():
        lives: dict[str, list[tuple[date, date]]] = {}
        for edition in program.editions:
            since, until = edition.span.since or EARLIEST, edition.span.until or LATEST
            for element_id, cited in edition.cited.items():
                assert cited.id == element_id
                lives.setdefault(element_id, []).append((since, until))
        for spans in lives.values():
            assert all(one[1] == two[0] for one, two in pairwise(spans))
        for day in days_of_change(program):
            assert sum(edition.span.holds_on(day) for edition in program.editions) == 1
            for element_id in program.edition(day).cited:
                versions = [each for each in _versions(city, element_id) if _holds(each, day)]
                assert len(versions) == 1, (element_id, day)


def _versions(city: City, element_id: str) -> list[tuple[date | None, date | None]]:
    rule = city.rule(element_id)
    return [
        (version.since, version.until)
        for element in rule.elements
        if element.id == element_id and element.kind != "track"
        for version in element.versions
    ] or [(None, None)]


def _holds(version: tuple[date | None, date | None], day: date) -> bool:
    return (version[0] is None or version[0] <= day) and (version[1] is None or day < version[1])


def test_every_rule_is_in_one_program_and_every_element_under_its_rule() -> None:
    for city in every_city():
        for rule in city.rules.values():
            assert {each.id.partition(".")[0] for each in rule.elements} == {rule.id}
            assert rule.program in city.all_programs


def test_sections_are_those_of_the_inventory() -> None:
    rows = [line.split("\t") for line in (CODES / "inventory.tsv").read_text().splitlines()]
    sections = {row[0]: row[5] for row in rows}

    for city in the_law().cities.values():
        for rule in city.rules.values():
            assert rule.section == sections.get(rule.id) or rule.state_law is not None


def test_a_section_or_id_that_the_inventory_does_not_have_is_refused(tmp_path: Path) -> None:
    header = "id\tcity\tprogram\tservice\tkind\tsection\n"
    folder = lawbook(tmp_path)
    (folder / "inventory.tsv").write_text(
        f"{header}bf-shed-height\tbirch-falls\tshed\tpermits\tlimit\t12.99\n"
    )

    with pytest.raises(ValueError, match="bf-shed-height") as refused:
        load_law(folder)

    assert "The section of `bf-shed-height` is not the inventory's. Write `section: 12.99`" in str(
        refused.value
    )
    assert "No rule of birch-falls has the id `bf-shed-area`" in str(refused.value)


def test_the_hash_covers_the_law_and_not_its_proof(tmp_path: Path) -> None:
    same = load_law(lawbook(tmp_path / "same")).city("birch-falls")
    other_city = load_law(lawbook(tmp_path / "city", city=f"{text_of('city')}# a remark\n")).city(
        "birch-falls"
    )
    shared = changed(text_of("facts"), "label: height,", "label: tallness,")
    other_facts = load_law(lawbook(tmp_path / "facts", facts=shared)).city("birch-falls")

    assert same.pack_hash == birch_falls().pack_hash
    assert len({same.pack_hash, other_city.pack_hash, other_facts.pack_hash}) == 3
    assert same.code_version == f"birch-falls@{same.pack_hash[:12]}"


def test_nothing_of_it_can_be_changed() -> None:
    law = the_law()
    city = law.city("lake-elmo")

    with pytest.raises(TypeError):
        law.cities["new"] = city  # type: ignore[index]
    with pytest.raises(TypeError):
        city.rules["new"] = city.rules["le-wind-height"]  # type: ignore[index]
    with pytest.raises(TypeError):
        city.program("wind-generator").facts["new"] = None  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        city.name = "Another"  # type: ignore[misc]


def test_many_threads_get_the_answers_of_one() -> None:
    heights = [5, 12, 15, 16] * 50
    alone = [check(height_ft=height).to_json() for height in heights]

    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda height: check(height_ft=height).to_json(), heights))

    assert together == alone
    assert Counter(str(each["outcome"]) for each in together) == {"allowed": 150, "not_allowed": 50}


def test_the_collector_works_again_when_the_law_is_loaded_or_refused(tmp_path: Path) -> None:
    load_law(CODES)
    after_loading = gc.isenabled()
    with pytest.raises(PackErrors):
        load_law(tmp_path)

    assert (after_loading, gc.isenabled()) == (True, True)


def test_the_same_files_are_the_same_law_until_a_byte_of_them_differs(tmp_path: Path) -> None:
    codes = lawbook(tmp_path)
    first = load_law(codes)

    again = load_law(codes)
    (codes / "birch-falls" / "city.yaml").write_text(text_of("city") + "\n")
    later = load_law(codes)

    assert again is first
    assert later is not first
    assert (
        later.city("birch-falls").program("shed").source != first.city("birch-falls").program("shed").source
    )
