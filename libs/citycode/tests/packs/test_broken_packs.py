"""Every way a pack can be wrong is refused with file, line, what is wrong and how to mend it."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from citycode import PackErrors, load_law

from libs.citycode.tests.lawbooks import FILES, LAWBOOK, changed, lawbook, line_of, refusal, text_of


@dataclass(frozen=True)
class Broken:
    """`old` becomes `new` in `file`; the error stands on the line of `at` (by default of `new`)."""

    name: str
    file: str
    old: str
    new: str
    wrong: str
    mend: str
    at: str | None = None

    @property
    def text(self) -> str:
        return changed(text_of(self.file), self.old, self.new)

    @property
    def city(self) -> str | None:
        """The city it is the law of; None for what all share."""
        folder = FILES[self.file].partition("/")[0]
        return folder if (LAWBOOK / folder / "city.yaml").exists() else None


BROKEN_FILE = Path(__file__).parent / "broken_packs.yaml"
BROKEN = [Broken(**entry) for entry in yaml.load(BROKEN_FILE.read_bytes(), Loader=yaml.CSafeLoader)]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda each: each.name)
def test_a_broken_pack_is_refused(broken: Broken, tmp_path: Path) -> None:
    errors = refusal(tmp_path, city_alone=broken.city, **{broken.file: broken.text})

    told = "\n".join(map(str, errors))
    found = [each for each in errors if broken.wrong in each.message]
    assert found, told
    assert broken.mend in found[0].mend, told
    text = text_of("shed") if broken.name == "a body of unknown size" else broken.text
    marker = broken.at or next(line for line in broken.new.splitlines() if line.strip())
    first = line_of(text, marker)
    assert first <= found[0].line <= first + broken.new.count("\n"), told
    assert (found[0].file == FILES[broken.file]) is (text == broken.text), told


def test_each_kind_of_break_is_another() -> None:
    assert len({each.name for each in BROKEN}) == len(BROKEN) >= 60


def test_all_errors_of_a_folder_are_told_at_once(tmp_path: Path) -> None:
    shed = changed(text_of("shed"), "remedy: variance}", "remdy: variance}")
    shed = changed(shed, "starts: application.completed", "starts: application.complete")
    facts = changed(text_of("facts"), "default: 0", "default: many")

    errors = refusal(tmp_path, shed=shed, facts=facts)

    assert {each.file for each in errors} == {"birch-falls/shed.yaml", "facts.yaml"}
    assert len(errors) == 3
    assert list(errors) == sorted(errors)


def test_errors_read_as_one_line_each(tmp_path: Path) -> None:
    (error,) = refusal(tmp_path, shed=changed(text_of("shed"), "remedy: variance}", "remdy: variance}"))

    line = line_of(text_of("shed"), "remedy: variance}")
    assert str(error) == f"birch-falls/shed.yaml:{line}: `remdy` is no key here. Did you mean `remedy`?"


def test_missing_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(PackErrors) as refused:
        load_law(tmp_path)

    assert {each.file for each in refused.value.errors} == {
        "facts.yaml",
        "permissions.yaml",
        "vocabulary.yaml",
        "minnesota/holidays.yaml",
    }


@pytest.mark.parametrize(
    ("file", "wrong"),
    [
        ("pine-hills/barn.yaml", "The folder pine-hills has no city.yaml"),
        ("birch-falls/barn.yml", "Only files that end in .yaml are read"),
        ("birch-falls/barn.cases.yaml", "These cases have no program beside them"),
    ],
)
def test_a_file_that_nothing_would_read_is_refused(file: str, wrong: str, tmp_path: Path) -> None:
    folder = lawbook(tmp_path)
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text("program: barn\n")

    with pytest.raises(PackErrors) as refused:
        load_law(folder)

    assert [(each.file, each.message) for each in refused.value.errors] == [(file, wrong)]


CASES = """\
- id: bf-case-1
  rules: [bf-shed-height]
  given: A shed 16 feet high.
  ask: May it be built?
  expect: {allowed: false}
  why: Fifteen is the limit.
  calls: [{method: POST, path: /permits/v1/birch-falls/programs/shed/check, body: {}}]
  answers: {allowed: "calls[0].allowed"}
