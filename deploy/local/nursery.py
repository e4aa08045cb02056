"""Processes born with everything imported already, for systems that are started often, as in tests.

A nursery is a process that imports what services are made of and reads the law, once, and then forks a child
for each command `python -m module …`: the same module with the same arguments, environment, folder and log as
if it were started by itself, in a fraction of the time. Such a child is stopped, killed and started anew as
any other. It ends when the nursery does, and the nursery ends with whoever made it.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import IO, Any, cast

from citycode import Law, PackErrors, load_law

from deploy.local.catalog import EVERYTHING, ROOT
from deploy.local.processes import Child, Command, end_with_parent

POLL_S = 0.01
KEPT: list[Law] = []
"""The law that children are born with."""
IMPORTED = ("uvicorn.protocols.http.httptools_impl", "uvicorn.loops.auto", "uvicorn.lifespan.on")


class NurseryChild(Child):
    """A child born in the nursery of this process. Its command must be `python -m module …`."""

    def start(self) -> None:
        """Start it."""
        self._process = _nursery().born(self.command)


class _Nursery:
    """The near end: asks for children and how they are."""

    def __init__(self) -> None:
        self._far = subprocess.Popen(
            [sys.executable, "-m", "deploy.local.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=end_with_parent(signal.SIGKILL),
        )
        self._questions = cast(IO[str], self._far.stdin)
        self._answers = cast(IO[str], self._far.stdout)
        self._asking = threading.Lock()
        atexit.register(self._close)

    def born(self, command: Command) -> _Born:
        """Let a child be born."""
        command.log.parent.mkdir(parents=True, exist_ok=True)
        command.log.touch()
        asked = {
            "arguments": list(command.arguments),
            "environment": dict(command.environment),
            "folder": str(command.folder),
            "log": str(command.log),
        }
        return _Born(self, self.ask({"born": asked}))

    def ask(self, question: Mapping[str, Any]) -> Any:
        """One question, one answer."""
        with self._asking:
            print(json.dumps(question), file=self._questions, flush=True)
            return json.loads(self._answers.readline())

    def _close(self) -> None:
        self._questions.close()
        self._far.wait(10)


@cache
def _nursery() -> _Nursery:
    """The nursery of this process, made when the first child is asked for."""
    return _Nursery()


class _Born:
    """A process that is the nursery's child, with what `Child` asks of one of its own."""

    def __init__(self, nursery: _Nursery, pid: int) -> None:
        self.pid = pid
        self._nursery = nursery
        self._code: int | None = None

    def poll(self) -> int | None:
        if self._code is None:
            self._code = self._nursery.ask({"code": self.pid})
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        until = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired("a child of the nursery", timeout or 0.0)
            time.sleep(POLL_S)
        return code

    def send_signal(self, which: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, which)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def main() -> None:
    """The far end: import, then answer questions until nobody asks any more."""
    for module in (*IMPORTED, *(each.factory.partition(":")[0] for each in EVERYTHING.values())):
        with suppress(Exception):  # a child that needs it fails by itself, and says so in its log
            import_module(module)
    with suppress(PackErrors):  # likewise
        KEPT.append(load_law(ROOT / "codes"))
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        question = json.loads(line)
        told = _bear(question["born"], answers) if "born" in question else _code_of(question["code"])
        print(json.dumps(told), file=answers, flush=True)


def _bear(asked: Mapping[str, Any], answers: IO[str]) -> int:
    nursery = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        prepare = end_with_parent(signal.SIGTERM, parent=nursery)
        if prepare is not None:
            prepare()
        os.setsid()
        answers.close()
        _live(asked)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _live(asked: Mapping[str, Any]) -> None:
    """Be `python -m module …`."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for place, opened in ((0, nothing), (1, log), (2, log)):
        os.dup2(opened, place)
    os.chdir(asked["folder"])
    sys.path.insert(0, asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    time.tzset()
    _, _, module, *arguments = asked["arguments"]
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _code_of(pid: int) -> int | None:
    """How a child ended, as `Popen.returncode`; None while it runs."""
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


if __name__ == "__main__":
    main()
