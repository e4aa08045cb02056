"""A whole system whose services run within this process, so that a test can see and change what they are.

Everything else is as ever: real ports, the gateway before them, databases, neighbors asked over HTTP.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
import structlog
import uvicorn
from servicekit.logs import configure_logs

from deploy.local.catalog import EVERYTHING
from deploy.local.ports import HOST
from deploy.local.processes import Child, Command
from deploy.local.starting import command_of
from deploy.local.system import System

READY_WITHIN_S = 60.0
LOG = "one-process.log"
Wrapping = Callable[[str, Any], Any]
"""Puts something around the app of the service of that name."""


@dataclass
class Served:
    """A service in a thread, with what a system asks of a child process."""

    name: str
    port: int
    command: Command
    server: uvicorn.Server
    thread: threading.Thread

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def log(self) -> Path:
        return self.command.log

    def runs(self) -> bool:
        return self.thread.is_alive()

    def stop(self, within_s: float = 8.0) -> None:
        self.server.should_exit = True
        self.thread.join(within_s)


@contextmanager
def system_in_this_process(
    scratch: Path, around: Wrapping, environment: Mapping[str, str] | None = None
) -> Iterator[System]:
    """Start it, with `around` put around every app, and one log for all; stop it after."""

    def launch(
        names: Collection[str], ports: Mapping[str, int], told: Mapping[str, str], logs: Path
    ) -> Mapping[str, Child]:
        served: dict[str, Served] = {}
        for name in names:
            service = EVERYTHING[name]
            command = command_of(service, ports[name], told, logs)
            app = around(name, _built(service.factory, told))
            config = uvicorn.Config(
                app,
                host=HOST,
                port=ports[name],
                http=service.protocol or "auto",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=1,
            )
            server = uvicorn.Server(config)
            thread = threading.Thread(target=server.run, name=name, daemon=True)
            thread.start()
            served[name] = Served(name, ports[name], command, server, thread)
            _wait_until_started(served[name])
        return cast(Mapping[str, Child], served)

    with (
        (scratch / LOG).open("w") as log,
        logging_as_before(),
        System.start(scratch, environment=environment, launch=launch) as system,
    ):
        configure_logs("system", profile="test", stream=log)
        yield system


@contextmanager
def logging_as_before() -> Iterator[None]:
    """Leave the logs of this process as they were."""
    root, configured = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.configure(**configured)


def _built(factory: str, told: Mapping[str, str]) -> Any:
    """The app as its factory builds it from the environment."""
    module, _, name = factory.partition(":")
    with pytest.MonkeyPatch.context() as patch:
        for variable, value in told.items():
            patch.setenv(variable, value)
        return getattr(__import__(module, fromlist=[name]), name)()


def _wait_until_started(served: Served) -> None:
    until = time.monotonic() + READY_WITHIN_S
    while not served.server.started:
        assert served.runs(), f"{served.name} ended while starting"
        assert time.monotonic() < until, f"{served.name} did not start"
        time.sleep(0.01)
