"""The holiday table as written in `codes/minnesota/holidays.yaml`, validated, then set up for one city."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from .holidays import DatedName, FixedDate, HolidayRule, Holidays, NthWeekday, Observed, SwitchSetting
from .seasons import YearlyDay

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: tuple[Weekday, ...] = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)
WHICH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1}


class HolidayDataError(ValueError):
    """The table or a city's switches are wrong. `places` are JSON pointers with what is wrong there."""

    def __init__(self, places: Sequence[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{pointer}: {message}" for pointer, message in places))
        self.places = tuple(places)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class WeekendRule(_Part):
    """What day is a holiday too when the date falls on a weekend day."""

    saturday: Observed | None = None
    sunday: Observed | None = None


class OnDate(_Part):
    date: Annotated[str, Field(pattern=r"^\d\d-\d\d$", examples=["07-04"])]
    weekend: WeekendRule = WeekendRule()

    def rule(self) -> FixedDate:
        day = YearlyDay.parse(self.date)
        return FixedDate(day.month, day.day, self.weekend.sunday, self.weekend.saturday)

    @model_validator(mode="after")
    def _is_a_day(self) -> OnDate:
        if YearlyDay.parse(self.date) == YearlyDay(2, 29):
            raise ValueError("a holiday cannot fall on 02-29")
        return self


class OnWeekday(_Part):
    which: Literal["first", "second", "third", "fourth", "last"]
    weekday: Weekday
    month: Annotated[int, Field(ge=1, le=12)]
    days_after: Annotated[int, Field(ge=0, le=6)] = 0

    def rule(self) -> NthWeekday:
        return NthWeekday(self.month, WEEKDAYS.index(self.weekday), WHICH[self.which], self.days_after)


class NameInForce(_Part):
    name: str
    since: Annotated[date | None, Field(alias="from")] = None


class HolidayEntry(_Part):
    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    names: Annotated[list[NameInForce], Field(min_length=1)]
    falls: OnDate | OnWeekday
    since: Annotated[date | None, Field(alias="from")] = None
    until: date | None = None
    switch: str | None = None
    cite: str | None = None
    verify: str | None = None

    @model_validator(mode="after")
    def _dates_run_forward(self) -> HolidayEntry:
        if self.since and self.until and self.until <= self.since:
            raise ValueError("until must be after from")
        starts = [name.since for name in self.names]
        if starts[0] not in (None, self.since) or any(
            later is None or (earlier is not None and later <= earlier) for earlier, later in pairwise(starts)
        ):
            raise ValueError("names: the first holds from the beginning, each later one from a later day")
        return self


class SwitchEntry(_Part):
    """A holiday the statute leaves to the city, and whether it is kept when the city says nothing."""

    kept_by_default: bool
    cite: str
    verify: str | None = None


class CountingEntry(_Part):
    """How one kind of count is read, with its section: stated law that the functions carry out."""

    id: str
    cite: str
    rule: str
    verify: str | None = None


class HolidayTable(_Part):
    """The whole file."""

    cite: str
    reaches_back_to: date
    verify: str | None = None
    switches: dict[str, SwitchEntry]
    holidays: Annotated[list[HolidayEntry], Field(min_length=1)]
    counting: list[CountingEntry]

    @model_validator(mode="after")
    def _names_meet(self) -> HolidayTable:
        ids = [entry.id for entry in self.holidays]
        twice = sorted({each for each in ids if ids.count(each) > 1})
        if twice:
            raise ValueError(f"holiday ids given twice: {', '.join(twice)}")
        unknown = {entry.switch for entry in self.holidays if entry.switch} - set(self.switches)
        if unknown:
            raise ValueError(f"switches not declared: {', '.join(sorted(unknown))}")
        return self

    @classmethod
    def from_data(cls, data: object) -> HolidayTable:
        """Raises HolidayDataError naming every wrong place."""
        try:
            return cls.model_validate(data)
        except ValidationError as refused:
            raise HolidayDataError(
                [("/" + "/".join(map(str, each["loc"])), each["msg"]) for each in refused.errors()]
            ) from None

    def for_city(self, switches: Mapping[str, object] | None = None) -> Holidays:
        """The holidays of a city that sets `{switch: true}` or `{switch: [{from: DATE, kept: true}]}`.

        Raises HolidayDataError for a switch the statute does not know or a setting that is no yes or no.
        """
        stated = dict(switches or {})
        unknown = sorted(set(stated) - set(self.switches))
        if unknown:
            known = ", ".join(sorted(self.switches))
            raise HolidayDataError([(f"/{name}", f"no such switch; there are {known}") for name in unknown])
        settings = {
            name: _settings(name, stated.get(name, entry.kept_by_default))
            for name, entry in self.switches.items()
        }
        return Holidays(tuple(self._rule(entry) for entry in self.holidays), settings)

    def _rule(self, entry: HolidayEntry) -> HolidayRule:
        return HolidayRule(
            id=entry.id,
            falls=entry.falls.rule(),
            names=tuple(DatedName(each.name, each.since) for each in entry.names),
            cite=entry.cite or self.cite,
            since=entry.since,
            until=entry.until,
            switch=entry.switch,
            verify=entry.verify,
        )


class _Setting(_Part):
    kept: bool
    since: Annotated[date | None, Field(alias="from")] = None


def _settings(name: str, stated: object) -> tuple[SwitchSetting, ...]:
    if isinstance(stated, bool):
        return (SwitchSetting(stated),)
    if not isinstance(stated, list) or not stated:
        raise HolidayDataError([(f"/{name}", "write true, false, or a list of {from: DATE, kept: true}")])
    try:
        each = [_Setting.model_validate(item) for item in stated]
    except ValidationError as refused:
        raise HolidayDataError([(f"/{name}", error["msg"]) for error in refused.errors()]) from None
    ordered = sorted(each, key=lambda setting: setting.since or date.min)
    return tuple(SwitchSetting(setting.kept, setting.since) for setting in ordered)


def read_holiday_table(path: Path) -> HolidayTable:
    """Raises HolidayDataError, also when the file is no YAML, and OSError when it is not there."""
    try:
        return HolidayTable.from_data(yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader))
    except yaml.YAMLError as refused:
        raise HolidayDataError([("", f"{path.name} is not YAML: {refused}")]) from None
