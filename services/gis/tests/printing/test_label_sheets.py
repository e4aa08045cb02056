"""Mailing labels: as many sheets as it takes, and no text that is not printed."""

import re

import pytest
from gis.printing.label_sheets import label_sheets

MARKUP = "#panic() *Ada* $x$ @nobody <here> \\ `raw`"


def sheets_of(pdf: bytes) -> int:
    return int(re.findall(rb"/Count (\d+)", pdf)[0])


@pytest.mark.parametrize(("letters", "sheets"), [(0, 1), (1, 1), (30, 1), (31, 2), (90, 3)])
def test_thirty_labels_fill_a_sheet(letters: int, sheets: int) -> None:
    row = {"names": ["Ada Vang"], "mailing_lines": ["PO Box 7", "Stillwater, MN 55082"]}

    pdf = label_sheets([row] * letters)

    assert pdf.startswith(b"%PDF-")
    assert sheets_of(pdf) == sheets


def test_a_name_is_text_whatever_it_is_spelled_like() -> None:
    rows = [{"names": [MARKUP], "mailing_lines": [MARKUP, "Łódź 東京"]}]

    assert sheets_of(label_sheets(rows)) == 1


def test_too_much_text_stays_on_its_label() -> None:
    full = {"names": ["A very long name indeed"] * 20, "mailing_lines": ["1 Road " * 25] * 5}

    assert sheets_of(label_sheets([full] * 30)) == 1
