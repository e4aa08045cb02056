"""YAML as the packs read it: words stay words, numbers are exact, lines are kept."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from citycode.packs.errors import ErrorLog
from citycode.packs.tree import line_at, plain, read_tree


def read(tmp_path: Path, text: str) -> object:
    path = tmp_path / "file.yaml"
    path.write_text(text)
    log = ErrorLog("file.yaml")
    tree = read_tree(path, log)
    assert log.errors == []
    assert tree is not None
    return plain(tree)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("yes", "yes"),
        ("on", "on"),
        ("No", "No"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("40", 40),
        ("-3", -3),
        ("0.15", Decimal("0.15")),
        ("1e3", "1e3"),
        (".nan", ".nan"),
        ("010", "010"),
        ("08:30", "08:30"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("2026-04-01", date(2026, 4, 1)),
        ('"2026-04-01"', "2026-04-01"),
        ('"40"', "40"),
        ("1/3", "1/3"),
    ],
)
def test_scalars(tmp_path: Path, written: str, value: object) -> None:
    assert read(tmp_path, f"key: {written}") == {"key": value}


def test_the_key_on_stays_a_word(tmp_path: Path) -> None:
    assert read(tmp_path, "on: sale") == {"on": "sale"}


def test_lines_follow_the_path(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("a:\n  - x: 1\n    y:\n      z: 2\n  - x: 3\nb: 4\n")
    tree = read_tree(path, ErrorLog("file.yaml"))
    assert tree is not None

    assert line_at(tree, ("a", 0, "y", "z")) == 4
    assert line_at(tree, ("a", 1)) == 5
    assert line_at(tree, ("b",)) == 6
    assert line_at(tree, ("a", 0, "missing")) == 2


@pytest.mark.parametrize("text", ["", "a: [1", "a: 1\na: 2", "a: &x 1\nb: *x", "a: !!set {}", "\x00"])
def test_what_cannot_be_read_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(text)
    log = ErrorLog("file.yaml")

    read_tree(path, log)

    assert log.errors
    assert all(each.mend for each in log.errors)
