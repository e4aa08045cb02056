"""Zip archives, and the office documents that are zip archives: refused when opening one would do harm.

What the directory of the archive says is checked first, then every member is unpacked into nothing against
the same limits, since a directory can lie.
"""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from casework.files.refusals import FileUnsafe

_END = struct.Struct("<4s4H2LH")
_END_MARK = b"PK\x05\x06"
_LONGEST_TAIL = _END.size + 65_535
_DIRECTORY_BYTES_PER_MEMBER = 1_024
_CHUNK = 1 << 16
_DEFLATED_OR_STORED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"7z\xbc\xaf", b"Rar!")
_MACROS = ("vbaproject.bin", "vbadata.xml")


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """How much an archive may hold."""

    members: int = 1_000
    unpacked_bytes: int = 200 * 2**20
    ratio: int = 100


def require_harmless(path: Path, limits: ArchiveLimits) -> frozenset[str]:
    """The names of the members. Raises FileUnsafe: too many, too large, too dense, nested, encrypted, linked,
    overlapping, outside their folder, with macros, or broken.
    """
    with path.open("rb") as opened:
        _require_small_directory(opened, limits)
        try:
            with zipfile.ZipFile(opened) as archive:
                members = archive.infolist()
                _require_fair(members, limits)
                unpacked = 0
                for each in members:
                    unpacked += _unpacked(archive, each, limits.unpacked_bytes - unpacked)
                return frozenset(each.filename for each in members)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise FileUnsafe("The archive is broken.") from error
        except (struct.error, UnicodeError, OSError, ValueError) as error:
            if isinstance(error, FileUnsafe):
                raise
            raise FileUnsafe("The archive is broken.") from error


def _require_small_directory(opened: BinaryIO, limits: ArchiveLimits) -> None:
    """Before the library reads the directory into memory."""
    size = opened.seek(0, os.SEEK_END)
    opened.seek(max(0, size - _LONGEST_TAIL))
    tail = opened.read()
    opened.seek(0)
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise FileUnsafe("The archive is broken: it has no directory.")
    _, disk, directory_disk, _, members, directory_bytes, begins, _ = _END.unpack_from(tail, at)
    if disk or directory_disk or members == 0xFFFF or begins == 0xFFFF_FFFF:
        raise FileUnsafe("The archive is of a kind that is not kept (many parts, or larger than 4 GiB).")
    if members > limits.members or directory_bytes > limits.members * _DIRECTORY_BYTES_PER_MEMBER:
        raise FileUnsafe(f"The archive has more than {limits.members} members.")


def _require_fair(members: list[zipfile.ZipInfo], limits: ArchiveLimits) -> None:
    if len(members) > limits.members:
        raise FileUnsafe(f"The archive has more than {limits.members} members.")
    if sum(each.file_size for each in members) > limits.unpacked_bytes:
        raise FileUnsafe(f"Unpacked the archive has more than {limits.unpacked_bytes // 2**20} MiB.")
    if len({each.filename for each in members}) < len(members):
        raise FileUnsafe("The archive holds two members of one name.")
    ends = 0
    for each in sorted(members, key=lambda it: it.header_offset):
        _require_plain(each, limits)
        if each.header_offset < ends:
            raise FileUnsafe("Members of the archive overlap.")
        ends = each.header_offset + each.compress_size


def _require_plain(member: zipfile.ZipInfo, limits: ArchiveLimits) -> None:
    path = PurePosixPath(member.filename.replace("\\", "/"))
    drive = len(member.filename) > 1 and member.filename[1] == ":"
    if path.is_absolute() or drive or ".." in path.parts or "\x00" in member.orig_filename:
        raise FileUnsafe("A member of the archive lies outside its folder.")
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise FileUnsafe("A member of the archive is a link or a device.")
    if member.flag_bits & 0x1 or member.compress_type not in _DEFLATED_OR_STORED:
        raise FileUnsafe("A member of the archive is encrypted or packed in an unusual way.")
    if path.name.lower() in _MACROS:
        raise FileUnsafe("The document holds macros.")
    if member.file_size > limits.ratio * max(member.compress_size, 1) and member.file_size > _CHUNK:
        raise FileUnsafe(f"A member of the archive unpacks to more than {limits.ratio} times its size.")


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> int:
    """How many bytes a member really has; read and thrown away."""
    size = 0
    with archive.open(member) as opened:
        while chunk := opened.read(_CHUNK):
            if size == 0 and chunk.startswith(_ARCHIVES):
                raise FileUnsafe("The archive holds another archive.")
            size += len(chunk)
            if size > most:
                raise FileUnsafe("Unpacked the archive is larger than allowed.")
    return size
