"""The directories of a TIFF file: tags can all point at the same bytes, and readers load them each time."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

from casework.files.refusals import FileUnsafe

MOST_DIRECTORIES = 500
MOST_TAGS = 1_000
MOST_TAG_BYTES = 16 * 2**20
_BYTES_PER_TYPE = (0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4)  # TIFF 6.0, section 2; 13 is IFD
_INLINE_BYTES = 4


def require_fair_directories(path: Path) -> None:
    """Raises FileUnsafe: too many pages or tags, tags that hold more than any scan does, a broken chain."""
    with path.open("rb") as opened:
        order = "<" if opened.read(2) == b"II" else ">"
        opened.seek(4)
        try:
            (at,) = struct.unpack(f"{order}L", opened.read(4))
            seen: set[int] = set()
            while at and at not in seen:
                seen.add(at)
                if len(seen) > MOST_DIRECTORIES:
                    raise FileUnsafe(f"The image has more than {MOST_DIRECTORIES} pages.")
                at = _next_directory(opened, order, at)
        except struct.error as error:
            raise FileUnsafe("The image is broken.") from error


def _next_directory(opened: BinaryIO, order: str, at: int) -> int:
    opened.seek(at)
    (tags,) = struct.unpack(f"{order}H", opened.read(2))
    if tags > MOST_TAGS:
        raise FileUnsafe(f"The image has more than {MOST_TAGS} tags.")
    held = 0
    for _ in range(tags):
        _, kind, count, _ = struct.unpack(f"{order}HHLL", opened.read(12))
        size = count * (_BYTES_PER_TYPE[kind] if kind < len(_BYTES_PER_TYPE) else 1)
        held += size if size > _INLINE_BYTES else 0
    if held > MOST_TAG_BYTES:
        raise FileUnsafe("The tags of the image hold more than a scan needs.")
    (following,) = struct.unpack(f"{order}L", opened.read(4))
    return int(following)
