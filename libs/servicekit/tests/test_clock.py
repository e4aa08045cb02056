"""The clock: per city, from one file in tests, aware, in the city's own zone."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from servicekit.clock import ClockUnreadable, FileClock, FixedClock, SystemClock, open_clock
from servicekit.settings import ServiceSettings

ZONES = {"rivertown": ZoneInfo("America/Chicago"), "atoll": ZoneInfo("Pacific/Kiritimati")}


def zone_of(city: str) -> tzinfo:
    return ZONES[city]


def clock_file(folder: Path, **instants: str) -> Path:
    file = folder / "clock.json"
    file.write_text(json.dumps(instants))
    return file


def test_the_civil_date_is_the_citys_own(tmp_path: Path) -> None:
    clock = FileClock(clock_file(tmp_path, default="2026-04-01T04:59:00+00:00"), zone_of)

    assert clock.today("rivertown") == date(2026, 3, 31)
    assert clock.today("atoll") == date(2026, 4, 1)


@pytest.mark.parametrize(
    ("instant", "offset_h"), [("2026-03-08T07:59:59Z", -6), ("2026-03-08T08:00:00Z", -5)]
)
def test_daylight_saving_moves_the_offset_not_the_instant(
    tmp_path: Path, instant: str, offset_h: int
) -> None:
    now = FileClock(clock_file(tmp_path, default=instant), zone_of).now("rivertown")

    assert now == datetime.fromisoformat(instant)
    assert now.utcoffset() == timedelta(hours=offset_h)


def test_a_citys_own_instant_wins_over_the_default(tmp_path: Path) -> None:
    file = clock_file(tmp_path, default="2026-01-01T12:00:00Z", atoll="2027-01-01T12:00:00Z")

    clock = FileClock(file, zone_of)

    assert clock.now("rivertown") == datetime(2026, 1, 1, 12, tzinfo=UTC)
    assert clock.now("atoll") == datetime(2027, 1, 1, 12, tzinfo=UTC)


def test_the_file_is_read_again_when_it_changes(tmp_path: Path) -> None:
    clock = FileClock(clock_file(tmp_path, default="2026-01-01T12:00:00Z"), zone_of)

    clock_file(tmp_path, default="2026-01-05T12:00:00Z")

    assert clock.today("rivertown") == date(2026, 1, 5)


def test_a_file_caught_half_written_leaves_the_last_good_time(tmp_path: Path) -> None:
    file = clock_file(tmp_path, default="2026-01-01T12:00:00Z")
    clock = FileClock(file, zone_of)

    file.write_text('{"default": "2026-01-')

    assert clock.today("rivertown") == date(2026, 1, 1)
    clock_file(tmp_path, default="2026-02-01T12:00:00Z")
    assert clock.today("rivertown") == date(2026, 2, 1)


@pytest.mark.parametrize("text", ["", "[]", '{"default": 3}', '{"default": "2026-01-01T12:00:00"}'])
def test_a_file_that_tells_no_time_is_refused_at_the_start(tmp_path: Path, text: str) -> None:
    file = tmp_path / "clock.json"
    file.write_text(text)

    with pytest.raises(ClockUnreadable, match=r"clock\.json"):
        FileClock(file, zone_of)


def test_a_missing_file_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(ClockUnreadable):
        FileClock(tmp_path / "clock.json", zone_of)


def test_a_city_the_file_does_not_name_has_the_real_time(tmp_path: Path) -> None:
    before = datetime.now(UTC)
    now = FileClock(clock_file(tmp_path, atoll="2020-01-01T12:00:00Z"), zone_of).now("rivertown")

    assert before <= now <= datetime.now(UTC)


def test_settings_choose_the_clock(tmp_path: Path) -> None:
    file = clock_file(tmp_path, default="2026-01-01T12:00:00Z")

    assert isinstance(open_clock(ServiceSettings(service="a"), zone_of), SystemClock)
    assert isinstance(open_clock(ServiceSettings(service="a", clock_file=file), zone_of), FileClock)


def test_the_system_clock_gives_aware_instants() -> None:
    assert SystemClock(zone_of).now("rivertown").tzinfo is ZONES["rivertown"]


def test_a_fixed_clock_refuses_a_naive_instant() -> None:
    with pytest.raises(ValueError, match="offset"):
        FixedClock(datetime(2026, 1, 1))  # noqa: DTZ001 - what is refused
