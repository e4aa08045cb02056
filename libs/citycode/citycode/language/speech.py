"""Words are compiled as formulas are: once for each part, when a sentence first needs them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from .node import Node
from .trace import Trace

Labels: TypeAlias = Mapping[str, str]
"""What people call facts, items, fields and values; see `words.explain`."""

Say: TypeAlias = Callable[[Trace, Labels], str]
"""Words for the working of one part."""

P = ParamSpec("P")
T = TypeVar("T")


def kept(compile_: Callable[Concatenate[Node, P], T]) -> Callable[Concatenate[Node, P], T]:
    """What `compile_` makes of a node is made once and kept with it."""

    @functools.wraps(compile_)
    def compiled(node: Node, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (compile_, *args)
        if node.spoken is None:
            node.spoken = {}
        try:
            made: T = node.spoken[key]
        except KeyError:
            made = node.spoken[key] = compile_(node, *args, **kwargs)
        return made

    return compiled
