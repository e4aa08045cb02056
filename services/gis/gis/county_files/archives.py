"""Unpacking what was uploaded: bounded in size and number, nothing outside its folder."""

import zipfile
from pathlib import Path

MEMBERS_MAX = 2_000
UNPACKED_MAX_BYTES = 4 * 2**30
RATIO_MAX = 200
"""How many times its size a zip may unpack to: county files pack 5 to 30 times."""


class FileRefused(Exception):
    """The file as a whole cannot be read; the message says what to send instead."""


def unpacked(path: Path, scratch: Path) -> list[Path]:
    """Give the files and FileGDB folders that `path` is or holds. Raises FileRefused."""
    if not zipfile.is_zipfile(path) or path.suffix.lower() in {".gpkg", ".gdb"}:
        return [path]
    with zipfile.ZipFile(path) as archive:
        members = [each for each in archive.infolist() if not each.is_dir()]
        total = sum(each.file_size for each in members)
        if len(members) > MEMBERS_MAX or total > min(
            UNPACKED_MAX_BYTES, RATIO_MAX * path.stat().st_size + 2**20
        ):
            raise FileRefused("the zip unpacks to more than a county file can be")
        for each in members:
            target = (scratch / each.filename).resolve()
            if not target.is_relative_to(scratch.resolve()) or each.filename.lower().endswith(".zip"):
                raise FileRefused(f"{each.filename!r} is no name a county file has in a zip")
            archive.extract(each, scratch)
    inside = sorted(scratch.rglob("*"))
    databases = [each for each in inside if each.is_dir() and each.suffix.lower() == ".gdb"]
    return databases or [each for each in inside if each.is_file()]
