"""Documents: files kept by the hash of their content, and where a record refers to one."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from uuid import UUID

MOST_NAME_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in a city's store. `media_type` is what its bytes are, whatever the sender called it."""

    city: str
    sha256: str
    media_type: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A file as part of a record. `kind` is the law's word (a submittal's id) or `proof_of_service`, `photo`.

    `shown_name` is for people only, never a path. `data_class` is `public`, `private`, `confidential` or
    `protected`. Removing a reference keeps the row; the file goes when nothing refers to it.
    """

    id: UUID
    city: str
    record_id: UUID
    kind: str
    sha256: str
    shown_name: str
    data_class: str
    added_at: datetime
    added_by: str
    removed_at: datetime | None = None
    removed_by: str | None = None
    removed_because: str | None = None


def shown_name(given: str | None, fallback: str = "document") -> str:
    """A sender's file name made fit to be shown: no folders, no control or direction characters, short."""
    last = PurePosixPath((given or "").replace("\\", "/")).name
    plain = "".join(each for each in last if unicodedata.category(each)[0] != "C").strip(" .")
    return plain[:MOST_NAME_CHARACTERS] or fallback
