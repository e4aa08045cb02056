"""The commands: rule, check, schema, inventory."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import jsonschema
import pytest
from citycode import check as check_command
from citycode import inventory, rule, schema
from citycode.packs.errors import ErrorLog
from citycode.packs.stale_wording import stale_wordings
from citycode.packs.tree import plain, read_tree
from citycode.packs.unread_facts import unread_facts
from citycode.packs.values import shown

from libs.citycode.tests.lawbooks import CODES, ROOT, changed, lawbook, line_of, text_of

SHARED = os.environ.get("CITYCODE_SHARED")


def test_a_rule_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert rule.main(["le-wind-height", str(CODES)]) == 0

    told = capsys.readouterr().out
    for part in (
        "The structure may be at most 125 feet high.",
        "LEC 105.04, Wind generators, condition 2.2",
        "max_height_ft          125",
        "standard  le-wind-height   codes/lake-elmo/wind-generator.yaml:",
        "le-wind-01, le-wind-own-height",
        "POST /permits/v1/lake-elmo/programs/wind-generator/check",
        "GET /permits/v1/lake-elmo/rules/le-wind-height",
    ):
        assert part in told


def test_a_rule_is_shown_without_reading_other_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = tmp_path / "codes"
    shutil.copytree(CODES, codes)
    (codes / "fridley" / "aquatic-vessel.yaml").write_text("program: [")

    shown_rule = rule.main(["le-wind-height", str(codes)])

    assert shown_rule == 0
    assert "125 feet" in capsys.readouterr().out


def test_a_rule_of_a_broken_program_says_what_is_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = tmp_path / "codes"
    shutil.copytree(CODES, codes)
    (codes / "fridley" / "aquatic-vessel.yaml").write_text("program: [")

    shown_rule = rule.main(["fr-av-deck", str(codes)])

    assert shown_rule == 1
    assert "fridley/aquatic-vessel.yaml:2: This is not readable as YAML" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("le-wind-hight", "There is no rule le-wind-hight. Did you mean `le-wind-height`?\n"),
        ("er-sign-hight-x", "Did you mean one of these?\n  er-sign-height\n"),
        ("qqqq", "There is no rule qqqq, and none is spelled alike. Write its id"),
    ],
)
def test_a_rule_that_is_not_there(wanted: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert rule.main([wanted, str(CODES)]) == 1
    assert told in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["codes", "more"], ["no-such-folder"]])
def test_a_check_of_no_folder_says_how_it_is_asked(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_command.main(arguments) == 2
    assert "folder" in capsys.readouterr().out


def test_a_rule_that_waits_in_the_inventory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    waiting = "oh-hut-height\toak-hill\thut\tpermits\tstandard\t3.1\t7\n"
    folder = lawbook(tmp_path)
    (folder / "inventory.tsv").write_text(f"id\tcity\tprogram\tservice\tkind\tsection\tlines\n{waiting}")

    assert rule.main(["oh-hut-height", str(folder)]) == 1
    assert "is in the inventory (oak-hill, hut" in capsys.readouterr().out


def test_few_rules_are_proposed(capsys: pytest.CaptureFixture[str]) -> None:
    rule.main(["er-sign-sign", str(CODES)])

    proposed = capsys.readouterr().out.splitlines()[1:]
    assert 1 < len(proposed) == len(set(proposed)) <= 5


def test_without_an_id_it_is_said_how_to_ask(capsys: pytest.CaptureFixture[str]) -> None:
    assert rule.main([]) == 2
    assert capsys.readouterr().out.startswith("Name the rule to be shown. Write its id, as in `make rule ID=")


def test_a_reader_that_stops_early_is_no_mistake() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    stopped = subprocess.run(
        [sys.executable, "-m", "citycode.rule", "le-wind-height"],
        cwd=ROOT,
        stdout=writes,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writes)

    assert (stopped.returncode, stopped.stderr) == (0, b"")


def test_codes_check_warns_of_programs_without_cases_and_of_stale_wordings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shed = changed(text_of("shed"), "rule: A height limit.", "rule: At most twelve feet high.")

    assert check_command.main([str(lawbook(tmp_path, shed=shed))]) == 0

    told = capsys.readouterr().out
    line = line_of(shed, "values: {max_height_ft: 15}")
    assert "Birch Falls: 1 program, " in told
    assert f"shed.yaml:{line}: `max_height_ft` of bf-shed-height is 15, which its wording does not" in told
    assert "shed.yaml:1: The program has no cases. Add birch-falls/shed.cases.yaml." in told


def test_the_law_names_the_numbers_it_computes_with() -> None:
    assert stale_wordings(CODES) == []


def test_codes_check_counts_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_command.main([str(CODES)]) == 0

    assert "wind-generator: 17 computed, 1 judged, 4 stated;" in capsys.readouterr().out


def test_codes_check_prints_every_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = changed(text_of("shed"), "remedy: variance}", "remdy: variance}")
    folder = lawbook(tmp_path, shed=broken)

    assert check_command.main([str(folder)]) == 1

    told = capsys.readouterr().out
    line = line_of(broken, "remdy")
    assert f"{folder}/birch-falls/shed.yaml:{line}: `remdy` is no key here. Did you mean `remedy`?" in told
    assert "1 error\n" in told


def test_the_schemas_for_editors_are_current() -> None:
    written = {path.name: path.read_text() for path in (CODES / "schema").glob("*.json")}

    assert written == schema.schemas(), "run python -m citycode.schema"


SCHEMA_OF = {
    "city.yaml": "city",
    "facts.yaml": "facts",
    "fees.yaml": "fees",
    "permissions.yaml": "permissions",
    "vocabulary.yaml": "vocabulary",
}


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in sorted(CODES.rglob("*.yaml"))
        if path.parent.name != "minnesota" or path.name in SCHEMA_OF
    ],
    ids=lambda path: path.relative_to(CODES).as_posix(),
)
def test_every_file_of_the_law_fits_its_schema(path: Path) -> None:
    kind = SCHEMA_OF.get(path.name, "cases" if path.name.endswith(".cases.yaml") else "program")
    tree = read_tree(path, ErrorLog(path.name))
    assert tree is not None

    wrong = [f"{each.json_path}: {each.message}" for each in _schema_of(kind).iter_errors(shown(plain(tree)))]

    assert wrong == []


@cache
def _schema_of(kind: str) -> jsonschema.Draft202012Validator:
    """The schema of a kind of file; that it is one itself is looked at once."""
    read = json.loads(schema.schemas()[f"{kind}.json"])
    jsonschema.Draft202012Validator.check_schema(read)
    return jsonschema.Draft202012Validator(read)


def test_the_inventory_holds_every_rule_once() -> None:
    rows = [line.split("\t") for line in (CODES / "inventory.tsv").read_text().splitlines()]

    assert rows[0] == ["id", "city", "program", "service", "kind", "section", "lines"]
    assert len(rows) == 1577
    assert len({row[0] for row in rows}) == 1577
    assert {len(row) for row in rows} == {7}


@pytest.mark.shared
@pytest.mark.skipif(SHARED is None, reason="CITYCODE_SHARED names no folder with the inventories")
def test_the_inventory_is_current() -> None:
    table = inventory.inventory_table(Path(SHARED or "") / "ordinances")

    assert table == (CODES / "inventory.tsv").read_text(), "run python -m citycode.inventory"


def test_a_fact_that_nothing_reads_is_told(tmp_path: Path) -> None:
    folder = lawbook(tmp_path)
    shed = changed(text_of("shed"), "require: parked_cars <= 2", "require: height_ft <= 2")
    (folder / "birch-falls" / "shed.yaml").write_text(shed)

    told = [each for each in unread_facts(folder) if each.file.endswith("shed.yaml")]

    assert [(each.name, each.line) for each in told] == [("parked_cars", line_of(shed, "  - parked_cars"))]
