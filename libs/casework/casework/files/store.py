"""The store: a folder per city in which each content lies once, under its own hash.

A file is written to a temporary name, looked at, made durable and moved into place in one step: it is there
whole or not at all. No name that a sender gave ever becomes part of a path.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from casework.documents import StoredFile
from casework.files.refusals import FileTooLarge, FileUnsafe
from casework.files.sniffing import Limits, media_type_of

_CITY = re.compile(r"[a-z][a-z0-9-]{0,63}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_INCOMING = "incoming"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
LEFT_BEHIND_S = 24 * 3600


class FileMissing(Exception):
    """The store does not hold this content."""


class StoreFull(Exception):
    """There is no room for the file (an answer of 507); nothing of it stays."""


class FileStore:
    """Keeps files under `folder`. Safe for several processes on one machine or a shared file system.

    `seconds` gives the age of files for the sweep (`time.time`).
    """

    def __init__(
        self, folder: Path, limits: Limits | None = None, seconds: Callable[[], float] = time.time
    ) -> None:
        self._folder = folder
        self._limits = limits or Limits()
        self._seconds = seconds

    def take(self, city: str, chunks: Iterable[bytes], claimed: str | None = None) -> StoredFile:
        """Keep the bytes of one file as they come in; the same content again is kept once.

        Raises FileTooLarge as soon as there are too many, TypeNotAllowed, NotAsClaimed, FileUnsafe; nothing
        stays then, nor when `chunks` raises, nor with StoreFull.
        """
        with self.incoming(city) as arriving:
            for chunk in chunks:
                arriving.write(chunk)
            return arriving.keep(claimed)

    @contextmanager
    def incoming(self, city: str) -> Iterator[Incoming]:
        """Take a file piece by piece: `write`, then `keep`. What is not kept is gone afterwards."""
        home = self._home(city)
        temporary = home / _INCOMING / secrets.token_hex(16)
        try:
            temporary.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("xb") as opened:
                yield Incoming(city, home, temporary, opened, self._limits)
        except OSError as error:
            if error.errno in _NO_ROOM:
                raise StoreFull from error
            raise
        finally:
            temporary.unlink(missing_ok=True)

    def open(self, city: str, sha256: str) -> BufferedReader:
        """The content, opened to be read. Raises FileMissing."""
        try:
            return self._place(city, sha256).open("rb")
        except OSError as error:
            raise FileMissing(sha256) from error

    def holds(self, city: str, sha256: str) -> bool:
        """Whether the content is there and is what its hash says."""
        try:
            with self.open(city, sha256) as opened:
                return hashlib.file_digest(opened, "sha256").hexdigest() == sha256
        except FileMissing:
            return False

    def sweep(self, city: str, forget: Callable[[str], bool], older_than_s: float = LEFT_BEHIND_S) -> int:
        """Delete old contents that `forget` lets go, and what interrupted uploads left; gives how many.

        `forget` is asked per hash and gives False for what a record still refers to
        (`storage.documents.drop_unreferred`). Young files are left alone: their record may be on its way.
        """
        home = self._home(city)
        before = self._seconds() - older_than_s
        gone = 0
        for left in (home / _INCOMING).glob("*"):
            if _age(left) < before:
                left.unlink(missing_ok=True)
                gone += 1
        for kept in home.glob("??/*"):
            if _age(kept) < before and _SHA256.fullmatch(kept.name):
                with _locked(home, fcntl.LOCK_EX):
                    if _age(kept) < before and forget(kept.name):
                        kept.unlink(missing_ok=True)
                        gone += 1
        return gone

    def _home(self, city: str) -> Path:
        if not _CITY.fullmatch(city):
            raise ValueError(f"{city!r} is no slug of a city")
        return self._folder / city

    def _place(self, city: str, sha256: str) -> Path:
        if not _SHA256.fullmatch(sha256):
            raise FileMissing(sha256)
        return self._home(city) / sha256[:2] / sha256


class Incoming:
    """A file on its way in."""

    def __init__(self, city: str, home: Path, temporary: Path, opened: BinaryIO, limits: Limits) -> None:
        self._city = city
        self._home = home
        self._temporary = temporary
        self._opened = opened
        self._limits = limits
        self._hash = hashlib.sha256()
        self._size = 0

    def write(self, chunk: bytes) -> None:
        """Add bytes. Raises FileTooLarge."""
        self._size += len(chunk)
        if self._size > self._limits.file_bytes:
            raise FileTooLarge(self._limits.file_bytes)
        self._hash.update(chunk)
        self._opened.write(chunk)

    def keep(self, claimed: str | None = None) -> StoredFile:
        """Look at it and move it to its place, durably. Raises TypeNotAllowed, NotAsClaimed, FileUnsafe."""
        if self._size == 0:
            raise FileUnsafe("The file is empty.")
        self._opened.flush()
        media_type = media_type_of(self._temporary, self._limits, claimed)
        os.fsync(self._opened.fileno())
        sha256 = self._hash.hexdigest()
        place = self._home / sha256[:2] / sha256
        place.parent.mkdir(exist_ok=True)
        with _locked(self._home, fcntl.LOCK_SH):
            os.replace(self._temporary, place)
            for folder in (place.parent, self._home):
                _make_durable(folder)
        return StoredFile(self._city, sha256, media_type, self._size)


@contextmanager
def _locked(home: Path, how: int) -> Iterator[None]:
    """Uploads share the lock; the sweep takes it alone, so that it deletes nothing that just came again."""
    with (home / ".lock").open("a") as lock:
        fcntl.flock(lock, how)
        yield


def _make_durable(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return float("inf")
