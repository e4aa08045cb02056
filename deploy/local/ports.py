"""Ports: which are taken, and which are free for a system of its own."""

from __future__ import annotations

import random
import socket

HOST = "127.0.0.1"
OUTSIDE_EPHEMERAL = range(20_000, 32_000)
"""No outgoing connection takes a port from here, so a free one stays free while a service restarts."""


def is_free(port: int) -> bool:
    """Whether a server could listen on `port` now."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((HOST, port))
        except OSError:
            return False
    return True


def free_ports(count: int) -> list[int]:
    """Give `count` different free ports."""
    candidates = random.SystemRandom().sample(OUTSIDE_EPHEMERAL, len(OUTSIDE_EPHEMERAL))
    free = (port for port in candidates if is_free(port))
    return [next(free) for _ in range(count)]
