"""Questions that name what the program or the vocabulary does not have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias


class UnknownElement(KeyError):
    """The program has no such element or kind of decision in force that day. `known` lists those it has."""

    def __init__(self, wanted: str, known: Iterable[str], why: str | None = None) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.known = tuple(known)
        self.why = why or f"{wanted!r} is not one of {', '.join(self.known) or 'none'}"

    def __str__(self) -> str:
        return self.why


Among: TypeAlias = Literal["amounts", "accounts", "figures"]


class AmountError(ValueError):
    """A stated amount of money cannot be: `name` is the amount's, the security's `among` accounts, or that of
    one of the figures of an index; `message` says why.
    """

    def __init__(self, name: str, message: str, among: Among = "amounts") -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message
        self.among = among


class UnknownEvent(ValueError):
    """No event of that name is in the vocabulary; `known` lists all."""

    def __init__(self, event: str, known: Iterable[str]) -> None:
        self.event = event
        self.known = tuple(sorted(known))
        super().__init__(f"{event!r} is no known event; known are {', '.join(self.known)}")
