"""A holiday table that is wrong is refused with every wrong place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from citycode.calendar.table import HolidayDataError, HolidayTable, read_holiday_table

from libs.citycode.tests.calendar.calendars import TABLE


def a_table(**changes: Any) -> dict[str, Any]:
    return {
        "cite": "M.S. 645.44 subd. 5",
        "reaches_back_to": "1990-01-01",
        "switches": {"spare_day": {"kept_by_default": True, "cite": "M.S. 645.44 subd. 5"}},
        "holidays": [a_holiday()],
        "counting": [],
        **changes,
    }


def a_holiday(**changes: Any) -> dict[str, Any]:
    return {"id": "labor_day", "names": [{"name": "Labor Day"}], "falls": {"date": "07-04"}, **changes}


def test_a_lawful_table_is_taken() -> None:
    assert [entry.id for entry in HolidayTable.from_data(a_table()).holidays] == ["labor_day"]


@pytest.mark.parametrize(
    ("table", "place", "message"),
    [
        (a_table(holiday=[]), "/holiday", "Extra inputs"),
        (a_table(holidays=[]), "/holidays", "at least 1"),
        (a_table(holidays=[a_holiday(), a_holiday()]), "/", "given twice: labor_day"),
        (a_table(holidays=[a_holiday(switch="other")]), "/", "not declared: other"),
        (a_table(holidays=[a_holiday(falls={"date": "02-30"})]), "/holidays/0/falls", "not a day"),
        (a_table(holidays=[a_holiday(falls={"date": "02-29"})]), "/holidays/0/falls", "cannot fall on"),
        (
            a_table(holidays=[a_holiday(falls={"which": "fifth", "weekday": "monday", "month": 9})]),
            "/holidays/0/falls",
            "first",
        ),
        (
            a_table(holidays=[a_holiday(**{"from": "2023-01-01", "until": "2022-01-01"})]),
            "/holidays/0",
            "after",
        ),
        (
            a_table(holidays=[a_holiday(names=[{"name": "A", "from": "2023-01-01"}, {"name": "B"}])]),
            "/holidays/0",
            "names",
        ),
        ([], "/", "valid dictionary"),
    ],
)
def test_a_wrong_table_is_refused_at_its_place(table: object, place: str, message: str) -> None:
    with pytest.raises(HolidayDataError) as refused:
        HolidayTable.from_data(table)

    assert any(pointer.startswith(place) and message in told for pointer, told in refused.value.places)


@pytest.mark.parametrize(
    ("switches", "message"),
    [
        ({"columbus": True}, "no such switch; there are friday_after_thanksgiving, second_monday_october"),
        ({"friday_after_thanksgiving": "no"}, "write true, false"),
        ({"friday_after_thanksgiving": [{"form": "2026-01-01", "kept": True}]}, "Extra inputs"),
    ],
)
def test_a_wrong_switch_is_refused(switches: dict[str, object], message: str) -> None:
    with pytest.raises(HolidayDataError, match=message):
        TABLE.for_city(switches)


def test_a_file_that_is_no_yaml_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "holidays.yaml"
    file.write_text("cite: [", encoding="utf-8")

    with pytest.raises(HolidayDataError, match=r"holidays\.yaml is not YAML"):
        read_holiday_table(file)
