"""The law as an attorney reads it, and how much of the inventory is carried out."""

from pathlib import Path

import pytest
from citycode import coverage, documentation
from citycode.coverage import Covered
from citycode.packs.inventory_rows import read_inventory

from libs.citycode.tests.lawbooks import CODES, the_law

INVENTORY = read_inventory(CODES / "inventory.tsv")


def row(program: str) -> Covered:
    return next(each for each in coverage.coverage(the_law(), INVENTORY) if each.program == program)


def test_coverage_counts_by_loaded_ids() -> None:
    wind = row("wind-generator")

    assert (wind.rules, wind.computed, wind.judged, wind.stated) == (22, 17, 1, 4)
    assert (wind.missing, wind.without_case) == ((), ("le-wind-referral",))


def test_a_program_without_pack_is_missing_whole() -> None:
    sheds = [each for each in coverage.coverage(the_law(), INVENTORY) if not each.carried_out]

    assert all(len(each.missing) == each.rules for each in sheds)
    assert sum(each.rules for each in coverage.coverage(the_law(), INVENTORY)) == 1576


def test_the_report_sums_up_cities(capsys: pytest.CaptureFixture[str]) -> None:
    assert coverage.main([str(CODES)]) == 0

    told = capsys.readouterr().out.splitlines()
    assert any(line.startswith("lake-elmo/wind-generator") and " 22 " in line for line in told)
    assert any(line.startswith("all ") and " 1576 " in line for line in told)


def test_the_law_of_a_program_reads_as_a_table_of_rules(tmp_path: Path) -> None:
    assert documentation.main([str(CODES), str(tmp_path)]) == 0

    told = (tmp_path / "lake-elmo" / "wind-generator.md").read_text()
    assert told.startswith("# Wind generator permit, Lake Elmo\n")
    assert "CITYCODE_SHARED" in told
    (line,) = [each for each in told.splitlines() if "`le-wind-lot-size`<br>" in each]
    lines, section, rule, carried, cases = (each.strip() for each in line.strip("|").split(" | "))
    assert lines.replace("-", "").isdigit()
    assert section == "Wind generators, condition 2.1 (first sentence)"
    assert "40" in rule
    assert carried.startswith("*computed*: standard `le-wind-lot-size`, answered by check (lake-elmo/")
    assert "le-wind-01" in cases
    assert "`mn-request-decide`" in told


def test_law_that_is_cited_and_not_held_is_listed() -> None:
    cited = documentation.external_law(the_law().city("lake-elmo"))

    assert cited["the regulations of the Federal Aviation Administration"] == ["le-wind-faa-statement"]
