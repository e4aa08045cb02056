"""The working of an expression as a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .types import Type

if TYPE_CHECKING:
    from .node import Node


class Trace:
    """One subexpression with its value (or `Missing`); `parts` are the subexpressions that were looked at.

    `kind` says what it does: "fact", "constant", "plus", "times", "comparison", "and", "sum" …
    `place` is where a field was read ("walls/1/length"), empty for anything else.
    """

    __slots__ = ("kind", "node", "parts", "place", "value")

    def __init__(self, node: Node, value: Any, parts: tuple[Trace, ...] = (), place: str = "") -> None:
        self.node = node
        self.kind: str = node.kind
        self.value = value
        self.parts = parts
        self.place = place

    @property
    def text(self) -> str:
        """The subexpression as the pack writes it."""
        return self.node.text

    @property
    def type(self) -> Type:
        return self.node.type

    @property
    def detail(self) -> Any:
        """The operator, the name of the fact, the unit or the function, by kind."""
        return self.node.detail

    def __repr__(self) -> str:
        return f"Trace({self.kind}, {self.text!r}, {self.value!r}, {len(self.parts)} parts)"
