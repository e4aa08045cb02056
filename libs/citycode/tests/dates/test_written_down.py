"""What codes/TIME.md shows is what the packs' models take."""

import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from citycode.packs.errors import ErrorLog
from citycode.packs.kinds import BY_KEY
from citycode.packs.tree import plain, read_tree

from libs.citycode.tests.lawbooks import CODES

SHOWN = re.compile(r"```yaml\n(.*?)```", re.DOTALL)


def read(block: str) -> dict[str, list[dict[str, Any]]]:
    """As a pack is read: `on` is a key, not a yes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shown.yaml"
        path.write_text(block)
        node = read_tree(path, ErrorLog("shown.yaml"))
    assert node is not None
    shown: dict[str, list[dict[str, Any]]] = plain(node)
    return shown


ELEMENTS = [
    (key, element)
    for block in SHOWN.findall((CODES / "TIME.md").read_text())
    for key, elements in read(block).items()
    for element in elements
]


def test_every_kind_about_time_is_shown() -> None:
    assert {key for key, _ in ELEMENTS} == {
        "clocks",
        "terms",
        "periods",
        "transfers",
        "holds",
        "caps",
        "ladders",
    }


@pytest.mark.parametrize(
    ("key", "element"), ELEMENTS, ids=lambda each: each if isinstance(each, str) else each["id"]
)
def test_what_is_shown_can_be_written(key: str, element: dict[str, Any]) -> None:
    model = BY_KEY[key].model.model_validate(element)

    assert getattr(model, "id") == element["id"]  # noqa: B009 – every model of these kinds has one


@pytest.mark.parametrize(
    "row", [line for line in (CODES / "TIME.md").read_text().splitlines() if line.startswith("| `")]
)
def test_keys_of_the_tables_are_keys_of_the_models(row: str) -> None:
    known = {
        field.alias or name
        for key in ("clocks", "terms", "periods", "ladders")
        for name, field in BY_KEY[key].model.model_fields.items()
    }
    steps = BY_KEY["ladders"].model.model_fields["steps"].annotation
    known |= {field.alias or name for name, field in steps.__args__[0].model_fields.items()}  # type: ignore[union-attr]
    (cell,) = re.findall(r"^\| (.*?) \| ", row)
    keys = {each for code in re.findall(r"`([^`]*)`", cell) for each in re.findall(r"^[a-z_]+", code)}

    assert keys <= known, keys - known
