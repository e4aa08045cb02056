"""From text to a syntax tree of allowed parts only. Python's parser reads; nothing is ever executed."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from fractions import Fraction

from . import bounds
from .characters import hint, without_strings
from .errors import ExpressionError

_ALLOWED: frozenset[type[ast.AST]] = frozenset(
    {
        ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd,
        ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div,
        ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn,
        ast.Is, ast.IsNot,
        ast.IfExp, ast.Constant, ast.Name, ast.Attribute, ast.Load, ast.Store, ast.Call,
        ast.Set, ast.List, ast.Tuple, ast.GeneratorExp, ast.comprehension,
    }
)  # fmt: skip

_REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Pow: ("powers are not provided for", "Write x * x."),
    ast.FloorDiv: ("'//' is not used here", "Write floor(a / b)."),
    ast.Mod: ("'%' is not used here", "Write to_unit(15, 'percent') or 0.15."),
    ast.MatMult: ("'@' is not used here", "Write * for a product."),
    ast.BitAnd: ("'&' is not used here", "Write and."),
    ast.BitOr: ("'|' is not used here", "Write or."),
    ast.BitXor: ("'^' is not used here", "Write x * x for a square."),
    ast.Invert: ("'~' is not used here", "Write not."),
    ast.LShift: ("'<<' is not used here", "Write < or <=."),
    ast.RShift: ("'>>' is not used here", "Write > or >=."),
    ast.Lambda: ("functions cannot be made here", "Name the part as a measure."),
    ast.Subscript: ("items are not picked by position", "Use any(…), all(…) or an each over the list."),
    ast.Slice: ("items are not picked by position", "Use any(…), all(…) or an each over the list."),
    ast.Dict: ("lookups belong in tables", "Declare a table in the pack and read it as t.name."),
    ast.JoinedStr: ("text is not put together here", "Write the wording itself between quotation marks."),
    ast.ListComp: ("a list is not built here", "Use sum(… for x in list), count, any, all, min or max."),
    ast.SetComp: ("a set is not built here", "Use sum(… for x in list), count, any, all, min or max."),
    ast.DictComp: ("lookups belong in tables", "Declare a table in the pack and read it as t.name."),
    ast.NamedExpr: ("names are not given here", "Name the part as a measure or as the limit."),
    ast.Starred: ("'*' before a name is not used here", "Hand the list itself to the function."),
    ast.keyword: ("arguments have no names here", "Write the arguments in order."),
    ast.IsNot: ("'is not' asks only whether a fact is known", "Write x is not known, or x != y."),
}


@dataclass(frozen=True, slots=True)
class Source:
    """An expression's text as one line, and its tree."""

    text: str
    tree: ast.expr

    def column(self, node: ast.AST) -> int:
        """Where `node` begins, counted in characters from 1."""
        return self._characters(getattr(node, "col_offset", 0)) + 1

    def segment(self, node: ast.expr) -> str:
        """The text of `node`."""
        start = self._characters(node.col_offset)
        return self.text[start : self._characters(node.end_col_offset or 0)]

    def number(self, node: ast.Constant) -> int | Fraction:
        """The number as it was written, never through a binary float."""
        written = Fraction(self.segment(node))
        return written.numerator if written.denominator == 1 else written

    def _characters(self, offset: int) -> int:
        if self.text.isascii():
            return offset
        return len(self.text.encode()[:offset].decode(errors="ignore"))


def parse(text: str) -> Source:
    """Read `text`. Raises `ExpressionError` with column and mend for anything that is not part of the
    language.
    """
    bare = without_strings(text)
    line = " ".join(text.replace("\t", " ").split("\n"))
    lead = len(line) - len(line.lstrip())
    try:
        tree = ast.parse(line.lstrip(), mode="eval").body
    except SyntaxError as problem:
        raise hint(bare) or _unreadable(problem, lead, len(line)) from None
    except (RecursionError, MemoryError, ValueError):
        raise ExpressionError(
            "the expression is nested too deeply", "Name parts of it as measures."
        ) from None
    source = Source(line, _moved(tree, lead))
    _require_allowed(source)
    return source


def _unreadable(problem: SyntaxError, lead: int, length: int) -> ExpressionError:
    if not problem.offset:
        return ExpressionError(
            "the expression breaks off", "Add what is missing after the last sign.", length
        )
    return ExpressionError(
        "the expression cannot be read from here on",
        "Check for a missing operator, comma or quotation mark.",
        min(lead + problem.offset, length),
    )


def _moved(tree: ast.expr, lead: int) -> ast.expr:
    if lead:
        for node in ast.walk(tree):
            if isinstance(node, ast.expr):
                node.col_offset += lead
                node.end_col_offset = (node.end_col_offset or 0) + lead
    return tree


def _require_allowed(source: Source) -> None:
    waiting: list[tuple[ast.AST, ast.AST, int]] = [(source.tree, source.tree, 1)]
    seen = 0
    while waiting:
        node, place, depth = waiting.pop()
        if isinstance(node, ast.expr):
            place = node
            seen += 1
        if seen > bounds.NODE_COUNT:
            raise ExpressionError(
                f"the expression has more than {bounds.NODE_COUNT} parts", "Name parts of it as measures."
            )
        if depth > 2 * bounds.NESTING_DEPTH:
            raise ExpressionError(
                "the expression is nested too deeply", "Name parts of it as measures.", source.column(place)
            )
        _require_part(source, node, place)
        waiting.extend((child, place, depth + 1) for child in ast.iter_child_nodes(node))


def _require_part(source: Source, node: ast.AST, place: ast.AST) -> None:
    if type(node) not in _ALLOWED:
        message, mend = _REFUSED.get(
            type(node),
            ("this form is not part of the language", "Use conditions, arithmetic and the functions listed."),
        )
        raise ExpressionError(message, mend, source.column(place))
    for name in (getattr(node, "id", ""), getattr(node, "attr", "")):
        if "__" in name:
            raise ExpressionError(
                f"{name!r} is not a name of the law", "Names have single underscores.", source.column(place)
            )
