"""Only whole, harmless files of few kinds are kept, each content once; a hostile one leaves nothing."""

from __future__ import annotations

import hashlib
import io
import os
import resource
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from casework.documents import shown_name
from casework.files.refusals import FileRefused, FileTooLarge, FileUnsafe, NotAsClaimed, TypeNotAllowed
from casework.files.sniffing import DOCX, PDF, XLSX, ZIP, Limits
from casework.files.store import FileMissing, FileStore, StoreFull
from hypothesis import given
from hypothesis import strategies as st

from libs.casework.tests import files_of_every_kind as made

CITY = "fridley"
MIB = 2**20
HUNG_AFTER_S = 20.0


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    return FileStore(tmp_path / "files")


def left_in(folder: Path) -> list[Path]:
    return [each for each in folder.rglob("*") if each.is_file() and each.name != ".lock"]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (made.PDF, PDF),
        (made.image("PNG"), "image/png"),
        (made.image("JPEG"), "image/jpeg"),
        (made.image("TIFF"), "image/tiff"),
        (made.image("TIFF", pages=3), "image/tiff"),
        (made.office("word/document.xml"), DOCX),
        (made.office("xl/workbook.xml"), XLSX),
        (made.archive({"plans/a.txt": b"a" * 10}), ZIP),
    ],
)
def test_a_harmless_file_is_kept_under_its_hash(store: FileStore, content: bytes, kind: str) -> None:
    kept = store.take(CITY, [content[:7], content[7:]], claimed=kind)

    assert (kept.sha256, kept.media_type) == (hashlib.sha256(content).hexdigest(), kind)
    assert kept.size_bytes == len(content)
    with store.open(CITY, kept.sha256) as opened:
        assert opened.read() == content
    assert store.holds(CITY, kept.sha256)


def test_the_same_content_lies_there_once_and_only_in_its_city(store: FileStore, tmp_path: Path) -> None:
    first = store.take(CITY, [made.PDF])
    again = store.take(CITY, [made.PDF])

    assert first == again
    assert len(left_in(tmp_path)) == 1
    with pytest.raises(FileMissing):
        store.open("elk-river", first.sha256)


@pytest.mark.parametrize(
    ("content", "claimed", "refusal"),
    [
        (made.PDF, "image/png", NotAsClaimed),
        (made.archive({"a.txt": b"a"}), DOCX, NotAsClaimed),
        (made.image("PNG"), "application/pdf", NotAsClaimed),
        (b"MZ\x90\x00" + bytes(200), "application/pdf", TypeNotAllowed),
        (b"<html><script>alert(1)</script>", "image/png", TypeNotAllowed),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png", TypeNotAllowed),
        (b"GIF89a" + bytes(40), None, TypeNotAllowed),
        (b"", None, FileUnsafe),
        (b"%PDF-1.7\n1 0 obj", None, FileUnsafe),
        (made.image("PNG")[:40], None, FileUnsafe),
        (b"\xff\xd8\xff\xe0" + bytes(40), None, FileUnsafe),
        (b"II*\x00" + bytes(2), None, FileUnsafe),
        (b"PK\x03\x04" + bytes(100), None, FileUnsafe),
        (made.archive({"a.txt": b"a" * 4000})[:-30], None, FileUnsafe),
    ],
    ids=[
        "a PDF said to be a picture",
        "an archive said to be a text",
        "a picture said to be a PDF",
        "a program",
        "a page with a script",
        "a drawing that may run a script",
        "a kind not allowed",
        "nothing",
        "a broken PDF",
        "half a picture",
        "a broken photograph",
        "a broken scan",
        "a broken archive",
        "half an archive",
    ],
)
def test_lies_and_broken_files_leave_nothing(
    store: FileStore, tmp_path: Path, content: bytes, claimed: str | None, refusal: type[FileRefused]
) -> None:
    with pytest.raises(refusal):
        store.take(CITY, [content], claimed)

    assert left_in(tmp_path) == []


