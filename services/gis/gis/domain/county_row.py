"""A row of a county's parcel file, read in the names of the GAC standard: what is taken, what is refused.

A row without a usable PIN is refused. A value that cannot be right (a sale in the year 3009, acres of -9999)
is dropped and noted, and the row is taken without it.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from gis.domain.address import StreetAddress, UnreadableAddress, read_address
from gis.domain.parties import Party
from gis.domain.pin import pin_digits

Fault = Literal[
    "no_pin",
    "junk_pin",
    "duplicate_pin",
    "other_county",
    "other_city",
    "no_outline",
    "bad_outline",
    "off_the_map",
    "sentinel",
    "impossible_date",
    "impossible_number",
    "same_digits",
]

EARLIEST_SALE = date(1849, 3, 3)
"""The day Minnesota Territory was made: no deed of it is older."""
PIN_LEAST_CHARACTERS = 6
_NAMES = ("OWNER_NAME", "OWNER_MORE")
_NUMBER = ("ANUMBERPRE", "ANUMBER", "ANUMBERSUF")
_STREET = (
    *("ST_PRE_MOD", "ST_PRE_DIR", "ST_PRE_TYP", "ST_PRE_SEP"),
    *("ST_NAME", "ST_POS_TYP", "ST_POS_DIR", "ST_POS_MOD"),
)
_UNITS = (("SUB_TYPE1", "SUB_ID1"), ("SUB_TYPE2", "SUB_ID2"))
COLUMNS = frozenset(
    {
        *("COUNTY_PIN", "CO_CODE", "SITE_ADDRESS", "POSTCOMM", "CTU_NAME", "ZIP", "ACRES_DEED"),
        *("HOMESTEAD", "DWELL_TYPE", "NUM_UNITS", "SALE_DATE", "SALE_VALUE", "EDIT_DATE", "TAX_NAME"),
        *_NAMES,
        *_NUMBER,
        *_STREET,
        *(each for unit in _UNITS for each in unit),
        *(f"{lines}{number}" for lines in ("OWN_ADD_L", "TAX_ADD_L") for number in range(1, 5)),
    }
)
"""The columns of the standard that are read."""
_YMD = re.compile(r"(\d{4})[-/]?(\d{2})[-/]?(\d{2})")
_MDY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a row: the column, what stands there, and why it cannot be taken."""

    fault: Fault
    column: str | None
    message: str


class RowRefused(Exception):
    """The row cannot be loaded."""

    def __init__(self, finding: Finding, pin: str | None) -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.pin = pin


@dataclass(frozen=True, slots=True)
class County:
    """The county a file is of: slug, code (`27` and three digits), the vintage of rows that tell none."""

    slug: str
    code: str
    vintage: date


@dataclass(frozen=True, slots=True)
class CountyRow:
    """A parcel as a county file tells it, without its outline."""

    pin: str
    pin_digits: str
    printed: str | None
    address: StreetAddress | None
    postal_city: str | None
    zip: str | None
    acres_deed: Decimal | None
    owners: tuple[Party, ...]
    taxpayers: tuple[Party, ...]
    sold_on: date | None
    sale_value_usd: int | None
    homestead: bool | None
    dwelling: bool
    vintage: date


