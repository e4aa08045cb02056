"""What is wrong with a folder of packs, where, and how to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class PackError:
    """`file` is relative to the folder of the law; `line` counts from 1."""

    file: str
    line: int
    message: str
    mend: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}. {self.mend}"


class PackErrors(ValueError):
    """Every error of the folder, in the order of files and lines. `str()` is one line per error."""

    def __init__(self, errors: Iterable[PackError]) -> None:
        self.errors = tuple(sorted(set(errors)))
        super().__init__("\n".join(str(each) for each in self.errors))

    def __reduce__(self) -> tuple[type[PackErrors], tuple[tuple[PackError, ...]]]:
        return PackErrors, (self.errors,)


@dataclass(frozen=True, slots=True)
class ErrorLog:
    """Collects the errors of one file into the list of the whole folder."""

    file: str
    errors: list[PackError] = field(default_factory=list)

    def for_file(self, file: str) -> ErrorLog:
        return ErrorLog(file, self.errors)

    def add(self, line: int, message: str, mend: str) -> None:
        self.errors.append(PackError(self.file, line, message.rstrip("."), mend))


def nearest(wanted: str, known: Iterable[str], otherwise: str) -> str:
    """`Did you mean …?` when something known is spelled alike, else all that is known, after `otherwise`."""
    names = list(known)
    near = difflib.get_close_matches(wanted, names, n=2, cutoff=0.6)
    if near:
        return f"Did you mean {' or '.join(f'`{each}`' for each in near)}?"
    shown = ", ".join(f"`{each}`" for each in sorted(names)[:30])
    return f"{otherwise} {shown or 'none'}."
