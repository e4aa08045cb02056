"""Sheets of mailing labels: thirty to a letter-size sheet, 3 by 10, each 2 5/8 by 1 inch, as sold."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

TEMPLATE = Path(__file__).with_name("label_sheets.typ")


def label_sheets(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Give a PDF with one label for each row of a notice list (`names`, `mailing_lines`), in their order.

    A label too full for its size is set in smaller letters; nothing is left out. A list without rows gives
    one empty sheet.
    """
    import typst  # only who prints labels pays for it

    labels = [[", ".join(row["names"]), *row["mailing_lines"]] for row in rows]
    told = {"labels": json.dumps(labels, ensure_ascii=False)}
    pdf = typst.compile(TEMPLATE, format="pdf", sys_inputs=told, ignore_system_fonts=True)
    return bytes(pdf)