def linked() -> bytes:
    link = zipfile.ZipInfo("plans")
    link.external_attr = 0o120777 << 16
    return made.archive([(link, b"/etc/passwd")])


def twice() -> bytes:
    one = made.archive([("a.txt", b"a"), ("b.txt", b"b")])
    return one.replace(b"b.txt", b"a.txt")


def encrypted() -> bytes:
    plain = bytearray(made.archive({"a.txt": b"a"}))
    directory = plain.rfind(b"PK\x01\x02")
    plain[directory + 8] |= 1
    return bytes(plain)


def lying_about_its_size() -> bytes:
    packed = bytearray(made.archive({"a.bin": bytes(40 * MIB)}))
    directory = packed.rfind(b"PK\x01\x02")
    struct.pack_into("<L", packed, directory + 24, 30)
    return bytes(packed)


def overlapping() -> bytes:
    """A member whose content is at the same time the header and content of another."""
    inner = made.archive([("b.txt", b"b" * 50)], zipfile.ZIP_STORED)
    local, listed = inner[: inner.find(b"PK\x01\x02")], inner[inner.find(b"PK\x01\x02") : -22]
    outer = made.archive([("a.txt", b"filler" + local)], zipfile.ZIP_STORED)
    second = bytearray(listed)
    struct.pack_into("<L", second, 42, outer.find(b"filler") + 6)
    end = bytearray(outer[-22:])
    struct.pack_into("<HHL", end, 8, 2, 2, len(outer[:-22]) - outer.find(b"PK\x01\x02") + len(second))
    return outer[:-22] + bytes(second) + bytes(end)


BOMBS: dict[str, Callable[[], bytes]] = {
    "one to a thousand": lambda: made.archive({"a.bin": bytes(50 * MIB)}),
    "ten thousand members": lambda: made.archive({f"{each}.txt": b"" for each in range(10_000)}),
    "an archive in an archive": lambda: made.archive({"inner.dat": made.archive({"a.txt": b"a"})}),
    "a nested bomb in a document": lambda: made.office(
        "word/document.xml", **{"word/embeddings/a.bin": made.archive({"x": bytes(MIB)})}
    ),
    "much in many": lambda: made.archive({f"{each}.bin": os.urandom(40) * 26_000 for each in range(250)}),
    "outside its folder": lambda: made.archive({"../../etc/cron.d/x": b"x"}),
    "outside by a backslash": lambda: made.archive({"..\\..\\x.txt": b"x"}),
    "from the root": lambda: made.archive({"/etc/passwd": b"x"}),
    "from a drive": lambda: made.archive({"C:/x.txt": b"x"}),
    "a link": linked,
    "two of one name": twice,
    "encrypted": encrypted,
    "lying about its size": lying_about_its_size,
    "overlapping": overlapping,
    "macros": lambda: made.office("word/document.xml", **{"word/vbaProject.bin": b"x"}),
    "a flood of pixels": lambda: made.png_header(100_000, 100_000),
    "a few pixels too many": lambda: made.png_header(17_501, 10_000),
    "tags that point at the same bytes": lambda: made.tiff_of_tags(900, 20 * MIB, 20 * MIB),
    "pages without end": lambda: made.image("TIFF", 1, 1, pages=501),
}


@pytest.mark.parametrize("bomb", list(BOMBS))
def test_a_bomb_is_refused_quickly_in_little_memory_and_leaves_nothing(
    store: FileStore, tmp_path: Path, bomb: str
) -> None:
    content = BOMBS[bomb]()
    assert len(content) < 50 * MIB
    chunks = (content[at : at + MIB] for at in range(0, len(content), MIB))
    tracemalloc.start()
    began = time.process_time()

    with pytest.raises(FileUnsafe):
        store.take(CITY, chunks)

    took = time.process_time() - began
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert left_in(tmp_path) == []
    assert took < HUNG_AFTER_S
    assert peak < 64 * MIB


