"""How many of something scarce an address holds right now, so that no address holds it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from gateway.addresses import counted_as
from gateway.refusals import AllTaken, TooManyAtOnce


class Shares:
    """At most `of_address` for each address (an IPv6 network is one), and `of_all` for all together."""

    def __init__(self, what: str, *, of_address: int, of_all: int) -> None:
        self._what = what
        self._of_address = of_address
        self._of_all = of_all
        self._held: Counter[str] = Counter()
        self._held_by_all = 0

    @contextmanager
    def held_by(self, address: str) -> Iterator[None]:
        """Hold one while in the `with`. Raises TooManyAtOnce, AllTaken."""
        holder = counted_as(address)
        if self._held[holder] >= self._of_address:
            raise TooManyAtOnce(self._what, self._of_address)
        if self._held_by_all >= self._of_all:
            raise AllTaken(self._what)
        self._held[holder] += 1
        self._held_by_all += 1
        try:
            yield
        finally:
            self._held_by_all -= 1
            self._held[holder] -= 1
            if not self._held[holder]:
                del self._held[holder]
