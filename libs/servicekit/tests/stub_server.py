"""A neighbor for tests: a real HTTP server on loopback whose answers each test writes."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Answering = Callable[["Asked"], bytes | None]


@dataclass
class Asked:
    """One request as it came."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    connection: socket.socket


@dataclass
class StubServer:
    """Answers with raw bytes, so that it can misbehave. None: say nothing and hang up."""

    url: str
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0


def answer(status: int = 200, body: bytes = b"{}", *more: str) -> bytes:
    head = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Content-Type: application/json", *more]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


@contextmanager
def stub_server(answering: Answering) -> Iterator[StubServer]:
    listener = socket.create_server(("127.0.0.1", 0))
    stub = StubServer(url=f"http://127.0.0.1:{listener.getsockname()[1]}")
    open_connections: list[socket.socket] = []

    def serve(connection: socket.socket) -> None:
        stream = connection.makefile("rb")
        try:
            while request := _read(stream, connection):
                stub.asked.append(request)
                answered = answering(request)
                if answered is None:
                    break
                connection.sendall(answered)
        except OSError:
            pass
        finally:
            stream.close()
            connection.close()

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            stub.connections += 1
            open_connections.append(connection)
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield stub
    finally:
        listener.close()
        for connection in open_connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


def drip(request: Asked, content: bytes, every_s: float) -> None:
    """Send byte by byte."""
    for position in range(len(content)):
        request.connection.sendall(content[position : position + 1])
        time.sleep(every_s)


def _read(stream: object, connection: socket.socket) -> Asked | None:
    line = stream.readline()  # type: ignore[attr-defined]
    if not line:
        return None
    method, target, _ = line.decode().split(" ")
    headers = {}
    while (line := stream.readline().decode().strip()) != "":  # type: ignore[attr-defined]
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = stream.read(int(headers.get("content-length", "0")))  # type: ignore[attr-defined]
    return Asked(method, target, headers, body, connection)
