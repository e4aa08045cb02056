"""Whether a pooled connection still lives, without a round trip before each request.

A server that stops, or ends a session, says so on the connection: there is something to read. One that
answered within the last second and has nothing to read is taken as it is; every other is asked, which is
how one that a router has forgotten is found.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Engine

ANSWERED_WITHIN_S = 1.0
_LONG_AGO = float("-inf")


def ask_seldom(engine: Engine, monotonic: Callable[[], float] = time.monotonic) -> None:
    """Let the pool's question whether a connection lives go to the server only when it has to."""
    ask = engine.dialect.do_ping
    answered: WeakKeyDictionary[Any, float] = WeakKeyDictionary()

    def lives(dbapi_connection: Any) -> bool:
        now = monotonic()
        if now - answered.get(dbapi_connection, _LONG_AGO) < ANSWERED_WITHIN_S and is_quiet(dbapi_connection):
            return True
        answer = ask(dbapi_connection)
        answered[dbapi_connection] = now
        return answer

    engine.dialect.do_ping = lives  # type: ignore[method-assign]


def is_quiet(connection: Any) -> bool:
    """Whether a psycopg connection has nothing to read and no error."""
    look = select.poll()
    look.register(connection.fileno(), select.POLLIN)
    return not look.poll(0)
