"""Children start with a log, are watched, and never outlive us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deploy.local.catalog import ROOT
from deploy.local.processes import Child, Command, wait_until
from deploy.local.refusals import StartFailed


def a_child(folder: Path, code: str) -> Child:
    return Child(
        Command(
            name="example",
            arguments=[sys.executable, "-u", "-c", code],
            environment={"PATH": os.environ["PATH"]},
            log=folder / "log" / "example.log",
            folder=folder,
        )
    )


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone_within(pid: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_what_a_child_says_is_in_its_log(tmp_path: Path) -> None:
    child = a_child(tmp_path, "print('hello'); import sys; print('trouble', file=sys.stderr)")

    child._process.wait(10)

    assert child.exit_code == 0
    assert child.log.read_text().splitlines() == ["hello", "trouble"]


def test_a_child_that_ends_early_fails_the_start_with_its_last_lines(tmp_path: Path) -> None:
    child = a_child(tmp_path, "print('first'); print('cannot open the database'); raise SystemExit(3)")

    with pytest.raises(StartFailed, match="exit code 3") as failed:
        wait_until(lambda: False, [child], within_s=10)

    assert "  | cannot open the database" in str(failed.value)


def test_a_child_that_is_never_ready_fails_the_start(tmp_path: Path) -> None:
    child = a_child(tmp_path, "import time; time.sleep(60)")

    with pytest.raises(StartFailed, match="not ready within"):
        wait_until(lambda: False, [child], within_s=0.2)

    child.kill()


def test_a_child_is_asked_to_stop_before_it_is_killed(tmp_path: Path) -> None:
    polite = "import signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: sys.exit(7)); "
    child = a_child(tmp_path, polite + "print('up'); time.sleep(60)")
    wait_until(lambda: "up" in child.log.read_text(), [child], 10)

    child.stop()

    assert child.exit_code == 7


def test_a_child_that_does_not_listen_is_killed(tmp_path: Path) -> None:
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up'); time.sleep(60)"
    child = a_child(tmp_path, deaf)
    wait_until(lambda: "up" in child.log.read_text(), [child], 10)

    child.stop(within_s=0.2)

    assert child.exit_code == -signal.SIGKILL


def test_a_child_is_started_again(tmp_path: Path) -> None:
    child = a_child(tmp_path, "import time; time.sleep(60)")
    first = child.pid
    child.kill()

    child.start()

    assert child.runs()
    assert child.pid != first
    child.kill()


def test_ctrl_c_at_the_terminal_reaches_only_us(tmp_path: Path) -> None:
    child = a_child(tmp_path, "import time; time.sleep(60)")

    assert os.getpgid(child.pid) != os.getpgid(0)
    child.kill()


def test_a_child_does_not_outlive_a_parent_killed_without_warning(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())

    parent.kill()
    parent.wait()

    assert gone_within(pid, 5)


PARENT = """
import sys, time
from pathlib import Path
from deploy.tests.test_processes import a_child
print(a_child(Path(sys.argv[1]), "import time; time.sleep(60)").pid, flush=True)
time.sleep(60)
"""
