"""Connections of the pool are asked whether they live once a second, or when they have something to say."""

import socket
from collections.abc import Iterator

import pytest
from servicekit.liveness import ask_seldom
from sqlalchemy import Engine, create_engine

Ends = tuple[socket.socket, socket.socket]


@pytest.fixture
def ends() -> Iterator[Ends]:
    """A connection as the pool has it, and the server's end of it."""
    ours, servers = socket.socketpair()
    with ours, servers:
        yield ours, servers


class Server:
    """Keeps what it was asked about, and how late it is."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.clock_s = 100.0

    def engine(self) -> Engine:
        engine = create_engine("postgresql+psycopg://nobody@127.0.0.1:9/nothing")
        engine.dialect.do_ping = self._answer  # type: ignore[method-assign]
        ask_seldom(engine, lambda: self.clock_s)
        return engine

    def _answer(self, dbapi_connection: object) -> bool:
        self.asked.append(dbapi_connection)
        return True


def test_a_connection_that_answered_a_moment_ago_is_not_asked_again(ends: Ends) -> None:
    server = Server()
    lives = server.engine().dialect.do_ping

    answers = [lives(ends[0]) for _ in range(5)]  # type: ignore[arg-type]

    assert answers == [True] * 5
    assert server.asked == [ends[0]]


def test_after_a_second_it_is_asked_again(ends: Ends) -> None:
    server = Server()
    lives = server.engine().dialect.do_ping

    for server.clock_s in (100.0, 100.99, 101.0, 101.5, 102.1):
        lives(ends[0])  # type: ignore[arg-type]

    assert server.asked == [ends[0]] * 3


@pytest.mark.parametrize("ended", ["told", "closed"])
def test_one_with_something_to_read_is_asked_at_once(ends: Ends, ended: str) -> None:
    server = Server()
    lives = server.engine().dialect.do_ping
    lives(ends[0])  # type: ignore[arg-type]

    if ended == "told":
        ends[1].send(b"E")
    else:
        ends[1].close()
    lives(ends[0])  # type: ignore[arg-type]

    assert server.asked == [ends[0]] * 2
