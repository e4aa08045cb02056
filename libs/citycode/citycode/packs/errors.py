"""What is wrong with a folder of packs, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


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
