"""What this machine lacks, and the command that brings it."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deploy.local.catalog import EVERYTHING, SERVICES
from deploy.local.ports import is_free
from deploy.local.postgres_programs import SERVER_USER, programs_folder

PACKAGES = ("fastapi", "uvicorn", "sqlalchemy", "psycopg", "aiohttp", "pydantic_settings", "joserfc", "yaml")


@dataclass(frozen=True)
class Finding:
    """One thing looked for, and how to mend its absence. Not `needed`: only some commands want it."""

    name: str
    found: bool
    mend: str
    needed: bool = True

    def line(self) -> str:
        """Give it in one line."""
        if self.found:
            return f"{self.name}: found"
        return f"{self.name}: missing{'' if self.needed else ' (not needed to run)'}. {self.mend}"


def look_around() -> list[Finding]:
    """Look for everything any command of this project uses."""
    return [
        *needed_to_run(),
        Finding("git", shutil.which("git") is not None, "On Debian: apt install git", needed=False),
        Finding("curl", bool(shutil.which("curl")), "On Debian: apt install curl", needed=False),
        Finding("wrk (make bench)", bool(shutil.which("wrk")), "On Debian: apt install wrk", needed=False),
        Finding("nginx (make bench)", _has_nginx(), "On Debian: apt install nginx-light", needed=False),
        Finding(
            "docker compose (production form)",
            has_compose(),
            "On Debian: apt install docker-compose, or Docker's own docker-compose-plugin",
            needed=False,
        ),
    ]


def needed_to_run() -> list[Finding]:
    """Look for what `make run` cannot do without."""
    packages = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    findings = [
        Finding(
            "Python 3.11",
            sys.version_info[:2] == (3, 11),
            "On Debian: apt install python3.11 python3.11-venv; then remove .venv and repeat",
        ),
        Finding("packages", not packages, f"Lacking: {', '.join(packages)}. Remove .venv, then: make run"),
    ]
    if not all(os.environ.get(service.database_variable) for service in SERVICES.values()):
        findings += _needed_for_embedded_postgres()
    return findings


def _needed_for_embedded_postgres() -> list[Finding]:
    mend = "Remove .venv and repeat: make run; or set DATABASE_URL_<SERVICE> for every service"
    findings = [Finding("embedded PostgreSQL", programs_folder() is not None, mend)]
    if os.geteuid() == 0:
        found = _has_user(SERVER_USER) or shutil.which("useradd") is not None
        findings.append(
            Finding("a user for PostgreSQL, which refuses root", found, "On Debian: apt install passwd")
        )
    return findings


def taken_ports(ports: Mapping[str, int]) -> list[str]:
    """Say of each taken port what to do."""
    return [
        f"Port {port} for {name} is taken. Stop what uses it, or choose another: "
        f"{EVERYTHING[name].port_variable}={port + 10} make run"
        for name, port in ports.items()
        if not is_free(port)
    ]


def has_compose() -> bool:
    """Whether `docker compose` works here."""
    return compose_command() is not None


def compose_command() -> Sequence[str] | None:
    """Give how compose is called on this machine: `docker compose`, or the older `docker-compose`."""
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]) is None:
            continue
        if subprocess.run([*command, "version"], capture_output=True, check=False).returncode == 0:
            return command
    return None


def _has_nginx() -> bool:
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") is not None


def _has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
