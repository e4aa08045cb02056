"""Properties of answers as paths: `contact.name`, `notices[].rows[].names`, `measured.*.value`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

OF_THE_LAW = frozenset({"list_programs", "get_program", "search_rules", "get_rule"})
"""Reads that show the law, no record."""

FIELDS_FILE = Path(__file__).with_name("fields.yaml")
WRAPPERS = (
    "items",
    "hearings",
    "decisions",
    "submissions",
    "inspections",
    "reviews",
    "consents",
    "violations",
    "transfers",
    "notices",
    "holds",
)
"""Lists that an answer only wraps: what counts is the record in them."""

MAPS = frozenset(
    {
        "faults",
        "links",
        "people",
        "facts",
        "measured",
        "surveyed",
        "remedies",
        "submittals",
        "judgments",
        "contents",
    }
)
"""Members keyed by names of the law; the keys are no properties."""

FREE = ("details", "value", "notices[].rows")
"""Ends of paths below which the contract leaves open what stands."""


def read_fields() -> dict[str, Any]:
    """Read fields.yaml."""
    read: dict[str, Any] = yaml.load(FIELDS_FILE.read_bytes(), Loader=yaml.CSafeLoader)
    return read


def paths_of(body: Any, at: str = "") -> tuple[set[str], set[str]]:
    """The paths of one record, and those whose value is empty, so that what lies below is not told."""
    paths: set[str] = set()
    hollow: set[str] = set()
    for step, value in _steps(body, at):
        below: set[str]
        hollow_below: set[str]
        if step.endswith(FREE):
            below, hollow_below = {step}, set()
        elif isinstance(value, dict) and value:
            below, hollow_below = paths_of(value, step)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            told = [paths_of(item, f"{step}[]") for item in value]
            below = {path for paths_below, _ in told for path in paths_below}
            hollow_below = {path for _, hollow_paths in told for path in hollow_paths}
        else:
            below, hollow_below = {step}, {step} if value in (None, [], {}) else set()
        paths |= below
        hollow |= hollow_below
    return paths, hollow


def differences(body: Any, allowed: set[str]) -> list[str]:
    """What a record shows beyond the allowed paths, and what it fails to show."""
    paths, hollow = paths_of(body)

    def below_a_hollow(path: str) -> bool:
        return any(_is_below(path, each) for each in hollow)

    def is_hollow_above_allowed(path: str) -> bool:
        return path in hollow and any(_is_below(each, path) for each in allowed)

    beyond = {path for path in paths - allowed if not is_hollow_above_allowed(path)}
    lacking = {path for path in allowed - paths if not below_a_hollow(path)}
    return sorted([f"+{path}" for path in beyond] + [f"-{path}" for path in lacking])


def records_in(body: Mapping[str, Any]) -> list[Any]:
    """The records an answer gives: those it wraps, or itself."""
    for name in WRAPPERS:
        if name in body and set(body) <= {name, "next_cursor"}:
            return list(body[name])
    return [body]


def paths_of_schema(contract: Mapping[str, Any], schema: Mapping[str, Any], at: str = "") -> set[str]:
    """The paths a schema of a contract allows; of an answer that only wraps records, those of the record."""
    known = contract["components"]["schemas"]
    schema = _resolved(known, schema)
    if "items" in schema and schema.get("type") == "array":
        below = _resolved(known, schema["items"])
        return paths_of_schema(contract, below, f"{at}[]") if "properties" in below else {at}
    if "properties" in schema:
        names = set(schema["properties"])
        for wrapper in WRAPPERS:
            if not at and wrapper in names and names <= {wrapper, "next_cursor"}:
                return paths_of_schema(contract, schema["properties"][wrapper]["items"])
        return set().union(
            *(
                paths_of_schema(contract, member, f"{at}.{name}" if at else name)
                for name, member in schema["properties"].items()
            )
        )
    values = schema.get("additionalProperties")
    if isinstance(values, dict) and _name(at) in MAPS and values:
        return paths_of_schema(contract, values, f"{at}.*")
    return {f"{at}.*"} if _name(at) in MAPS else {at}


def _resolved(known: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    if len(choices) == 1:
        return _resolved(known, choices[0])
    if "$ref" in schema:
        return _resolved(known, known[schema["$ref"].rpartition("/")[2]])
    return schema


def _steps(body: Any, at: str) -> list[tuple[str, Any]]:
    if _name(at) in MAPS:
        return [(f"{at}.*", value) for value in body.values()]
    return [(f"{at}.{name}" if at else name, value) for name, value in body.items()]


def _name(path: str) -> str:
    return path.rpartition(".")[2]


def _is_below(path: str, above: str) -> bool:
    return path.startswith((f"{above}.", f"{above}[]"))
