"""A scenario as data: moments, words, and requests whose answers later requests refer to.

`tell(load_scenario(), system, write)` asks them in order; a test reads what it gives, step by step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field

from deploy.local.asking import Answer, Asker
from deploy.local.narration import Narrator
from deploy.local.system import System
from deploy.local.telling import at

SCENARIO = Path(__file__).with_name("scenario.yaml")
PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Step(BaseModel):
    """One request.

    `path` and `body` may name what earlier answers gave (`{application}`); `keep` says what this one gives,
    by dotted path. `if_match` names the record whose version is sent, `key` the Idempotency-Key
    (without one a POST carries one of its own); `versions` says where the answer tells
    the versions of which records (`etag`: in its header). `until` asks again until the answer has those
    values.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    say: str | None = None
    who: str | None = None
    method: Literal["GET", "POST", "PATCH", "PUT", "DELETE"]
    path: str
    body: Any = None
    status: int = 200
    show: tuple[str, ...] = ()
    keep: Mapping[str, str] = Field(default_factory=dict)
    if_match: str | None = None
    key: str | None = None
    versions: Mapping[str, str] = Field(default_factory=dict)
    until: Mapping[str, Any] = Field(default_factory=dict)


class Chapter(BaseModel):
    """What happens at one moment."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    at: str
    steps: tuple[Step, ...]


class Scenario(BaseModel):
    """The whole story, in one city."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    city: str
    places: Mapping[str, Any] = Field(default_factory=dict)
    chapters: tuple[Chapter, ...]


def load_scenario(path: Path = SCENARIO) -> Scenario:
    """Read a scenario."""
    return Scenario.model_validate(yaml.safe_load(path.read_text()))


def tell(scenario: Scenario, system: System, write: Callable[[str], object]) -> dict[str, Answer]:
    """Ask every step in order and tell it; give the answers by step id. Raises UnexpectedAnswer."""
    narrator = Narrator(Asker(system), write)
    narrator.say(scenario.title)
    story = Story(narrator, {"city": scenario.city, **scenario.places})
    for chapter in scenario.chapters:
        narrator.moment(chapter.at)
        for step in chapter.steps:
            story.take(step)
    return story.answers


class Story:
    """What is known so far: names from answers, and the version of each record."""

    def __init__(self, narrator: Narrator, known: Mapping[str, Any]) -> None:
        self._narrator = narrator
        self._known = dict(known)
        self._versions: dict[str, int] = {}
        self.answers: dict[str, Answer] = {}

    def take(self, step: Step) -> None:
        """Ask one step and remember what it gives."""
        if step.say is not None:
            self._narrator.say(step.say)
        answer = self._narrator.ask(
            step.who,
            step.method,
            self._filled(step.path),
            self._filled(step.body),
            show=step.show,
            status=step.status,
            version=None if step.if_match is None else self._versions[step.if_match],
            key=step.key,
            names=step.keep,
            until=step.until,
        )
        self._known |= {name: at(answer.body, path) for name, path in step.keep.items()}
        for record, place in step.versions.items():
            self._versions[record] = answer.version if place == "etag" else int(at(answer.body, place))
        self.answers[step.id] = answer

    def _filled(self, value: Any) -> Any:
        """The value with every `{name}` replaced; a text that is one name alone becomes what it names."""
        if isinstance(value, dict):
            return {key: self._filled(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self._filled(item) for item in value]
        if not isinstance(value, str):
            return value
        alone = PLACEHOLDER.fullmatch(value)
        if alone:
            return self._known[alone[1]]
        return PLACEHOLDER.sub(lambda found: str(self._known[found[1]]), value)
