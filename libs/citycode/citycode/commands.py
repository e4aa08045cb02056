"""How the commands end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence


def finished(main: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """The exit code of `main`; a reader that has seen enough (`| head`) is no mistake."""
    try:
        code = main(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the flush at exit meets no pipe
        return 0
    return code


def counted(count: int, one: str, many: str) -> str:
    """`1 program`, `2 programs`."""
    return f"{count} {one if count == 1 else many}"
