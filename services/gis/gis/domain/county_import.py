"""A county file that was sent: how far its import is, and what came of it."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal
from uuid import UUID

from gis.domain.county_row import Finding

ImportStatus = Literal["receiving", "waiting", "running", "done", "failed"]
PARTS_MAX = 400
"""Parts of at most 700,000 bytes: files of up to 280 MB over HTTP. Larger ones: `gis.import_file`."""
PART_MAX_BYTES = 700_000
VANISHED_MAX_SHARE = 0.2
"""A whole county's file that lacks more than this share of its known parcels is taken for a part of one."""


class UnknownImport(Exception):
    """No such import in this city."""


class FileOfTomorrow(Exception):
    """The file is said to be of a day that has not come."""

    def __init__(self, today: date) -> None:
        super().__init__(f"the file was made on {today} at the latest")


class ImportNotReceiving(Exception):
    """The import has everything already, or is over: parts can no longer be sent or the import started."""

    def __init__(self, status: ImportStatus) -> None:
        super().__init__(status)
        self.status = status


class PartsMissing(Exception):
    """Parts of the file were not received; `numbers` names them (at most ten)."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        super().__init__(str(numbers))
        self.numbers = numbers


class ImportRefused(Exception):
    """The file as a whole is not loaded; nothing has changed. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class CountyImport:
    """One import. `vintage` is the day the county's file tells; rows with a day of their own keep it.

    `whole_county`: parcels the file does not have are gone. `rows_read` of `row_count` (None: not known
    before) is its progress. `cities`: of the cities served, those the sender may send for; None: every one.
    """

    id: UUID
    city: str
    status: ImportStatus
    county: str
    county_code: str
    file_name: str
    vintage: date
    whole_county: bool
    parts: int
    asked_at: datetime
    asked_by: str
    rows_read: int
    row_count: int | None
    finished_at: datetime | None
    failure: str | None
    report: dict[str, object] | None
    version: int
    cities: list[str] | None = None


@dataclass(frozen=True, slots=True)
class RowFinding:
    """What was found of a row: refused, or loaded without one value."""

    row: int
    pin: str | None
    finding: Finding
    refused: bool


@dataclass
class Tally:
    """Counts of an import as it runs. Rows are loaded or refused; both together are all rows."""

    rows: int = 0
    findings: list[RowFinding] = field(default_factory=list)
    refused: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def refuse(self, row: int, pin: str | None, finding: Finding) -> None:
        """Count a row that is not loaded."""
        self.refused += 1
        self._note(RowFinding(row, pin, finding, True))

    def note(self, row: int, pin: str, finding: Finding) -> None:
        """Count a value that was dropped."""
        self._note(RowFinding(row, pin, finding, False))

    def _note(self, found: RowFinding) -> None:
        self.faults[found.finding.fault] += 1
        if found.refused or len(self.findings) < NOTES_MAX:
            self.findings.append(found)


NOTES_MAX = 20_000
"""How many dropped values are kept one by one; refused rows are all kept."""
