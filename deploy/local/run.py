"""`make run`: everything on this machine, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType

from servicekit.issuer import DevelopmentIssuer

from deploy.local import databases
from deploy.local.catalog import EVERYTHING, VAR
from deploy.local.doctor import needed_to_run, taken_ports
from deploy.local.environment import outside_environment, settings
from deploy.local.holding import held
from deploy.local.processes import Child, stop_all
from deploy.local.refusals import StartFailed
from deploy.local.starting import in_order_of_stopping, start_processes
from deploy.local.welcome import welcome

LOGS = VAR / "log"
IDENTITY = VAR / "identity"
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
WATCH_EVERY_S = 0.5


class Interrupted(BaseException):
    """Somebody wants us to stop."""


def run() -> None:
    """Start everything, say where it is, wait; stop everything. Raises StartFailed, AlreadyRunning."""
    for number in STOPS:
        signal.signal(number, _interrupt)
    started = time.monotonic()
    try:
        with held(VAR):
            ports = chosen_ports()
            refuse_early(ports)
            print("Starting …", flush=True)
            issuer = DevelopmentIssuer(IDENTITY)
            with everything_running(ports, issuer) as (children, watched):
                print(welcome(children, issuer, time.monotonic() - started), flush=True)
                watch(watched)
    except Interrupted:
        print("Everything is stopped.", flush=True)


@contextmanager
def everything_running(
    ports: Mapping[str, int], issuer: DevelopmentIssuer
) -> Iterator[tuple[Mapping[str, Child], Sequence[Child]]]:
    """Run it all; give the services by name, and every process to watch."""
    with databases.kept_databases(VAR / "postgres", LOGS / "postgres.log") as (urls, servers):
        told = outside_environment(keep_ours=True) | settings(
            profile="development", ports=ports, database_urls=urls, jwks_url=issuer.jwks_url
        )
        told["CITYCODE_LAW_ARCHIVE"] = str(VAR / "law")
        databases.migrate_all(urls)
        databases.load_sample_county(told)
        children = start_processes(list(EVERYTHING), ports, told, LOGS)
        try:
            yield children, [*servers, *children.values()]
        finally:
            stop_all(in_order_of_stopping(children))


def chosen_ports() -> dict[str, int]:
    """Give each process's port: its own, or `CITYCODE_PORT_<NAME>`. Raises StartFailed for no port."""
    ports = {}
    for name, service in EVERYTHING.items():
        written = os.environ.get(service.port_variable) or str(service.port)
        if not (written.isdecimal() and 0 < int(written) < 65_536):
            raise StartFailed(f"{service.port_variable} is {written!r}: give a number from 1 to 65535.")
        ports[name] = int(written)
    return ports


def refuse_early(ports: Mapping[str, int]) -> None:
    """Say what is missing or taken before anything is started. Raises StartFailed."""
    missing = [finding.line() for finding in needed_to_run() if not finding.found]
    problems = missing + taken_ports(ports)
    if problems:
        raise StartFailed("\n".join(problems))


def watch(children: Sequence[Child]) -> None:
    """Wait as long as all run. Raises StartFailed with the last log lines of one that ended."""
    while True:
        for child in children:
            if not child.runs():
                raise child.failure(f"ended with exit code {child.exit_code}; everything is stopped")
        time.sleep(WATCH_EVERY_S)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """Stop once; whoever presses Ctrl-C again while things stop has to wait for them."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    print("\nStopping …", flush=True)
    raise Interrupted
