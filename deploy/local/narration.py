"""Telling a scenario: each request and its answer, in words that are the same every time it runs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

from deploy.local.asking import Answer, Asker
from deploy.local.refusals import Refused
from deploy.local.telling import picked, told

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
HASH = re.compile(r"\b[0-9a-f]{64}\b")


class UnexpectedAnswer(Refused):
    """A step was answered otherwise than the scenario says; the text shows the answer."""


@dataclass
class Names:
    """Names for what differs at each run: ids a step named keep that name, others are numbered."""

    given: dict[str, str] = field(default_factory=dict)

    def name(self, identifier: str, name: str) -> None:
        """Call an id by `name` from now on."""
        self.given.setdefault(identifier, f"<{name}>")

    def replace(self, text: str) -> str:
        """Give the text with every id and hash replaced by its name."""
        return HASH.sub("<hash>", UUID.sub(self._named, text))

    def _named(self, found: re.Match[str]) -> str:
        return self.given.setdefault(found[0], f"<id-{len(self.given) + 1}>")


class Narrator:
    """Asks on behalf of roles and tells it. `write` takes the text, piece by piece."""

    def __init__(self, asker: Asker, write: Callable[[str], None]) -> None:
        self._asker = asker
        self._write = write
        self._names = Names()

    def say(self, text: str) -> None:
        """Tell something."""
        self._write(f"{text}\n\n")

    def moment(self, instant: str) -> None:
        """Let it be `instant`, and tell it."""
        self._asker.set_clock(instant)
        moment = datetime.fromisoformat(instant)
        self._write(f"== {moment:%A, %B} {moment.day}, {moment:%Y, %H:%M} ==\n\n")

    def ask(
        self,
        role: str | None,
        method: str,
        path: str,
        body: Any = None,
        *,
        show: Sequence[str] = (),
        status: int = 200,
        call_it: str | None = None,
        version: int | None = None,
    ) -> Answer:
        """Send one request as `role` (None: nobody in particular), tell it and its answer; give the answer.

        `show` picks members of the answer (`findings.sentence`); without, all is shown. `call_it` names the
        id of the record answered. `version` goes into If-Match. Raises UnexpectedAnswer for another status.
        """
        key = str(uuid4()) if method == "POST" else None
        answer = self._asker.ask(role, method, path, body, key=key, version=version)
        if call_it is not None and isinstance(answer.body, dict) and "id" in answer.body:
            self._names.name(str(answer.body["id"]), call_it)
        shown = answer.body if answer.status >= 400 or not show else picked(answer.body, show)
        self._write(self._names.replace(told(role, method, path, body, answer.status, shown)))
        if answer.status != status:
            raise UnexpectedAnswer(
                f"{method} {path} was answered with {answer.status}, not {status}: "
                f"{json.dumps(answer.body, ensure_ascii=False)[:2000]}"
            )
        return answer