"""


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("why: Fifteen", "wy: Fifteen", "`wy` is no key here"),
        ("answers: {allowed:", "answers: {refused:", "`bf-case-1` expects other keys than it answers"),
        ("method: POST", "method: PUT", "`method` cannot be 'PUT'"),
        ("[bf-shed-height]", "[bf-shed-hieght]", "No rule of birch-falls has the id `bf-shed-hieght`"),
    ],
)
def test_broken_cases_are_refused(old: str, new: str, wrong: str, tmp_path: Path) -> None:
    folder = lawbook(tmp_path)
    (folder / "birch-falls" / "shed.cases.yaml").write_text(changed(CASES, old, new))

    with pytest.raises(PackErrors, match=re.escape(wrong)):
        load_law(folder)


def test_a_case_id_stands_once(tmp_path: Path) -> None:
    folder = lawbook(tmp_path)
    (folder / "birch-falls" / "shed.cases.yaml").write_text(CASES + CASES)

    with pytest.raises(PackErrors, match="`bf-case-1` stands twice"):
        load_law(folder)


def test_a_rule_knows_the_cases_that_name_it(tmp_path: Path) -> None:
    folder = lawbook(tmp_path)
    (folder / "birch-falls" / "shed.cases.yaml").write_text(CASES)

    assert load_law(folder).city("birch-falls").rule("bf-shed-height").cases == ("bf-case-1",)


def test_an_office_that_a_rule_names_is_named_by_one_there_is(tmp_path: Path) -> None:
    city = changed(
        text_of("city"), "members: 5, named_in: [chapter 1]", "members: 5, named_in: [bf-shed-counsil]"
    )

    (error,) = refusal(tmp_path, city=city)

    assert error.message == "No rule of birch-falls has the id `bf-shed-counsil`"
    assert "`bf-shed-council`" in error.mend


def test_a_layer_is_the_one_its_fact_is_taken_from(tmp_path: Path) -> None:
    facts = changed(text_of("facts"), "label: parked cars,", "label: parked cars, from: gis.count:lots,")
    shed = changed(text_of("shed"), "layer: flood_zones}", "layer: flood_zones, fact: parked_cars}")

    (error,) = refusal(tmp_path, facts=facts, shed=shed)

    assert error.message == "The fact `parked_cars` is taken from the layer `lots`, not from `flood_zones`"


def test_a_city_adds_words_of_its_own(tmp_path: Path) -> None:
    words = "words: {events: {shed.painted: the shed was painted}, states: {faded: the paint is gone}}"
    city = changed(text_of("city"), "law_date:\n", f"{words}\nlaw_date:\n")
    folder = lawbook(tmp_path)
    (folder / "birch-falls" / "city.yaml").write_text(city)

    law = load_law(folder)

    assert law.city("birch-falls").program("shed").events["shed.painted"] == "the shed was painted"
    assert "shed.painted" not in law.city("oak-hill").program("barn").events


SECOND_PROGRAM = """\
program: mill
title: Mill permit
service: permits
number_code: MILL
sixty_day: no
cite: {code: OHC, chapter: "4", topic: Mills}
facts:
  wheel_ft: FIRST
standards:
  - {id: oh-mill-wheel, section: "4.1", rule: At most 15 feet., values: {most_ft: 15},
     require: wheel_ft <= v.most_ft}
"""
FEET = "{type: number, unit: ft, label: WORDS, question: ASKED}"


def with_two_mills(folder: Path, first: str, second: str) -> Path:
    oak_hill = lawbook(folder) / "oak-hill"
    (oak_hill / "mill.yaml").write_text(SECOND_PROGRAM.replace("FIRST", first))
    other = SECOND_PROGRAM.replace("FIRST", second).replace("oh-mill", "oh-wind").replace("4.1", "5.1")
    (oak_hill / "windmill.yaml").write_text(
        other.replace("program: mill", "program: windmill").replace("MILL", "WIND")
    )
    return folder


def feet(words: str, asked: str) -> str:
    return FEET.replace("WORDS", words).replace("ASKED", asked)


def test_two_programs_may_ask_for_one_fact_each_in_its_words(tmp_path: Path) -> None:
    folder = with_two_mills(
        tmp_path, feet("wheel", "How high is it?"), feet("wheel", "How wide is it across?")
    )

    law = load_law(folder)

    assert law.city("oak-hill").facts["wheel_ft"].question == "How high is it?"


def test_one_name_for_two_facts_of_a_city_is_refused(tmp_path: Path) -> None:
    folder = with_two_mills(
        tmp_path, feet("wheel", "How high is it?"), feet("height of a wing", "How high is it?")
    )

    with pytest.raises(PackErrors) as refused:
        load_law(folder)

    assert [str(each) for each in refused.value.errors] == [
        "oak-hill/windmill.yaml:8: The fact `wheel_ft` means something else in another program of this city. "
        "Call it by another name, or give both the same type, unit, values and label."
    ]
