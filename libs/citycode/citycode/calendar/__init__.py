"""Legal time as Minnesota law counts it: M.S. 645.13 to 645.151 and 645.44 subd. 5. Pure functions on dates."""

from .counts import Count, HourCount
from .holidays import Holiday, Holidays
from .legal import LegalCalendar, Received
from .length import Length, LengthUnit
from .months import months_from, whole_months_between
from .office_hours import OfficeHours, OpenHours
from .seasons import Pause, Period, Season, YearlyDay

__all__ = [
    "Count",
    "Holiday",
    "Holidays",
    "HourCount",
    "LegalCalendar",
    "Length",
    "LengthUnit",
    "OfficeHours",
    "OpenHours",
    "Pause",
    "Period",
    "Received",
    "Season",
    "YearlyDay",
    "months_from",
    "whole_months_between",
]