class RowReader:
    """Reads rows of one county's file; `blanks` are what the county writes where it knows nothing."""

    def __init__(self, county: County, today: date, blanks: Collection[str]) -> None:
        self._county, self._today, self._blanks = county, today, frozenset(blanks)

    def read(self, told: Mapping[str, Any]) -> tuple[CountyRow, list[Finding]]:
        """Give the row and what was dropped of it. Raises RowRefused."""
        pin = self._pin(told)
        self._require_county(told, pin)
        notes: list[Finding] = []
        printed = self._printed(told)
        vintage = self._date(told, "EDIT_DATE", notes) or self._county.vintage
        row = CountyRow(
            pin=pin,
            pin_digits=pin_digits(pin),
            printed=printed,
            address=_address(printed),
            postal_city=self._text(told, "POSTCOMM") or self._text(told, "CTU_NAME"),
            zip=self._text(told, "ZIP"),
            acres_deed=self._acres(told, notes),
            owners=self._owners(told, notes),
            taxpayers=self._parties(told, ("TAX_NAME",), "TAX_ADD_L"),
            sold_on=self._date(told, "SALE_DATE", notes),
            sale_value_usd=self._count(told, "SALE_VALUE"),
            homestead=_yes(self._text(told, "HOMESTEAD")),
            dwelling=bool(self._text(told, "DWELL_TYPE") or self._count(told, "NUM_UNITS")),
            vintage=vintage,
        )
        return row, notes

    def _pin(self, told: Mapping[str, Any]) -> str:
        written = told.get("COUNTY_PIN")
        pin = "" if written is None else str(written).strip()
        if not pin or pin.upper() in self._blanks:
            raise RowRefused(Finding("no_pin", "COUNTY_PIN", "the row has no PIN"), None)
        if len(pin_digits(pin)) < PIN_LEAST_CHARACTERS or len(pin) > 40 or not _is_readable(pin):
            message = f"{pin[:40]!r} is no PIN"
            raise RowRefused(Finding("junk_pin", "COUNTY_PIN", message), printable(pin)[:40])
        return pin

    def _require_county(self, told: Mapping[str, Any], pin: str) -> None:
        code = self._text(told, "CO_CODE")
        if code is not None and code != self._county.code:
            message = f"the row is of county {code}, the file of {self._county.code}"
            raise RowRefused(Finding("other_county", "CO_CODE", message), pin)

    def _owners(self, told: Mapping[str, Any], notes: list[Finding]) -> tuple[Party, ...]:
        written = str(told.get("OWNER_NAME") or "").strip()
        if written and written.upper() in self._blanks:
            notes.append(Finding("sentinel", "OWNER_NAME", f"{written!r} is no name"))
        return self._parties(told, _NAMES, "OWN_ADD_L")

    def _parties(self, told: Mapping[str, Any], names: tuple[str, ...], lines: str) -> tuple[Party, ...]:
        mailing = tuple(
            line for number in range(1, 5) if (line := self._text(told, f"{lines}{number}")) is not None
        )
        return tuple(Party(name, mailing) for each in names if (name := self._text(told, each)))

    def _printed(self, told: Mapping[str, Any]) -> str | None:
        whole = self._text(told, "SITE_ADDRESS")
        if whole is not None:
            return whole
        if self._text(told, "ST_NAME") is None or self._text(told, "ANUMBER") is None:
            return None
        before, number, after = (self._text(told, name) or "" for name in _NUMBER)
        house = f"{before} {number}".strip() + (f" {after}" if "/" in after else after)
        street = [self._text(told, name) for name in _STREET]
        units = [_unit(self._text(told, kind), self._text(told, id_)) for kind, id_ in _UNITS]
        return " ".join(part for part in (house, *street, *units) if part)

    def _acres(self, told: Mapping[str, Any], notes: list[Finding]) -> Decimal | None:
        written = told.get("ACRES_DEED")
        if written is None or str(written).strip() == "":
            return None
        try:
            acres = Decimal(str(written)).quantize(Decimal("0.0001"))
        except InvalidOperation:  # no number at all, or one of too many digits
            notes.append(Finding("impossible_number", "ACRES_DEED", f"{written!r} is no number of acres"))
            return None
        if acres.is_zero():
            return None
        if not (acres.is_finite() and 0 < acres < 1_000_000):
            notes.append(Finding("sentinel", "ACRES_DEED", f"{written} is no number of acres"))
            return None
        return acres

    def _count(self, told: Mapping[str, Any], name: str) -> int | None:
        written = told.get(name)
        try:
            number = int(float(written)) if written not in (None, "") else None
        except (ValueError, OverflowError, TypeError):
            return None
        return number if number is not None and number > 0 else None

    def _date(self, told: Mapping[str, Any], name: str, notes: list[Finding]) -> date | None:
        written = told.get(name)
        if written is None or str(written).strip().upper() in self._blanks:
            return None
        day = _day(written)
        if day is None or not EARLIEST_SALE <= day <= self._today:
            shown = printable(str(written)[:10])
            message = f"{shown} is no day between {EARLIEST_SALE} and today"
            notes.append(Finding("impossible_date", name, message))
            return None
        return day

    def _text(self, told: Mapping[str, Any], name: str) -> str | None:
        written = told.get(name)
        if written is None:
            return None
        if isinstance(written, float) and written.is_integer():
            written = int(written)
        text = printable(" ".join(str(written).split()))
        return None if text.upper() in self._blanks else text[:200]


def printable(text: str) -> str:
    """Give a text without what cannot be printed on a letter or a screen."""
    return text if text.isprintable() else "".join(each for each in text if each.isprintable())


def _is_readable(text: str) -> bool:
    return text.isprintable() and "\ufffd" not in text


def _address(printed: str | None) -> StreetAddress | None:
    if printed is None:
        return None
    try:
        return read_address(printed)
    except UnreadableAddress:
        return None


def _unit(kind: str | None, number: str | None) -> str:
    if number is None:
        return ""
    return f"{kind or 'Unit'} {number}" if not re.match(r"(?i)(unit|apt|ste|#)", number) else number


def _yes(text: str | None) -> bool | None:
    return None if text is None else text[:1].upper() in {"Y", "1", "H"}


def _day(written: Any) -> date | None:
    if isinstance(written, datetime):
        return written.date()
    if isinstance(written, date):
        return written
    text = str(written).strip()
    found = _YMD.match(text)
    parts = (found[1], found[2], found[3]) if found else None
    if parts is None and (found := _MDY.match(text)):
        parts = (found[3], found[1], found[2])
    try:
        return None if parts is None else date(*map(int, parts))
    except ValueError:
        return None
