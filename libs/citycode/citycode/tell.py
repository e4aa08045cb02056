"""`python -m citycode.tell codes`: reads and checks the law, and tells it to the process that asked."""

from __future__ import annotations

import sys
from pathlib import Path

from citycode.apart import REFUSED
from citycode.archive import tell
from citycode.late import unpacked_late
from citycode.law import load_law
from citycode.packs.errors import PackErrors


def main(codes: Path) -> int:
    """Write the law, or all that is wrong with it, and tell which by the exit code."""
    try:
        tell(unpacked_late(load_law(codes)), sys.stdout.buffer)
    except PackErrors as wrong:
        tell(wrong, sys.stdout.buffer)
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
