"""The pages an attorney reads."""

import re
from functools import cache
from pathlib import Path

import pytest
from citycode import documentation as command
from citycode import load_law
from citycode.documentation import external_law, pages
from citycode.law_in_words import formula_in_words

from libs.citycode.tests.lawbooks import CODES, lawbook, the_law


@cache
def written() -> dict[str, str]:
    return pages(the_law(), CODES)


def row_of(rule: str, page: str) -> str:
    (row,) = (line for line in page.splitlines() if line.startswith("| ") and f"(`{rule}`)" in line)
    return row


def test_there_is_a_page_for_each_program_and_an_index_of_them() -> None:
    programs = {
        f"{city.slug}/{program.id}.md" for city in the_law().cities.values() for program in city.programs()
    }

    assert written().keys() == programs | {"index.md"}
    assert all(f"({each})" in written()["index.md"] for each in programs)


def test_a_rule_stands_with_its_section_words_values_and_cases() -> None:
    row = row_of("le-wind-height", written()["lake-elmo/wind-generator.md"])

    for part in (
        "| LEC 105.04, Wind generators, condition 2.2<br>lines ",
        "The structure may be at most 125 feet high.",
        "*Reading: Height is taken from the ground",
        "must be so: height of the structure is at most 125 ft",
        "le-wind-01, le-wind-own-height",
    ):
        assert part in row


def test_every_rule_of_a_program_stands_on_its_page() -> None:
    for city in the_law().cities.values():
        for rule in city.rules.values():
            page = written()[f"{city.slug}/{rule.program}.md"]

            assert rule.cite in row_of(rule.id, page)
            assert all(note in page for note in rule.notes)


def test_it_says_where_the_text_is_and_shows_state_law_above_the_citys() -> None:
    page = written()["lake-elmo/wind-generator.md"]

    assert "is to be found in: City Code of Lake Elmo (LEC), zoning and building regulations." in page
    assert "CITYCODE_SHARED" in page
    assert "M.S. 15.99 governs the application" in page
    state, own = page.index("(`mn-request-decide`)"), page.index("(`le-wind-districts`)")
    assert page.index("## State law above it") < state < page.index("## The city's law") < own


def test_law_that_is_cited_and_not_held_is_listed() -> None:
    cited = external_law(the_law().city("lake-elmo"))

    assert cited["the regulations of the Federal Aviation Administration"] == ["le-wind-faa-statement"]
    assert "| the regulations of the Federal Aviation Administration | le-wind-faa" in written()["index.md"]


def test_versions_of_a_value_are_dated(tmp_path: Path) -> None:
    folder = lawbook(tmp_path)

    row = row_of("bf-shed-cover-limit", pages(load_law(folder), folder)["birch-falls/shed.md"])

    assert "**until January 1, 2000, not included**; max cover: 0.1;" in row
    assert "**from January 1, 2000 until January 1, 2020, not included**; max cover: 0.25;" in row
    assert "**from January 1, 2020**; max cover: 0.3;" in row


def test_the_pages_are_the_same_each_time() -> None:
    assert pages(load_law(CODES), CODES) == written()


def test_every_line_of_a_table_has_its_columns() -> None:
    for page in written().values():
        for line in page.splitlines():
            if line.startswith("|"):
                assert len(re.findall(r"(?<!\\)\|", line)) in (3, 5)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("height_ft <= v.max_ft", "height of it is at most 125 ft"),
        ("zone in {'RR', 'AG'} and not lit", "zone is one of {Rural Residential, AG} and not lit up"),
        ("w.setback_ft >= 2 * height_ft", "distance from the line is at least 2 × height of it"),
        ("height_ft is known", "height of it is stated"),
    ],
)
def test_formulas_are_told_in_words(formula: str, words: str) -> None:
    labels = {
        "height_ft": "height of it",
        "zone=RR": "Rural Residential",
        "lit": "lit up",
        "wires[].setback_ft": "distance from the line",
    }

    assert formula_in_words(formula, {"max_ft": 125}, labels) == words


def test_the_pages_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path / "pages"), str(CODES)]) == 0

    there = {path.relative_to(tmp_path / "pages").as_posix() for path in (tmp_path / "pages").rglob("*.md")}
    assert there == written().keys()
    assert f"{len(there)} pages" in capsys.readouterr().out
