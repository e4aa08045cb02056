"""`python -m citycode.documentation <folder> [codes]`: the law of each program as a page for an attorney."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from citycode.law import Law, load_law
from citycode.packs.errors import PackErrors


def pages(law: Law) -> dict[str, str]:
    """Markdown by the page's path below the folder: a page per program and an index."""
    return {"index.md": "\n".join(["# The law", *(f"- {each.name}" for each in law.cities.values()), ""])}


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m citycode.documentation <folder> [codes]")
        return 2
    folder = Path(arguments[0])
    try:
        law = load_law(Path(arguments[1] if len(arguments) == 2 else "codes"))
    except PackErrors as wrong:
        print(wrong)
        return 1
    for name, text in pages(law).items():
        page = folder / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    print(f"{folder}: {len(pages(law))} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
