"""A notice list as a table: exact when read again, and nothing a spreadsheet would run."""

import csv
import io
from typing import Any

from gis.domain.letters_csv import COLUMNS, letters_csv
from hypothesis import given
from hypothesis import strategies as st

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)
RISKY = st.sampled_from(["=1+1", "+49", "-2", "@SUM(A1)", "\tx", "\rx", '"', "a,b", "line\nfeed"])


def a_row(name: str, line: str) -> dict[str, Any]:
    return {
        "names": [name],
        "mailing_lines": [line, "Lake Elmo, MN 55042"],
        "basis": ["owner"],
        "parcels": [{"pin": "11.029.21.24.0001"}, {"pin": "11.029.21.24.0002"}],
        "distance_ft": 12.5,
    }


def read(table: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table, newline="")))


def test_one_line_a_letter() -> None:
    head, line = read(letters_csv([a_row("Ada Lindahl", "5008 Legion Lane N")]))

    assert tuple(head) == COLUMNS
    assert line == [
        "Ada Lindahl", "5008 Legion Lane N", "Lake Elmo, MN 55042", "", "", "", "owner",
        "11.029.21.24.0001; 11.029.21.24.0002", "12.500",
    ]  # fmt: skip


@given(TEXT | RISKY, TEXT | RISKY)
def test_it_is_read_again_as_it_was_and_no_cell_starts_a_formula(name: str, line: str) -> None:
    _, told = read(letters_csv([a_row(name, line)]))

    assert [each.removeprefix("'") for each in told[:2]] == [name.removeprefix("'"), line.removeprefix("'")]
    assert not any(each.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for each in told)
