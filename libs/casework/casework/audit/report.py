"""What the verifier found."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class BadEntry:
    """The first entry of a record's history that does not hold, and in what."""

    city: str
    record_id: UUID
    seq: int
    why: str

    def __str__(self) -> str:
        return f"{self.city} record {self.record_id} entry {self.seq}: {self.why}"


@dataclass(frozen=True, slots=True)
class BadAnchor:
    """An anchor that does not follow the one before it, or is gone."""

    city: str
    number: int
    why: str

    def __str__(self) -> str:
        return f"{self.city} anchor {self.number}: {self.why}"


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row beside the history that contradicts it: books that do not balance, a receipt of another hash."""

    table: str
    key: str
    why: str

    def __str__(self) -> str:
        return f"{self.table} {self.key}: {self.why}"


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Everything looked at. `bad_entries` name the first bad entry of each record that has one."""

    records: int
    entries: int
    anchors: int
    bad_entries: tuple[BadEntry, ...]
    bad_anchors: tuple[BadAnchor, ...] = ()
    bad_rows: tuple[BadRow, ...] = ()

    @property
    def holds(self) -> bool:
        """Nothing was found."""
        return not (self.bad_entries or self.bad_anchors or self.bad_rows)

    def lines(self) -> tuple[str, ...]:
        """As people read it, the count last."""
        found = (*self.bad_entries, *self.bad_anchors, *self.bad_rows)
        counted = f"{self.entries} entries of {self.records} records, {self.anchors} anchors"
        verdict = "all hold" if self.holds else f"{len(found)} do not hold"
        return (*(str(each) for each in found), f"{counted}: {verdict}")
