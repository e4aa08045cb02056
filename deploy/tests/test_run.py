"""`make run` on a machine of its own: what it says is true, and whatever ends it, nothing is left."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local.catalog import EVERYTHING, ROOT
from deploy.local.demonstration import demonstration
from deploy.local.ports import free_ports, is_free
from deploy.local.refusals import StartFailed
from deploy.local.run import chosen_ports
from deploy.local.telling import picked

ROLES = ["resident", "clerk", "inspector", "council_clerk", "portal", "county"]


class Run:
    """One `make run`, with its own var folder and ports."""

    def __init__(self, var: Path, ports: dict[str, int]) -> None:
        self.var = var
        self.ports = ports
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "deploy.local", "run"],
            cwd=ROOT,
            env=environment(var, ports),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.text = ""

    def until_ready(self) -> float:
        """Read what it says until the worked answer is complete; give the seconds that took."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.text += line
            if line == "}\n":
                return time.monotonic() - self.started
        raise AssertionError(f"it ended: {self.text}\n{self.process.communicate()[1]}")

    def end(self, how: signal.Signals) -> tuple[int, str, str]:
        """Send a signal; give exit code and what it still said."""
        self.process.send_signal(how)
        return self.wait()

    def wait(self) -> tuple[int, str, str]:
        said, complained = self.process.communicate(timeout=40)
        return self.process.returncode, said, complained

    def left_over(self) -> list[str]:
        """Give the processes that still work with its folder, after a moment for them to end."""
        deadline = time.monotonic() + 5
        while found := processes_naming(str(self.var)):
            if time.monotonic() > deadline:
                return found
            time.sleep(0.05)
        return []


def environment(var: Path, ports: dict[str, int]) -> dict[str, str]:
    ours = ("CITYCODE_", "DATABASE_URL_")
    outside = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    chosen = {EVERYTHING[name].port_variable: str(port) for name, port in ports.items()}
    return {**outside, **chosen, "CITYCODE_VAR": str(var)}


def processes_naming(text: str) -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            told = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
        except OSError:
            continue
        if text.encode() in told and int(entry.name) != os.getpid():
            found.append(told.split(b"\0\0")[0].decode(errors="replace")[:200])
    return found


def command(var: Path, ports: dict[str, int], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "deploy.local", *arguments],
        cwd=ROOT,
        env=environment(var, ports),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def var() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="citycode-run-", ignore_cleanup_errors=True) as folder:
        yield Path(folder) / "var"


@pytest.fixture(scope="module")
def ports() -> dict[str, int]:
    return dict(zip(EVERYTHING, free_ports(len(EVERYTHING)), strict=True))


@pytest.mark.system
def test_first_run_says_what_is_true_and_ctrl_c_leaves_nothing(var: Path, ports: dict[str, int]) -> None:
    run = Run(var, ports)
    run.until_ready()

    tokens = re.findall(r"^  (\w+) +(ey[\w-]+\.[\w-]+\.[\w-]+)$", run.text, re.M)
    curl, _, rest = run.text[run.text.index("curl -s") :].partition("\n\n")
    printed = rest.partition("\n\n")[2]
    asked = subprocess.run(["bash", "-c", curl], capture_output=True, text=True, check=True)
    again = command(var, ports, "token", "clerk")
    cleaned = command(var, ports, "clean")
    code, said, complained = run.end(signal.SIGINT)

    assert [role for role, _ in tokens] == ROLES
    assert f"http://127.0.0.1:{ports['gateway']}" in run.text
    assert json.loads(printed) == picked(json.loads(asked.stdout), demonstration().worked_request.show)
    assert again.stdout.count(".") == 2
    assert (cleaned.returncode, "running here already" in cleaned.stderr) == (1, True)
    assert (code, complained) == (0, "")
    assert said.rstrip().endswith("Everything is stopped.")
    assert run.left_over() == []
    assert all(is_free(port) for port in ports.values())


@pytest.mark.system
def test_killed_without_warning_the_second_run_leaves_nothing(var: Path, ports: dict[str, int]) -> None:
    run = Run(var, ports)
    seconds = run.until_ready()

    run.end(signal.SIGKILL)

    print(f"\nReady again within {seconds:.1f} s; the aim is 20 s on a machine that does nothing else.")
    assert run.left_over() == []


@pytest.mark.system
def test_after_that_it_starts_again_and_a_child_that_dies_ends_it_all(
    var: Path, ports: dict[str, int]
) -> None:
    run = Run(var, ports)
    run.until_ready()
    [victim] = [pid for pid in pids_of(run) if "permits.app:build" in cmdline(pid)]

    os.kill(victim, signal.SIGKILL)
    code, _, complained = run.wait()
    left = run.left_over()
    cleaned = command(var, ports, "clean")

    assert code == 1
    assert "permits ended with exit code -9; everything is stopped. The end of permits.log:" in complained
    assert '"event": "started"' in complained
    assert left == []
    assert cleaned.returncode == 0
    assert not var.exists()


def pids_of(run: Run) -> list[int]:
    parents = f"\nPPid:\t{run.process.pid}\n"
    return [
        int(entry.parent.name)
        for entry in Path("/proc").glob("[0-9]*/status")
        if parents in entry.read_text(errors="replace")
    ]


def cmdline(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def test_a_taken_port_is_said_before_anything_is_started(tmp_path: Path, ports: dict[str, int]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = command(tmp_path / "var", {**ports, "gis": port}, "run")

    assert refused.returncode == 1
    assert refused.stderr == (
        f"Port {port} for gis is taken. Stop what uses it, or choose another: "
        f"CITYCODE_PORT_GIS={port + 10} make run\n"
    )
    assert not (tmp_path / "var" / "postgres").exists()


@pytest.mark.parametrize("port", ["0", "65536", "eight thousand", "-1"])
def test_what_is_no_port_is_said(monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    monkeypatch.setenv("CITYCODE_PORT_GATEWAY", port)

    with pytest.raises(StartFailed, match="CITYCODE_PORT_GATEWAY"):
        chosen_ports()


def test_an_unknown_role_lists_the_roles(tmp_path: Path, ports: dict[str, int]) -> None:
    refused = command(tmp_path / "var", ports, "token", "mayor")

    assert refused.returncode == 1
    assert refused.stderr == f"There is no role 'mayor'. Roles: {', '.join(ROLES)}.\n"


def test_doctor_names_what_is_needed(tmp_path: Path, ports: dict[str, int]) -> None:
    told = command(tmp_path / "var", ports, "doctor")

    assert told.returncode == 0
    assert "embedded PostgreSQL: found" in told.stdout


def test_doctor_works_where_packages_are_missing() -> None:
    bare = subprocess.run(
        [sys.executable, "-S", "-m", "deploy.local", "doctor"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )

    assert bare.returncode == 1
    assert "packages: missing. Lacking: fastapi" in bare.stdout
    assert bare.stderr == ""
