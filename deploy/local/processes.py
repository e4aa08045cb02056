"""Child processes: started with a log of their own, watched, stopped in time; they end when we end."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from deploy.local.refusals import StartFailed

PR_SET_PDEATHSIG = 1
POLL_S = 0.05
SHOWN_LOG_LINES = 15


@dataclass(frozen=True)
class Command:
    """How a process is started. `user` is for a server that refuses to run as root."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    folder: Path
    user: int | None = None
    group: int | None = None
    stop_signal: signal.Signals = signal.SIGTERM


class Process(Protocol):
    """What a child asks of the process behind it, as `subprocess.Popen` answers."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int, /) -> None: ...
    def kill(self) -> None: ...


@dataclass
class Child:
    """A process, running or stopped, its log begun anew. `port` and `url`: where it listens, if it does."""

    command: Command
    port: int | None = None
    _process: Process = field(init=False)

    def __post_init__(self) -> None:
        self.log.unlink(missing_ok=True)
        self.start()

    @property
    def name(self) -> str:
        """What it is called."""
        return self.command.name

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def log(self) -> Path:
        """Where its output goes."""
        return self.command.log

    @property
    def url(self) -> str:
        """Its own address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it. Call from the main thread: it ends with the thread that started it."""
        command = self.command
        command.log.parent.mkdir(parents=True, exist_ok=True)
        with command.log.open("ab") as output:
            self._process = subprocess.Popen(
                command.arguments,
                cwd=command.folder,
                env=dict(command.environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=command.user,
                group=command.group,
                extra_groups=[] if command.user is not None else None,
                preexec_fn=end_with_parent(command.stop_signal),
            )

    def runs(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.poll()

    def stop(self, within_s: float = 8.0) -> None:
        """Ask it to stop; kill it when it does not within that time."""
        if self.runs():
            self._process.send_signal(self.command.stop_signal)
            try:
                self._process.wait(within_s)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self) -> None:
        """Kill it without warning."""
        if self.runs():
            self._process.kill()
        self._process.wait()

    def last_lines(self, count: int = SHOWN_LOG_LINES) -> str:
        """Give the end of its log."""
        try:
            lines = self.log.read_text(errors="replace").splitlines()
        except FileNotFoundError:
            return ""
        return "\n".join(f"  | {line}" for line in lines[-count:])

    def failure(self, what: str) -> StartFailed:
        """Give the error that tells what happened to it, with the end of its log."""
        return StartFailed(f"{self.name} {what}. The end of {self.log.name}:\n{self.last_lines()}")


def wait_until(ready: Callable[[], bool], children: Sequence[Child], within_s: float) -> None:
    """Wait until `ready`. Raises StartFailed when one of `children` ends first, or time is up."""
    deadline = time.monotonic() + within_s
    while not ready():
        for child in children:
            if not child.runs():
                raise child.failure(f"ended with exit code {child.exit_code}")
        if time.monotonic() > deadline:
            raise children[0].failure(f"was not ready within {within_s:.0f} seconds")
        time.sleep(POLL_S)


def answers_ready(url: str) -> bool:
    """Whether a service says of itself that it is ready."""
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=2) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def stop_all(children: Sequence[Child]) -> None:
    """Stop children in the given order, each before the next."""
    for child in children:
        child.stop()


def end_with_parent(how: signal.Signals, parent: int | None = None) -> Callable[[], None] | None:
    """On Linux the kernel ends a child when we end, even by kill -9: nothing is left behind.

    Gives what the child does first. `parent` is our own process id where the child asks itself.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl
    parent = os.getpid() if parent is None else parent

    def prepare() -> None:
        prctl(PR_SET_PDEATHSIG, how)
        if os.getppid() != parent:
            os._exit(1)

    return prepare
