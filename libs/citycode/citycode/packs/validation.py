"""A part of the tree checked against its model; what is wrong is said with line and mend."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from citycode.packs.errors import ErrorLog, nearest
from citycode.packs.tree import Branch, Node, Steps, line_at, plain

M = TypeVar("M", bound=BaseModel)

KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "bool_parsing": "`true` or `false`",
    "date_parsing": "a date (YYYY-MM-DD)",
    "bool_type": "`true` or `false`",
    "tuple_type": "a list",
    "dict_type": "a mapping of keys and values",
    "model_type": "a mapping of keys and values",
    "model_attributes_type": "a mapping of keys and values",
    "date_type": "a date (YYYY-MM-DD)",
    "date_from_datetime_parsing": "a date (YYYY-MM-DD)",
    "decimal_type": "a number",
    "decimal_parsing": "a number",
    "is_instance_of": "a date (YYYY-MM-DD)",
    "none_required": "nothing",
}


def read_as(model: type[M], node: Node, log: ErrorLog, known_by: type[BaseModel] | None = None) -> M | None:
    """The model, or None with every error in `log`; `known_by` names the model whose keys are suggested."""
    try:
        return model.model_validate(plain(node))
    except ValidationError as wrong:
        for each in _told_once(wrong):
            steps = tuple(each["loc"])
            message, mend = _in_words(each, known_by or model)
            log.add(_line(node, steps, each["type"]), message, mend)
        return None


def _told_once(wrong: ValidationError) -> Iterator[ErrorDetails]:
    """One error per place: the members of a union would each tell their own."""
    seen: set[tuple[int | str, ...]] = set()
    for each in wrong.errors(include_url=False):
        place = tuple(step for step in each["loc"] if not _added(step))
        if place not in seen:
            seen.add(place)
            yield each


def _added(step: int | str) -> bool:
    return isinstance(step, str) and ("[" in step or "(" in step or step in ("str", "date", "int", "decimal"))


def _line(node: Node, steps: Steps, kind: str) -> int:
    if kind == "missing":
        steps = steps[:-1]
        for step in steps:
            match node:
                case Branch() if isinstance(step, str) and step in node.items:
                    node = node.items[step]
                case _ if not isinstance(node, Branch) and isinstance(step, int):
                    node = node.items[step]  # type: ignore[union-attr]
        return node.line
    return line_at(node, steps)


def _in_words(error: ErrorDetails, model: type[BaseModel]) -> tuple[str, str]:
    kind, steps, context = error["type"], error["loc"], error.get("ctx", {})
    key = str(next((step for step in reversed(steps) if isinstance(step, str) and not _added(step)), ""))
    shown = _shown(error["input"])
    match kind:
        case "extra_forbidden":
            return f"`{key}` is no key here", nearest(key, keys_at(model, steps[:-1]), "Known keys:")
        case "missing":
            return f"`{key}` is missing", f"Add `{key}:` here."
        case "literal_error":
            return f"`{key}` cannot be {shown}", f"Write {context['expected']}."
        case "string_pattern_mismatch":
            return f"{shown} is not well formed for `{key}`", _pattern_mend(key, str(context["pattern"]))
        case "string_too_short" | "too_short":
            return f"`{key}` is empty", "Fill it, or leave the key out."
        case "value_error":
            message, _, mend = str(error["msg"]).removeprefix("Value error, ").partition("|")
            return message, mend or "Change the value."
        case "string_type" if isinstance(error["input"], int | date | Decimal) and shown not in (
            "True",
            "False",
        ):
            return f"`{key}` must be text, not {shown}", f'Put it in quotation marks: "{shown}".'
        case _ if kind in KINDS:
            return f"`{key}` must be {KINDS[kind]}, not {shown}", f"Write {KINDS[kind]}."
        case _:
            return f"`{key}`: {error['msg']} (found {shown})", "Change the value."


def _shown(raw: object) -> str:
    text = repr(raw) if isinstance(raw, str) else str(raw)
    return text if len(text) <= 60 else text[:57] + "…"


def _pattern_mend(key: str, pattern: str) -> str:
    if key in ("id", "by_rule", "of"):
        return "Write the inventory's id, with a dotted suffix if needed: `le-wind-height.guy-wires`."
    if r"\." in pattern and "_" in pattern:
        return "Write two words joined by a dot, in lower case: `application.completed`."
    if pattern.startswith("^[A-Z]"):
        return "Write a few capital letters."
    if "-" in pattern and "_" not in pattern:
        return "Write lower-case words joined by hyphens, or digits as the field asks."
    return "Write lower-case words joined by underscores."


def keys_at(model: type[BaseModel], steps: tuple[int | str, ...]) -> list[str]:
    """The keys the model knows at the end of `steps`."""
    current: type[BaseModel] | None = model
    for step in steps:
        if current is None or not isinstance(step, str):
            continue
        for name, field in current.model_fields.items():
            if step in (name, field.alias):
                current = next(iter(_models_in(field.annotation)), None)
                break
    if current is None:
        return []
    return [field.alias or name for name, field in current.model_fields.items()]


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and get_origin(annotation) is None:
        if issubclass(annotation, BaseModel):
            yield annotation
        return
    if get_origin(annotation) in (Union, UnionType) or get_origin(annotation) is not None:
        for each in get_args(annotation):
            yield from _models_in(each)
