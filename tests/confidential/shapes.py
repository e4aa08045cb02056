"""Every shape in which a service answers, and how a field is planted into them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from servicekit.wire import Outgoing

from tests.contracts.apps import CONTRACTS, contract_of

PLANTED = "planted"
NO_WORD = re.compile(r"\W")


def outgoing_shapes() -> dict[str, type[BaseModel]]:
    """By module and name: all made to go out, and what contracts say is answered besides."""
    answered = {name for service in CONTRACTS for name in _answered(service)}
    return {
        f"{shape.__module__}.{shape.__name__}": shape
        for shape in _below(BaseModel)
        if (issubclass(shape, Outgoing) and shape.__name__ != Outgoing.__name__)
        or NO_WORD.sub("_", shape.__name__) in answered
    }


@contextmanager
def planted(values: Mapping[str, str]) -> Iterator[None]:
    """Let every shape named have one more field, always with its value, while within.

    It is built into how shapes are read and written; who asks a shape for its fields is not told of it.
    """
    shapes = outgoing_shapes()
    for name, value in values.items():
        shapes[name].__pydantic_fields__[PLANTED] = FieldInfo(annotation=str, default=value)
    _rebuild(shapes.values())
    for name in values:
        del shapes[name].__pydantic_fields__[PLANTED]
    try:
        yield
    finally:
        _rebuild(shapes.values())


def _rebuild(shapes: Any) -> None:
    """Build each anew, those within others first; which those are is known once names are resolved."""
    for shape in shapes:
        shape.model_rebuild()
    done: set[type[BaseModel]] = set()

    def build(shape: type[BaseModel]) -> None:
        if shape in done:
            return
        done.add(shape)
        for field in shape.__pydantic_fields__.values():
            for within in _models_in(field.annotation):
                build(within)
        shape.model_rebuild(force=True)

    for shape in shapes:
        build(shape)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def _below(shape: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for each in shape.__subclasses__():
        if ".tests." not in each.__module__:
            yield each
            yield from _below(each)


@cache
def _answered(service: str) -> set[str]:
    """The names of all shapes below the good answers of its contract."""
    contract = contract_of(service)
    known = contract["components"]["schemas"]
    found: set[str] = set()
    waiting = [
        answer
        for item in contract["paths"].values()
        for operation in item.values()
        for status, answer in operation["responses"].items()
        if status < "300"
    ]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                waiting.append(known[name])
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return {name.removesuffix("-Output").rpartition("__")[2] for name in found}
