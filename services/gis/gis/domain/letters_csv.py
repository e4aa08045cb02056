"""A notice list as a table for mailing labels: one line a letter, safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

LINES = 5
COLUMNS = ("names", *(f"line_{number}" for number in range(1, LINES + 1)), "basis", "pins", "distance_ft")
_TRIGGERS = ("=", "+", "-", "@", "\t", "\r", "\n")


def letters_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Give the table (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_MINIMAL, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        lines = [*row["mailing_lines"], *[""] * LINES][:LINES]
        pins = "; ".join(parcel["pin"] for parcel in row["parcels"])
        told = ["; ".join(row["names"]), *lines, "; ".join(row["basis"]), pins, f"{row['distance_ft']:.3f}"]
        writer.writerow([safe_cell(each) for each in told])
    return out.getvalue()


def safe_cell(text: str) -> str:
    """Give the text so that no spreadsheet runs it."""
    return f"'{text}" if text.startswith(_TRIGGERS) else text
