"""Children of the nursery live and end as children do that are started from nothing."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local.nursery import NurseryChild
from deploy.local.processes import Child, Command, wait_until
from deploy.local.refusals import StartFailed

MODULE = """
import os, signal, sys, time
print("hello", *sys.argv[1:], os.getcwd(), sorted(os.environ), flush=True)
print("trouble", file=sys.stderr, flush=True)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
if sys.argv[1] == "fail":
    raise ValueError("it cannot be")
time.sleep(60)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lives_in_a_nursery.py").write_text(MODULE)
    return tmp_path


def a_child(folder: Path, argument: str) -> Child:
    return NurseryChild(
        Command(
            name="example",
            arguments=[sys.executable, "-m", "lives_in_a_nursery", argument],
            environment={"ONLY": "this"},
            log=folder / "log" / "example.log",
            folder=folder,
        )
    )


@pytest.fixture
def child(folder: Path) -> Iterator[Child]:
    made = a_child(folder, "on")
    wait_until(lambda: "trouble" in made.log.read_text(), [made], 10)
    yield made
    made.kill()


def test_it_has_the_arguments_the_folder_and_the_environment_of_its_command(
    child: Child, folder: Path
) -> None:
    assert child.log.read_text().splitlines() == [f"hello on {folder} ['ONLY']", "trouble"]
    assert child.runs()
    assert os.getpgid(child.pid) == child.pid


def test_asked_to_stop_it_stops_as_it_will(child: Child) -> None:
    child.stop()

    assert child.exit_code == 7


def test_killed_it_is_gone_and_starts_again(child: Child) -> None:
    first = child.pid

    child.kill()
    killed = child.exit_code
    child.start()

    assert killed == -signal.SIGKILL
    assert child.pid != first
    assert child.runs()


def test_what_fails_tells_how(folder: Path) -> None:
    child = a_child(folder, "fail")

    with pytest.raises(StartFailed, match="ended with exit code 1") as failed:
        wait_until(lambda: False, [child], within_s=10)

    assert "ValueError: it cannot be" in str(failed.value)


def test_what_does_not_end_in_time_is_killed(child: Child) -> None:
    began = time.monotonic()
    os.kill(child.pid, signal.SIGSTOP)

    child.stop(within_s=0.2)

    assert child.exit_code == -signal.SIGKILL
    assert time.monotonic() - began < 5
