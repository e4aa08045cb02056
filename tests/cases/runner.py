"""Runs the cases that stand beside the law: the calls that the gateway gets, no Python per case."""

import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Protocol

import httpx
import jmespath
import yaml

ROOT = Path(__file__).parents[2]
COMPUTES = re.compile(r"[`'\"<>=!&|?]")


@dataclass(frozen=True, slots=True)
class Case:
    """One situation: the calls that ask, and where in the answers each expected value stands."""

    id: str
    file: str
    rules: tuple[str, ...]
    why: str
    expect: dict[str, Any]
    handed: dict[str, Any]
    calls: tuple[dict[str, Any], ...]
    answers: dict[str, str | dict[str, str]]


def read_yaml(path: Path) -> Any:
    """Read it as the law is read: by libyaml, which takes a question mark before a brace as text."""
    return yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)


def cases_in(path: Path) -> list[Case]:
    return [
        Case(
            id=entry["id"],
            file=str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path),
            rules=tuple(entry["rules"]),
            why=entry["why"],
            expect=entry["expect"],
            handed={key: value for key, value in entry.items() if key not in {"calls", "answers"}},
            calls=tuple(entry["calls"]),
            answers=entry["answers"],
        )
        for entry in read_yaml(path)
    ]


def every_case() -> list[Case]:
    return [case for path in sorted(ROOT.glob("codes/*/*.cases.yaml")) for case in cases_in(path)]


def is_about(case: Case, wanted: str) -> bool:
    """Whether the case is `wanted`, or names a rule that is, or that rule's element with a suffix."""
    return wanted == "" or wanted == case.id or wanted.partition(".")[0] in case.rules


def differences(case: Case, answers: dict[str, Any]) -> str:
    """What was answered otherwise than expected, in words, with the reason why and where the case stands."""
    expected = exact(case.expect)
    lines = [
        f"  {key}: expected {expected[key]}, answered {answers[key]} (at {case.answers[key]})"
        for key in expected
        if expected[key] != answers[key]
    ]
    return "\n".join([f"{case.id} of {case.file}", *lines, f"  why: {case.why}"])


def faults(case: Case) -> list[str]:
    """Why this case would prove nothing: an expectation without a path, or a path that computes."""
    keys: list[object] = [*case.expect, *case.answers]
    unread = [key for key in keys if not isinstance(key, str)]
    if unread:
        return [f"{key}: this key is not read as text; put it in quotation marks" for key in unread]
    expected = keys_of(case.expect, case.answers)
    paths = paths_of(case.answers)
    found = [f"{' '.join(key)}: no path says where it stands" for key in expected - paths.keys()]
    found += [f"{' '.join(key)}: a path for what nobody expects" for key in paths.keys() - expected]
    found += [
        f"{' '.join(key)}: {path} holds a constant or computes"
        for key, path in paths.items()
        if COMPUTES.search(path)
    ]
    if not case.calls:
        found.append("no call is made")
    return found


def paths_of(answers: dict[str, str | dict[str, str]]) -> dict[tuple[str, ...], str]:
    """The paths by the keys that lead to them."""
    found: dict[tuple[str, ...], str] = {}
    for key, path in answers.items():
        if isinstance(path, str):
            found[(key,)] = path
        else:
            found |= {(key, inner): each for inner, each in path.items()}
    return found


def keys_of(expect: dict[str, Any], answers: dict[str, str | dict[str, str]]) -> set[tuple[str, ...]]:
    """The keys that need a path: those within a value too, where `answers` goes into it."""
    found: set[tuple[str, ...]] = set()
    for key, value in expect.items():
        inside = isinstance(answers.get(key), dict) and isinstance(value, dict)
        found |= {(key, inner) for inner in value} if inside else {(key,)}
    return found


def selected(path: str | dict[str, str], bodies: list[Any]) -> Any:
    if isinstance(path, dict):
        return {key: selected(each, bodies) for key, each in path.items()}
    return exact(jmespath.search(path, {"calls": bodies}))


class Asker(Protocol):
    """Whoever can be asked: the gateway, or the calculators in process."""

    def request(self, method: str, path: str, /, *, json: Any) -> httpx.Response:
        """The answer to one call."""
        ...


def asks_a_map_or_a_record(case: Case) -> bool:
    """Whether the whole system is needed to answer."""
    return any(call.get("needs") or "parcel" in (call.get("body") or {}) for call in case.calls)


def bodies_of(case: Case, asker: Asker) -> list[Any]:
    """What is answered to the calls, in order.

    Raises AssertionError with the problem body when a call is refused without the case expecting it.
    """
    bodies = []
    for call in case.calls:
        response = asker.request(call.get("method", "POST"), call["path"], json=call.get("body"))
        expected_status = call.get("status", 200)
        assert response.status_code == expected_status, f"{case.id}: {call['path']}: {response.text}"
        bodies.append(response.json())
    return bodies


def answers_of(case: Case, bodies: list[Any]) -> dict[str, Any]:
    """What stands in the answers where each path leads."""
    return {key: selected(path, bodies) for key, path in case.answers.items()}


def exact(value: Any) -> Any:
    """Numbers compare by value (40 and 40.0 are one number); text stays text."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return Decimal(str(value)).normalize()
    if isinstance(value, list):
        return [exact(item) for item in value]
    return {key: exact(item) for key, item in value.items()}
