"""Pooled HTTP/1.1 connections; every exchange ends by a deadline, however slowly the other side drips."""

from __future__ import annotations

import http.client
import io
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

LARGEST_ANSWER = 8 * 1024 * 1024
IDLE_AT_MOST_S = 30.0


class ExchangeFailed(Exception):
    """No usable answer in time. `reason` names no address; `nothing_sent` says a repetition is safe."""

    def __init__(self, reason: str, *, nothing_sent: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.nothing_sent = nothing_sent


@dataclass(frozen=True)
class RawAnswer:
    """Status, lower-case headers, content."""

    status: int
    headers: dict[str, str]
    content: bytes


class _DeadlineReader(io.RawIOBase):
    """Reads a socket with the time left until a deadline that each exchange sets anew."""

    def __init__(self, connection: _Connection, sock: socket.socket) -> None:
        self._connection = connection
        self._sock = sock

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(self._connection.time_left())
        return self._sock.recv_into(buffer)


class _SocketWithDeadline:
    """What `http.client` needs of a socket."""

    def __init__(self, connection: _Connection, sock: socket.socket) -> None:
        self._connection = connection
        self.sock = sock

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_DeadlineReader(self._connection, self.sock))

    def sendall(self, content: bytes) -> None:
        self.sock.settimeout(self._connection.time_left())
        self.sock.sendall(content)

    def close(self) -> None:
        self.sock.close()


class _Connection(http.client.HTTPConnection):
    """One connection. `deadline` is a moment of the monotonic clock."""

    deadline: float = 0.0
    idle_since: float = 0.0

    def __init__(self, host: str, port: int, context: ssl.SSLContext | None) -> None:
        super().__init__(host, port)
        self._context = context

    def time_left(self) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def connect(self) -> None:
        sock = socket.create_connection((self.host, self.port), self.time_left())
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._context is not None:
            sock = self._context.wrap_socket(sock, server_hostname=self.host)
        self.sock = _SocketWithDeadline(self, sock)

    def own_socket(self) -> socket.socket:
        """The socket beneath the deadline."""
        wrapped: Any = self.sock
        own: socket.socket = wrapped.sock
        return own

    def went_stale(self) -> bool:
        """Whether the other side closed it, or it idled so long that it may do so any moment."""
        if self.sock is None or time.monotonic() - self.idle_since > IDLE_AT_MOST_S:
            return True
        readable, _, _ = select.select([self.own_socket()], [], [], 0)
        return bool(readable)


class ConnectionPool:
    """Connections to one origin. Thread-safe; keeps at most `keep` idle ones."""

    def __init__(self, base_url: str, *, keep: int) -> None:
        address = urlsplit(base_url)
        if address.scheme not in {"http", "https"} or not address.hostname:
            raise ValueError("a neighbor's base URL is http(s)://host[:port][/path]")
        secure = address.scheme == "https"
        self.base_path = address.path.rstrip("/")
        self._host, self._port = address.hostname, address.port or (443 if secure else 80)
        self._context = ssl.create_default_context() if secure else None
        self._keep = keep
        self._lock = threading.Lock()
        self._idle: list[_Connection] = []
        self._busy: set[_Connection] = set()
        self._closed = False

    def exchange(
        self, method: str, target: str, content: bytes | None, headers: dict[str, str], *, deadline: float
    ) -> RawAnswer:
        """Send one request and read its whole answer by `deadline`. Raises ExchangeFailed."""
        connection, reused = self._take()
        connection.deadline = deadline
        try:
            return self._exchange_over(connection, method, target, content, headers)
        except TimeoutError as error:
            raise ExchangeFailed("did not answer in time") from error
        except ConnectionRefusedError as error:
            raise ExchangeFailed("is not running", nothing_sent=True) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            closed_on_us = reused and isinstance(error, http.client.RemoteDisconnected | ConnectionError)
            raise ExchangeFailed("broke the connection", nothing_sent=closed_on_us) from error
        finally:
            with self._lock:
                self._busy.discard(connection)

    def close(self) -> None:
        """Close all connections; exchanges under way fail."""
        with self._lock:
            self._closed = True
            connections = [*self._idle, *self._busy]
            self._idle.clear()
        for connection in connections:
            _sever(connection)

    def _exchange_over(
        self,
        connection: _Connection,
        method: str,
        target: str,
        content: bytes | None,
        headers: dict[str, str],
    ) -> RawAnswer:
        finished = False
        try:
            connection.request(method, target, body=content, headers=headers)
            answer = connection.getresponse()
            body = answer.read(LARGEST_ANSWER + 1)
            if len(body) > LARGEST_ANSWER:
                raise ValueError("the answer is too large")
            finished = not answer.will_close
            return RawAnswer(
                answer.status, {name.lower(): value for name, value in answer.getheaders()}, body
            )
        finally:
            if not (finished and self._give_back(connection)):
                connection.close()

    def _take(self) -> tuple[_Connection, bool]:
        with self._lock:
            while self._idle:
                connection = self._idle.pop()
                if not connection.went_stale():
                    self._busy.add(connection)
                    return connection, True
                connection.close()
            connection = _Connection(self._host, self._port, self._context)
            self._busy.add(connection)
            return connection, False

    def _give_back(self, connection: _Connection) -> bool:
        connection.idle_since = time.monotonic()
        with self._lock:
            if self._closed or len(self._idle) >= self._keep:
                return False
            self._idle.append(connection)
            return True


def _sever(connection: _Connection) -> None:
    # A reader blocked in another thread wakes up only at a shutdown.
    if connection.sock is None:
        return
    own = connection.own_socket()
    attempts: tuple[Callable[[], object], ...] = (
        lambda: own.shutdown(socket.SHUT_RDWR),
        own.close,
    )
    for attempt in attempts:
        try:
            attempt()
        except OSError:
            continue
