"""Telling a scenario: each request and its answer, in words that are the same every time it runs."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import uuid4

from deploy.local.asking import Answer
from deploy.local.refusals import Refused
from deploy.local.telling import at, picked, told

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
HASH = re.compile(r"\b[0-9a-f]{64}\b")
CODE_VERSION = re.compile(r"@[0-9a-f]{12}\b")
TOLD_HEADERS = ("Idempotent-Replayed",)
"""What is told of an answer's headers."""
READY_WITHIN_S = 10.0
ASKED_EVERY_S = 0.1


class UnexpectedAnswer(Refused):
    """A step was answered otherwise than the scenario says; the text shows the answer."""


class Asking(Protocol):
    """Who sends the requests."""

    def set_clock(self, instant: str) -> None:
        """Let it be `instant` everywhere."""

    def ask(
        self, role: str | None, method: str, path: str, body: Any, *, key: str | None, version: int | None
    ) -> Answer:
        """Send one request as `role` and give the answer, whatever its status."""


@dataclass
class Names:
    """Names for what differs at each run: ids a step named keep that name, others are numbered."""

    given: dict[str, str] = field(default_factory=dict)

    def name(self, identifier: str, name: str) -> None:
        """Call an id by `name` from now on."""
        self.given.setdefault(identifier, f"<{name}>")

    def replace(self, text: str) -> str:
        """Give the text with every id and hash replaced by its name."""
        return CODE_VERSION.sub("@<hash>", HASH.sub("<hash>", UUID.sub(self._named, text)))

    def _named(self, found: re.Match[str]) -> str:
        return self.given.setdefault(found[0], f"<id-{len(self.given) + 1}>")


class Narrator:
    """Asks on behalf of roles and tells it. `write` takes the text, piece by piece."""

    def __init__(self, asker: Asking, write: Callable[[str], object]) -> None:
        self._asker = asker
        self._write = write
        self._names = Names()

    def say(self, text: str) -> None:
        """Tell something."""
        self._write(f"{text.strip()}\n\n")

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
        version: int | None = None,
        key: str | None = None,
        names: Mapping[str, str] | None = None,
        until: Mapping[str, Any] | None = None,
    ) -> Answer:
        """Send one request as `role` (None: nobody in particular), tell it and its answer; give the answer.

        `show` picks members of the answer (`findings.sentence`); without, all is shown. `names` calls ids of
        the answer, by dotted path. `version` goes into If-Match, `key` into Idempotency-Key; without one a
        POST carries a key of its own, which is not told. With `until` it is asked again until its answer has
        those values. Raises UnexpectedAnswer for another status, or when they do not come.
        """
        answer = self._asked_until(until or {}, role, method, path, body, key, version)
        for name, place in (names or {}).items():
            self._names.name(str(at(answer.body, place)), name)
        shown = answer.body if answer.status >= 400 or not show else picked(answer.body, show)
        sent = {} if version is None else {"If-Match": f'"{version}"'}
        sent |= {} if key is None else {"Idempotency-Key": key}
        came = {name: answer.headers[name.lower()] for name in TOLD_HEADERS if name.lower() in answer.headers}
        text = told(role, method, path, body, answer.status, shown, sent=sent, came=came)
        self._write(self._names.replace(text))
        if answer.status != status:
            raise unexpected(method, path, answer, f"not {status}")
        return answer

    def _asked_until(
        self,
        until: Mapping[str, Any],
        role: str | None,
        method: str,
        path: str,
        body: Any,
        key: str | None,
        version: int | None,
    ) -> Answer:
        if key is None and method == "POST":
            key = str(uuid4())
        deadline = time.monotonic() + READY_WITHIN_S
        while True:
            answer = self._asker.ask(role, method, path, body, key=key, version=version)
            if all(at(answer.body, place) == value for place, value in until.items()):
                return answer
            if time.monotonic() > deadline:
                raise unexpected(method, path, answer, f"and {dict(until)} did not come")
            time.sleep(ASKED_EVERY_S)


def unexpected(method: str, path: str, answer: Answer, instead: str) -> UnexpectedAnswer:
    """Give the error for an answer the scenario does not expect."""
    body = json.dumps(answer.body, ensure_ascii=False)[:2000]
    return UnexpectedAnswer(f"{method} {path} was answered with {answer.status}, {instead}: {body}")