def test_an_endless_body_ends_at_the_limit(store: FileStore, tmp_path: Path) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        for chunk in repeat(b"%PDF-" + bytes(MIB - 5)):
            sent += len(chunk)
            yield chunk

    with pytest.raises(FileTooLarge, match="50 MiB"):
        store.take(CITY, endless())

    assert sent == 51 * MIB
    assert left_in(tmp_path) == []


@pytest.mark.parametrize(("more", "kept"), [(0, True), (1, False)])
def test_the_limit_itself_is_kept(tmp_path: Path, more: int, kept: bool) -> None:
    store = FileStore(tmp_path, Limits(file_bytes=len(made.PDF)))
    content = b"%PDF-" + b" " * more + made.PDF[5:]

    if kept:
        assert store.take(CITY, [content]).size_bytes == len(made.PDF)
    else:
        with pytest.raises(FileTooLarge):
            store.take(CITY, [content])


def test_a_full_disk_leaves_nothing(store: FileStore, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))  # the kernel refuses to write more
    try:
        with pytest.raises(StoreFull):
            store.take(CITY, repeat(made.PDF, 10_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert left_in(tmp_path) == []


def test_a_sender_who_goes_away_leaves_nothing(store: FileStore, tmp_path: Path) -> None:
    def interrupted() -> Iterator[bytes]:
        yield made.PDF
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        store.take(CITY, interrupted())

    assert left_in(tmp_path) == []


@pytest.mark.parametrize("city", ["../x", "", "Fridley", "a/b", "..", "a\x00b"])
def test_no_city_leads_out_of_the_folder(store: FileStore, city: str) -> None:
    with pytest.raises(ValueError, match="slug"):
        store.take(city, [made.PDF])


@pytest.mark.parametrize("sha256", ["../../../etc/passwd", "", "A" * 64, "a" * 63, "a" * 64 + "\n"])
def test_no_hash_leads_out_of_the_folder(store: FileStore, sha256: str) -> None:
    with pytest.raises(FileMissing):
        store.open(CITY, sha256)


def test_a_changed_file_is_not_what_its_hash_says(store: FileStore, tmp_path: Path) -> None:
    kept = store.take(CITY, [made.PDF])
    (found,) = left_in(tmp_path)
    found.write_bytes(made.PDF + b" ")

    assert not store.holds(CITY, kept.sha256)


def test_the_sweep_deletes_only_what_is_old_and_let_go(tmp_path: Path) -> None:
    store = FileStore(tmp_path, seconds=lambda: time.time() + 2 * 24 * 3600)
    wanted = store.take(CITY, [made.PDF])
    unwanted = store.take(CITY, [made.image("PNG")])
    (tmp_path / CITY / "incoming" / "left").write_bytes(b"half")

    gone = store.sweep(CITY, lambda sha256: sha256 == unwanted.sha256)
    young = FileStore(tmp_path).sweep(CITY, lambda _: True)

    assert (gone, young) == (2, 0)
    assert [each.name for each in left_in(tmp_path)] == [wanted.sha256]


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\plans\\survey.pdf", "survey.pdf"),
        ("a\r\nSet-Cookie: x.pdf", "aSet-Cookie: x.pdf"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("..", "document"),
        (None, "document"),
        ("Plan d’étage.pdf", "Plan d’étage.pdf"),
    ],
)
def test_a_name_is_shown_without_harm(given_name: str | None, shown: str) -> None:
    assert shown_name(given_name) == shown


@given(st.text())
def test_no_name_holds_a_folder_or_a_control_character(name: str) -> None:
    shown = shown_name(name)

    assert 0 < len(shown) <= 120
    assert not {"/", "\\", "\x00", "\n", "\r"} & set(shown)


@given(
    st.binary(max_size=300), st.sampled_from([b"PK\x03\x04", b"II*\x00", b"MM\x00*", b"\xff\xd8\xff", b""])
)
def test_any_bytes_are_kept_or_refused_in_order(content: bytes, head: bytes) -> None:
    with TemporaryDirectory() as folder:
        try:
            FileStore(Path(folder)).take(CITY, io.BytesIO(head + content))
        except FileRefused:
            assert left_in(Path(folder)) == []
