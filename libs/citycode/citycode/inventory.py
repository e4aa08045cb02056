"""`python -m citycode.inventory <ordinances folder> [codes]`: writes codes/inventory.tsv.

The inventories are <city>.rules.yaml; the table keeps what identifies a rule: id, city, program, service,
kind, section, and the lines of the ordinance text.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from citycode.packs.errors import ErrorLog, PackErrors
from citycode.packs.inventory_rows import COLUMNS
from citycode.packs.tree import plain, read_tree

RULES = ".rules.yaml"


def inventory_table(ordinances: Path) -> str:
    """The table with one line per rule, cities in order. Raises PackErrors."""
    lines = ["\t".join(COLUMNS)]
    log = ErrorLog("")
    for path in sorted(ordinances.glob(f"*{RULES}")):
        city = path.name.removesuffix(RULES)
        tree = read_tree(path, log.for_file(path.name))
        for rule in plain(tree) if tree is not None else ():
            row = {**rule, "city": city, "lines": _lines(rule.get("lines"))}
            lines.append("\t".join(" ".join(str(row[column]).split()) for column in COLUMNS))
    if log.errors:
        raise PackErrors(log.errors)
    return "\n".join(lines) + "\n"


def _lines(raw: object) -> str:
    """`[3, 87]` → `3-87`."""
    if not isinstance(raw, list) or not raw:
        return ""
    return str(raw[0]) if raw[0] == raw[-1] else f"{raw[0]}-{raw[-1]}"


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m citycode.inventory <folder of <city>.rules.yaml> [codes]")
        return 2
    table = inventory_table(Path(arguments[0]))
    target = Path(arguments[1] if len(arguments) == 2 else "codes") / "inventory.tsv"
    target.write_text(table, encoding="utf-8")
    print(f"{target}: {table.count(chr(10)) - 1} rules")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
