"""A tutorial as steps: the fenced blocks of its Markdown, carried out in a folder as a reader would."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)(?: (file|append)=(\S+))?\n(.*?)^```$", re.M | re.S)
ANYTHING = "…"


@dataclass(frozen=True, slots=True)
class Step:
    """One block: to write, append or change the file `path`, or commands with what they print."""

    language: str
    how: str
    path: str
    text: str


def steps_of(markdown: str) -> list[Step]:
    return [Step(*(each or "" for each in found.groups())) for found in BLOCK.finditer(markdown)]


def carry_out(step: Step, folder: Path, run: Callable[[str], str] | None) -> None:
    """Do what the block says; without `run` commands are passed over. Raises AssertionError."""
    if step.language == "console":
        for command, shown in commands(step.text):
            if run is not None:
                require_alike(command, shown, run(command))
        return
    path = folder / step.path
    if step.language == "diff":
        path.write_text(changed(path.read_text(), step.text))
    elif step.how == "append":
        path.write_text(path.read_text() + step.text)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step.text)


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command after `$ `, with the lines pasted below it."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, *shown = part.rstrip("\n").split("\n")
        yield command, shown


def changed(text: str, diff: str) -> str:
    """`text` with the lines of the diff in place of those it begins with; they stand there exactly once."""
    lines = diff.rstrip("\n").split("\n")
    old = "".join(f"{each[1:]}\n" for each in lines if not each.startswith("+"))
    new = "".join(f"{each[1:]}\n" for each in lines if not each.startswith("-"))
    assert text.count(old) == 1, f"these lines do not stand there once:\n{old}"
    return text.replace(old, new)


def require_alike(command: str, shown: list[str], printed: str) -> None:
    """What is pasted is what is printed; `…` stands for any lines. A command may be pasted without output."""
    if not shown:
        return
    wanted = "".join(r"(?:.*\n)*?" if each == ANYTHING else f"{re.escape(each)}\n" for each in shown)
    assert re.fullmatch(wanted, printed), f"$ {command}\n{printed}"
