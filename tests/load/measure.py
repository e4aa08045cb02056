"""One measured cell: wrk against one URL, and the resident memory of a process."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

UNITS_MS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent over and over: method, path, headers, JSON body."""

    method: str
    path: str
    headers: dict[str, str]
    body: object | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """Requests per second, latency in milliseconds, and how many answers were not 2xx or 3xx."""

    rps: float
    p50_ms: float
    p99_ms: float
    failures: int


def tools_missing() -> list[str]:
    """The Debian packages the bench needs and this machine lacks."""
    packages = {"wrk": "wrk", "nginx": "nginx-light"}
    return [
        package
        for tool, package in packages.items()
        if shutil.which(tool) is None and not Path(f"/usr/sbin/{tool}").exists()
    ]


def lua_of(requests: Sequence[Request]) -> str:
    """A wrk script that sends these requests in turn."""
    lines = ["local formed, place = {}, 0", "init = function()"]
    lines += [
        f"  formed[{place}] = wrk.format({', '.join(map(_lua, _parts(each)))})"
        for place, each in enumerate(requests)
    ]
    lines += ["end", "request = function()", f"  place = (place + 1) % {len(requests)}"]
    return "\n".join([*lines, "  return formed[place]", "end"])


def _parts(request: Request) -> tuple[object, ...]:
    if request.body is None:
        return request.method, request.path, request.headers
    headers = {**request.headers, "Content-Type": "application/json"}
    return request.method, request.path, headers, json.dumps(request.body)


def _lua(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"[{_lua(key)}] = {_lua(each)}" for key, each in value.items()) + "}"
    return json.dumps(value)


def run(
    base_url: str, requests: Request | Sequence[Request], *, connections: int, seconds: int, scratch: Path
) -> Cell:
    """Load one server with a request, or with several in turn, and read wrk's own figures."""
    script = scratch / "request.lua"
    script.write_text(lua_of([requests] if isinstance(requests, Request) else requests))
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", str(script)]
    output = subprocess.run(
        [*command, base_url], capture_output=True, text=True, check=True, timeout=seconds + 30
    ).stdout
    return cell_of(output)


def cell_of(output: str) -> Cell:
    """Read wrk's printed report."""

    def latency(percentile: str) -> float:
        found = re.search(rf"^\s+{percentile}%\s+([\d.]+)(us|ms|s)\s*$", output, re.MULTILINE)
        return float(found[1]) * UNITS_MS[found[2]] if found else float("nan")

    rate = re.search(r"Requests/sec:\s+([\d.]+)", output)
    failures = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    return Cell(
        rps=float(rate[1]) if rate else 0.0,
        p50_ms=latency("50"),
        p99_ms=latency("99"),
        failures=int(failures[1]) if failures else 0,
    )


def processor_s(pid: int) -> float:
    """Processor seconds a process has spent so far, in its own code and in the kernel for it."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int | str) -> float:
    """Resident memory of one process (or `self`) in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) / 1024 if found else float("nan")


def own_share_mb(pid: int) -> float:
    """What one process costs the machine in MB: its own pages, and its share of those it shares (PSS)."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)
    return int(found[1]) / 1024 if found else float("nan")
