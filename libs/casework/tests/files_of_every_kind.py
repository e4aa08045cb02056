"""Small files of every kind that is kept, and hostile ones."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping

from PIL import Image

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def image(kind: str, width: int = 8, height: int = 8, pages: int = 1) -> bytes:
    """A real picture as PNG, JPEG or TIFF."""
    written = io.BytesIO()
    picture = Image.new("1" if kind == "TIFF" else "RGB", (width, height))
    more = [picture] * (pages - 1)
    if more:
        picture.save(written, kind, save_all=True, append_images=more)
    else:
        picture.save(written, kind)
    return written.getvalue()


def archive(
    members: Mapping[str, bytes] | Iterable[tuple[str | zipfile.ZipInfo, bytes]],
    packing: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """A zip archive of these members."""
    written = io.BytesIO()
    pairs = members.items() if isinstance(members, Mapping) else members
    with zipfile.ZipFile(written, "w", packing) as made:
        for name, content in pairs:
            made.writestr(name, content)
    return written.getvalue()


def office(part: str, **more: bytes) -> bytes:
    """A document of word (`word/document.xml`) or a workbook (`xl/workbook.xml`)."""
    return archive({"[Content_Types].xml": b"<Types/>", part: b"<x/>", **more})


def png_header(width: int, height: int) -> bytes:
    """A picture that claims a size and has nothing to show for it."""
    header = struct.pack(">LLBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", b"") + _chunk(b"IEND", b"")


def tiff_of_tags(tags: int, bytes_per_tag: int, filler: int) -> bytes:
    """A TIFF whose tags all point at the same bytes."""
    entries = b"".join(struct.pack("<HHLL", 60_000 + each, 1, bytes_per_tag, 8) for each in range(tags))
    directory_at = 8 + filler
    return (
        struct.pack("<2sHL", b"II", 42, directory_at)
        + bytes(filler)
        + struct.pack("<H", tags)
        + entries
        + bytes(4)
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return struct.pack(">L", len(content)) + kind + content + struct.pack(">L", checksum)
