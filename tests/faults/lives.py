"""Random lives of a record over HTTP beside a small model: what every such life is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any, ClassVar

import httpx
from hypothesis.stateful import RuleBasedStateMachine

from deploy.local.system import System


class Life(RuleBasedStateMachine):
    """A life of one record. The model is its `state`, its `version` and the `history` it must have.

    A subclass names its `service`, the `city` that has such records and where they stand (`records`); its
    rules say which acts the law allows. Set `system` before running. What is refused must change nothing:
    the record is read again then, and once more at the end of the life, with its history.
    """

    system: ClassVar[System]
    service: ClassVar[str]
    records: ClassVar[str]
    city: ClassVar[str]
    told: ClassVar[frozenset[str]] = frozenset()
    """The events of a history that the model speaks of; empty: all."""
    runs: ClassVar[int] = 0
    acts: ClassVar[int] = 0
    refusals: ClassVar[int] = 0
    reached: ClassVar[Counter[str]]
    _client: ClassVar[httpx.Client]
    _tokens: ClassVar[dict[str, str]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.reached, cls._tokens = Counter(), {}

    @classmethod
    def of(cls, system: System) -> httpx.Client:
        """Let lives be led in a system; give the client they share, to be closed after them."""
        cls.system, cls._tokens = system, {}
        cls._client = system.client()
        return cls._client

    def __init__(self) -> None:
        super().__init__()
        self.record = ""
        self.state = ""
        self.version = 0
        self.history: list[str] = []
        type(self).runs += 1

    def teardown(self) -> None:
        if self.record:
            self.unchanged()
            entries = self.read(f"{self.records}/{self.record}/history")
            assert entries["intact"]
            events = [entry["event"] for entry in entries["entries"]]
            assert [each for each in events if not self.told or each in self.told] == self.history
            self.reached[self.state] += 1

    # Asking

    def token(self, role: str) -> str:
        """A token of a role, signed once."""
        if role not in self._tokens:
            self._tokens[role] = self.system.token(role, self.city)
        return self._tokens[role]

    def send(
        self, who: str, method: str, path: str, body: object = None, version: int | None = None
    ) -> httpx.Response:
        """A request of a role."""
        headers = {"Authorization": f"Bearer {self.token(who)}"}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        place = f"/{self.service}/v1/{self.city}/{path}"
        return self._client.request(method, place, json=body, headers=headers)

    def read(self, path: str) -> Any:
        """What a clerk reads."""
        answer = self.send("clerk", "GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def done(self, who: str, path: str, body: object = None, version: int | None = None) -> Any:
        """A step that must go through."""
        answer = self.send(who, "POST", path, body, version)
        assert answer.status_code in {200, 201}, answer.text
        return answer.json()

    # Acts, and what the model says of them

    def act(
        self,
        who: str,
        act: str,
        body: object = None,
        *,
        states: Collection[str],
        ready: bool = True,
        method: str = "POST",
    ) -> Any:
        """Act on the record at its version; give the answer, or None where the model forbids it."""
        place = f"{self.records}/{self.record}/{act}".rstrip("/")
        answer = self.send(who, method, place, body, self.version)
        return answer.json() if self.expects(answer, self.state in states and ready) else None

    def expects(self, answer: httpx.Response, allowed: bool) -> bool:
        """Whether it was allowed; anything but what the model says is a divergence."""
        type(self).acts += 1
        if allowed:
            assert answer.status_code in {200, 201}, f"{answer.status_code} in {self.state}: {answer.text}"
            return True
        type(self).refusals += 1
        assert answer.status_code == 409, f"{answer.status_code} in {self.state}: {answer.text}"
        self.unchanged()
        return False

    def went(self, state: str, version: int, *events: str) -> None:
        """What the model knows after an act."""
        self.state, self.version = state, version
        self.history += events

    def unchanged(self) -> None:
        """The record is as the model has it."""
        shown = self.read(f"{self.records}/{self.record}")
        assert (shown["state"], shown["version"]) == (self.state, self.version)

    def refuse_an_old_version(self, who: str, act: str, body: object, behind: int) -> None:
        """An act on what was read before somebody else changed it is refused, and changes nothing."""
        if self.version <= behind or not self.record:
            return
        place = f"{self.records}/{self.record}/{act}"
        answer = self.send(who, "POST", place, body, self.version - behind)
        assert answer.status_code == 412, answer.text
        self.unchanged()
