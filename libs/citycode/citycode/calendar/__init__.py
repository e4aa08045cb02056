"""Legal time as Minnesota law counts it: M.S. 645.13 to 645.151 and 645.44 subd. 5. Pure functions."""

from .bounds import CalendarError, OutsideCalendarError
from .choice import Choice, earlier_of, later_of
from .counts import Count, HourCount
from .holidays import Holiday, Holidays
from .legal import LegalCalendar, Received
from .length import Length, LengthUnit
from .months import months_from, whole_months_between
from .office_hours import OfficeHours, OpenHours
from .publication import (
    PublicationCheck,
    check_publication,
    last_first_publication,
    publication_complete,
)
from .seasons import Pause, Period, Season, YearlyDay
from .turns import days_by_turn

__all__ = [
    "CalendarError",
    "Choice",
    "Count",
    "Holiday",
    "Holidays",
    "HourCount",
    "LegalCalendar",
    "Length",
    "LengthUnit",
    "OfficeHours",
    "OpenHours",
    "OutsideCalendarError",
    "Pause",
    "Period",
    "PublicationCheck",
    "Received",
    "Season",
    "YearlyDay",
    "check_publication",
    "days_by_turn",
    "earlier_of",
    "last_first_publication",
    "later_of",
    "months_from",
    "publication_complete",
    "whole_months_between",
]
