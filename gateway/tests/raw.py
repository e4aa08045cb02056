"""Connections that send exactly what a test says, when it says so."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self


class Raw:
    """One connection to a gateway at `http://host:port`."""

    def __init__(self, address: str, first: bytes = b"", receive_buffer: int | None = None) -> None:
        host, port = address.removeprefix("http://").split(":")
        self.socket = socket.socket()
        self.socket.settimeout(10)
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect((host, int(port)))
        if first:
            self.socket.sendall(first)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def send(self, piece: bytes) -> bool:
        """Send; False when the other side has closed."""
        try:
            self.socket.sendall(piece)
        except OSError:
            return False
        return True

    def answer(self) -> bytes:
        """All that is answered until the other side closes."""
        answered = b""
        try:
            while piece := self.socket.recv(65_536):
                answered += piece
        except ConnectionResetError:
            pass
        return answered

    def closed_within(self, seconds: float) -> float | None:
        """How long until the other side closed; None when it did not in time."""
        began = time.monotonic()
        while (left := began + seconds - time.monotonic()) > 0:
            readable, _, _ = select.select([self.socket], [], [], left)
            try:
                if readable and not self.socket.recv(65_536):
                    return time.monotonic() - began
            except ConnectionResetError:
                return time.monotonic() - began
        return None


def head(method: str, path: str, *fields: str) -> bytes:
    """A request's head."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *fields, "", ""]).encode()


def announced(path: str, length: int, kind: str = "application/json") -> bytes:
    """The head of a POST whose body is still to come."""
    return head("POST", path, f"Content-Length: {length}", f"Content-Type: {kind}")


@contextmanager
def trickling(connections: Sequence[Raw], piece: bytes = b" ", every_s: float = 0.2) -> Iterator[None]:
    """Send one piece on each connection now and then, while in the `with`."""
    over = threading.Event()

    def trickle() -> None:
        while not over.wait(every_s):
            for connection in connections:
                connection.send(piece)

    thread = threading.Thread(target=trickle, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(10)


@contextmanager
def many(address: str, count: int, first: bytes) -> Iterator[list[Raw]]:
    """So many connections that have each sent the same."""
    opened = [Raw(address, first) for _ in range(count)]
    try:
        yield opened
    finally:
        for connection in opened:
            connection.socket.close()
