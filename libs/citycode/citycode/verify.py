"""`python -m citycode.verify <receipt> [codes]`: replays a receipt without any service, or says why not.

`<receipt>` is a file of the bytes that were kept, of a check or of a decision that holds one under `check`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citycode.commands import finished
from citycode.law import Law, load_law
from citycode.packs.errors import PackErrors
from citycode.receipts import OtherEngine, ReplayError, asked_again, canonical_bytes, replay


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the bytes came out equal, and if not `why`.

    Where only the engine is another it was asked again: `differences` are the places of the kept answer that
    it answers otherwise now (JSON pointers); None where it could not be asked.
    """

    replayed: bool
    why: str = ""
    differences: tuple[str, ...] | None = None


def verify(law: Law, canonical: bytes) -> Verdict:
    """Replay the receipt. What later engines add to an answer is no difference."""
    try:
        replay(law, canonical)
    except OtherEngine as other:
        try:
            kept, now = json.loads(canonical)["answer"], asked_again(law, canonical)
        except ReplayError as wrong:
            return Verdict(False, f"{other} {wrong}")
        return Verdict(False, str(other), tuple(_unlike(kept, now, "")))
    except ReplayError as wrong:
        return Verdict(False, str(wrong))
    return Verdict(True)


def _unlike(kept: Any, now: Any, at: str) -> Iterator[str]:
    """The deepest places of what was kept that are another, or are gone."""
    if at == "/engine_version":
        return
    if isinstance(kept, dict) and isinstance(now, dict):
        for key, value in kept.items():
            yield from _unlike(value, now.get(key), f"{at}/{key}")
    elif isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        for place, (before, after) in enumerate(zip(kept, now, strict=True)):
            yield from _unlike(before, after, f"{at}/{place}")
    elif kept != now:
        yield at


def _of_check(kept: bytes) -> bytes:
    """The receipt of a check; that of a decision holds one."""
    try:
        content = json.loads(kept)
    except ValueError:
        return kept
    inside = content.get("check") if isinstance(content, dict) else None
    return canonical_bytes(inside) if isinstance(inside, dict) else kept


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2 or any(each.startswith("-") for each in arguments):
        print("Name the file of the receipt: python -m citycode.verify <receipt> [codes]")
        return 2
    try:
        kept = Path(arguments[0]).read_bytes()
        law = load_law(Path(arguments[1] if len(arguments) == 2 else "codes"))
    except (OSError, PackErrors) as wrong:
        print(wrong)
        return 2
    print(f"SHA-256 {hashlib.sha256(kept).hexdigest()}")
    found = verify(law, _of_check(kept))
    if found.replayed:
        print("Replayed: the same law and the same facts give the same bytes.")
        return 0
    print(f"Not replayed. {found.why}")
    if found.differences == ():
        print("Asked again, this engine gives the same answer.")
    elif found.differences:
        print(f"Asked again, this engine answers otherwise at {', '.join(found.differences)}.")
    return 1


if __name__ == "__main__":
    sys.exit(finished(main, sys.argv[1:]))
