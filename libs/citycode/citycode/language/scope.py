"""What an expression may refer to."""

from __future__ import annotations

import datetime
import keyword
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from .errors import TypeSpecError
from .types import Type
from .values import Binding, Value

if TYPE_CHECKING:
    from .expression import Expression


@dataclass(frozen=True, slots=True)
class Constant:
    """A number or wording of the law itself, fixed when the expression is compiled."""

    type: Type
    value: Value


@dataclass(frozen=True, slots=True)
class TableKeys:
    """A table whose cells are looked up by keys written in brackets: their types, and the cell's.

    `look_up` takes one value per key and gives the cell, or `Missing` where the law leaves it open.
    """

    keys: tuple[Type, ...]
    cell: Type
    look_up: Callable[..., Binding]


@dataclass(frozen=True, slots=True)
class Scope:
    """The names, clocks and time zone an expression may use. Names may carry a namespace: "t.lot_area",
    "fees.review".

    - `names`: bound at evaluation (facts, table results, the item of an `each`);
    - `constants`: values of the law ("v.min_lot_acres"), compiled in and shown as plain numbers;
    - `definitions`: named expressions ("m.sign_area", "limit") that are evaluated where they are named,
      so that their missing facts and their arithmetic show through;
    - `tables`: looked up by keys in brackets, "t.setback(line.side)";
    - `clocks`: the ids `on_time('…')` may ask about; each is bound under `clock_fact(id)` as yes or no;
    - `zone`: the city's time zone, needed to take a civil day from an instant or to add days to one;
    - `holidays`: whether a day is a legal holiday in the city.

    Raises `TypeSpecError` for a name the language cannot read.
    """

    names: Mapping[str, Type] = field(default_factory=dict)
    constants: Mapping[str, Constant] = field(default_factory=dict)
    definitions: Mapping[str, Expression] = field(default_factory=dict)
    clocks: frozenset[str] = frozenset()
    tables: Mapping[str, TableKeys] = field(default_factory=dict)
    zone: datetime.tzinfo | None = None
    holidays: Callable[[datetime.date], bool] | None = None

    def __post_init__(self) -> None:
        for name in (*self.names, *self.constants, *self.definitions):
            require_readable(name)
        for first, second in (
            (self.names, self.constants),
            (self.names, self.definitions),
            (self.constants, self.definitions),
        ):
            for name in sorted(first.keys() & second.keys()):
                raise TypeSpecError(f"{name!r} means two things in one scope", "Rename one of them.")

    def with_names(self, names: Mapping[str, Type]) -> Scope:
        """This scope and `names` besides (the item of an `each`)."""
        return replace(self, names={**self.names, **names})

    def with_constants(self, constants: Mapping[str, Constant]) -> Scope:
        return replace(self, constants={**self.constants, **constants})

    def with_tables(self, tables: Mapping[str, TableKeys]) -> Scope:
        return replace(self, tables={**self.tables, **tables})

    def with_definitions(self, definitions: Mapping[str, Expression]) -> Scope:
        return replace(self, definitions={**self.definitions, **definitions})


RESERVED = frozenset({"known", "true", "false"})


@lru_cache(maxsize=65_536)
def require_readable(name: str) -> None:
    """Raise `TypeSpecError` unless every dotted part of `name` can stand in an expression."""
    for part in name.split("."):
        if (
            not part.isascii()
            or not part.isidentifier()
            or keyword.iskeyword(part)
            or "__" in part
            or part in RESERVED
        ):
            raise TypeSpecError(
                f"{name!r} cannot be used as a name in expressions",
                "Use lower-case words joined by single underscores that are no keyword of the language.",
            )


def clock_fact(clock: str) -> str:
    """The name under which `on_time('<clock>')` reads its yes or no."""
    return f"on_time({clock})"
