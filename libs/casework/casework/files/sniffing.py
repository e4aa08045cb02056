"""What a file is, by its bytes: one of the few types that are kept, and harmless."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from casework.files.archives import ArchiveLimits, require_harmless
from casework.files.images import require_drawable
from casework.files.refusals import FileUnsafe, NotAsClaimed, TypeNotAllowed

PDF = "application/pdf"
ZIP = "application/zip"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
IMAGES = ("image/png", "image/jpeg", "image/tiff")
KEPT = (PDF, *IMAGES, DOCX, XLSX, ZIP)

_MAGIC = {
    b"%PDF-": PDF,
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"II*\x00": "image/tiff",
    b"MM\x00*": "image/tiff",
    b"PK\x03\x04": ZIP,
    b"PK\x05\x06": ZIP,
}
_OFFICE = {"word/document.xml": DOCX, "xl/workbook.xml": XLSX}
_UNSAID = ("", "application/octet-stream", "binary/octet-stream")
_SAME = {"image/jpg": "image/jpeg", "image/tif": "image/tiff", "application/x-zip-compressed": ZIP}
_PDF_TAIL_BYTES = 2_048
_HEAD_BYTES = 4_096


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a file and what is in it may be."""

    file_bytes: int = 50 * 2**20
    pixels: int = 175_000_000
    archive: ArchiveLimits = field(default_factory=ArchiveLimits)
    types: tuple[str, ...] = KEPT


def media_type_of(path: Path, limits: Limits, claimed: str | None = None) -> str:
    """The type of a file that may be kept.

    Raises TypeNotAllowed, NotAsClaimed when the sender said another type, FileUnsafe.
    """
    with path.open("rb") as opened:
        head = opened.read(_HEAD_BYTES)
    found = _by_magic(head)
    if found is None or (found != ZIP and found not in limits.types):
        raise TypeNotAllowed(found or _named(head), limits.types)
    if found == ZIP:
        found = _office_or_zip(require_harmless(path, limits.archive))
        if found not in limits.types:
            raise TypeNotAllowed(found, limits.types)
    elif found in IMAGES:
        require_drawable(path, found, limits.pixels)
    else:
        _require_whole_pdf(path)
    said = _said(claimed)
    if said is not None and said != found:
        raise NotAsClaimed(said, found)
    return found


def _by_magic(head: bytes) -> str | None:
    return next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)


def _named(head: bytes) -> str | None:
    """What a file that is not kept seems to be, to say it to the sender."""
    import puremagic  # loaded at the first refusal: services start lean

    try:
        return str(puremagic.from_string(head, mime=True)) or None
    except (puremagic.PureError, ValueError):
        return None


def _office_or_zip(names: frozenset[str]) -> str:
    if "[Content_Types].xml" not in names:
        return ZIP
    return next((kind for name, kind in _OFFICE.items() if name in names), ZIP)


def _require_whole_pdf(path: Path) -> None:
    with path.open("rb") as opened:
        size = opened.seek(0, 2)
        opened.seek(max(0, size - _PDF_TAIL_BYTES))
        if b"%%EOF" not in opened.read():
            raise FileUnsafe("The PDF is cut off.")


def _said(claimed: str | None) -> str | None:
    plain = (claimed or "").split(";")[0].strip().lower()
    return None if plain in _UNSAID else _SAME.get(plain, plain)
