"""Starting the processes: uvicorn for each, in order, until all say they are ready."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from deploy.local.catalog import EVERYTHING, GATEWAY, ROOT, Service
from deploy.local.ports import HOST
from deploy.local.processes import Child, Command, answers_ready, stop_all, wait_until

READY_WITHIN_S = 60.0


def start_processes(
    names: Collection[str],
    ports: Mapping[str, int],
    environment: Mapping[str, str],
    logs: Path,
    born: Callable[[Command, int], Child] = Child,
) -> dict[str, Child]:
    """Start the named ones and wait until all are ready. Raises StartFailed; then none is left running."""
    children: dict[str, Child] = {}
    try:
        for name, service in EVERYTHING.items():
            if name in names:
                children[name] = born(command_of(service, ports[name], environment, logs), ports[name])
        for child in children.values():
            wait_until_ready(child, [child, *children.values()])
    except BaseException:
        stop_all(in_order_of_stopping(children))
        raise
    return children


def wait_until_ready(child: Child, watched: list[Child]) -> None:
    """Wait until a child is ready. Raises StartFailed when it, or one of `watched`, ends or time is up."""
    wait_until(lambda: answers_ready(child.url), watched, READY_WITHIN_S)


def command_of(service: Service, port: int, environment: Mapping[str, str], logs: Path) -> Command:
    """Give the command of one process."""
    return Command(
        name=service.name,
        arguments=[
            *(sys.executable, "-m", "uvicorn", "--factory", service.factory),
            *("--host", HOST, "--port", str(port)),
            *("--no-access-log", "--no-server-header", "--no-proxy-headers", "--ws", "none"),
            *("--timeout-graceful-shutdown", "5"),
            *(("--http", service.protocol) if service.protocol else ()),
        ],
        environment=environment,
        log=logs / f"{service.name}.log",
        folder=ROOT,
    )


def in_order_of_stopping(children: Mapping[str, Child]) -> list[Child]:
    """The gateway first, so that no request meets a stopped service; then who asks before who is asked."""
    names = [GATEWAY, *(name for name in reversed(EVERYTHING) if name != GATEWAY)]
    return [children[name] for name in names if name in children]
