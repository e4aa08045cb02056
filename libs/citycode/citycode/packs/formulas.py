"""Formulas compiled while a pack loads; a formula that makes no sense is told with its line."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

from citycode.elements.comparisons import Direction, Side, Test
from citycode.language import (
    BARE,
    Boolean,
    Enum,
    Expression,
    ExpressionError,
    Known,
    Number,
    Scope,
    Type,
    compile_expression,
)
from citycode.packs.errors import ErrorLog, nearest
from citycode.packs.tree import Branch, Steps, line_at

MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.GtE: ast.LtE,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.Lt: ast.Gt,
    ast.Eq: ast.Eq,
    ast.In: ast.In,
}
DIRECTIONS: dict[type[ast.cmpop], Direction | None] = {
    ast.GtE: "at_least",
    ast.Gt: "at_least",
    ast.LtE: "at_most",
    ast.Lt: "at_most",
    ast.Eq: None,
    ast.In: None,
}


@dataclass(frozen=True, slots=True)
class Formulas:
    """Compiles the formulas of one element version, which stands at `node`.

    `unreadable` are names whose own declaration was refused: formulas that use them are not told again.
    """

    node: Branch
    scope: Scope
    log: ErrorLog
    unreadable: Collection[str] = ()

    def within(self, scope: Scope) -> Formulas:
        return replace(self, scope=scope)

    def compiled(self, steps: Steps, text: str | None, expects: Type | None = None) -> Expression | None:
        """None when there is nothing to compile, or when it makes no sense (told in the log)."""
        if text is None:
            return None
        try:
            return compile_expression(text, self.scope, expects)
        except ExpressionError as wrong:
            if any(re.search(rf"\b{re.escape(name)}\b", text) for name in self.unreadable):
                return None
            key = next(str(step) for step in reversed(steps) if isinstance(step, str))
            self.log.add(
                line_at(self.node, steps),
                f"`{key}: {text}` cannot be read at column {wrong.column}: {wrong.message}",
                wrong.mend,
            )
            return None

    def condition(self, steps: Steps, text: str | None) -> Expression | None:
        return self.compiled(steps, text, Boolean())

    def test(self, steps: Steps, require: str | None, limit: str | None, measure: str | None) -> Test | None:
        """The compiled `require`, with the two sides of its comparison where it is a single one."""
        here = self
        if limit is not None:
            bound = self.compiled((*steps, "limit"), limit)
            if bound is None:
                return None
            here = self.within(self.scope.with_definitions({"limit": bound}))
        decides = here.condition((*steps, "require"), require)
        if decides is None or require is None:
            return None
        if measure is not None and here.compiled((*steps, "measure"), measure) is None:
            return None
        read = _comparison(require, measure)
        if measure is not None and (read is None or _normal(read.measured) != _normal(measure)):
            self.log.add(
                line_at(self.node, (*steps, "measure")),
                f"`{measure}` is not what `require` compares",
                "Let `require` be one comparison of the measure with its limit.",
            )
            return None
        if read is None:
            return Test(decides)
        try:
            return here._compared(decides, read)
        except ExpressionError:  # a side that means nothing without the other, such as a bare list
            return Test(decides, here._word(read))

    def _compared(self, decides: Expression, read: Comparison) -> Test:
        """Both sides compiled again by themselves, so that findings can show them in units of their own."""
        value = compile_expression(read.measured, self.scope).type
        unit = value.unit.name if isinstance(value, Number) else None
        expects = value if isinstance(value, Number) and value != BARE else None
        limit = compile_expression(read.bound, self.scope, expects)
        if unit is None and isinstance(limit.type, Number):
            unit = limit.type.unit.name
        self._require_known_words(value, limit)
        first, second = (1, 0) if read.turned else (0, 1)
        sides = Side.at(first, value), Side.at(second, limit.type)
        return Test(decides, *sides, unit, read.measured, DIRECTIONS[read.sign])

    def _word(self, read: Comparison) -> Side | None:
        """What is compared with a bare list of words."""
        try:
            value = compile_expression(read.measured, self.scope).type
        except ExpressionError:
            return None
        return Side.at(1 if read.turned else 0, value) if isinstance(value, Enum) else None

    def _require_known_words(self, type_: Type, limit: Expression) -> None:
        """Words of the law that are compared with an enum must be among its values."""
        if not isinstance(type_, Enum) or limit.facts:
            return
        found = limit.evaluate({})
        words = found.value if isinstance(found, Known) else ()
        for word in (words,) if isinstance(words, str) else words if isinstance(words, tuple) else ():
            if str(word) not in type_.values:
                self.log.add(
                    line_at(self.node, ("values",)),
                    f"`{word}` is none of the values it is compared with",
                    nearest(str(word), type_.values, "They are"),
                )


class Comparison(NamedTuple):
    """A single comparison; `turned` where the limit is written first."""

    measured: str
    sign: type[ast.cmpop]
    bound: str
    turned: bool


def _comparison(require: str, measure: str | None) -> Comparison | None:
    line = " ".join(require.split())
    tree = ast.parse(line, mode="eval").body
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1 or type(tree.ops[0]) not in DIRECTIONS:
        return None
    left, sign = ast.get_source_segment(line, tree.left) or "", type(tree.ops[0])
    right = ast.get_source_segment(line, tree.comparators[0]) or ""
    if measure is not None and sign in MIRRORED and _normal(measure) == _normal(right):
        return Comparison(right, MIRRORED[sign], left, True)
    return Comparison(left, sign, right, False)


def _normal(text: str) -> str:
    return ast.unparse(ast.parse(" ".join(text.split()), mode="eval").body)
