"""A PostgreSQL with PostGIS of Debian's packages, for one run: made, started, stopped and deleted."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local.ports import free_ports

PACKAGES = "postgresql-15 postgresql-15-postgis-3"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "100",
    "shared_buffers": "1GB",
    "work_mem": "32MB",
    "maintenance_work_mem": "512MB",
    "max_wal_size": "4GB",
    "jit": "off",
}
"""Those a city of some means would set; everything is written to disk as it would be there (fsync on)."""


def programs() -> Path | None:
    """The folder of the newest server's programs that has PostGIS; None where there is none."""
    found = sorted(Path("/usr/share/postgresql").glob("*/extension/postgis.control"))
    return Path("/usr/lib/postgresql") / found[-1].parts[4] / "bin" if found else None


@contextmanager
def scratch_postgis() -> Iterator[str]:
    """Give the URL of the server's own database. Raises RuntimeError where the packages are missing."""
    found = programs()
    if found is None:
        raise RuntimeError(f"PostGIS is missing: apt install {PACKAGES}")
    with tempfile.TemporaryDirectory(prefix="citycode-postgis-") as name:
        folder = Path(name)
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        (port,) = free_ports(1)
        cluster = folder / "cluster"
        _run(
            found / "initdb", "-D", cluster, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"
        )
        told = {**SETTINGS, "port": str(port), "unix_socket_directories": name}
        options = " ".join(f"-c {key}={value}" for key, value in told.items())
        _run(found / "pg_ctl", "-D", cluster, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql+psycopg://postgres@127.0.0.1:{port}/postgres"
        finally:
            _run(found / "pg_ctl", "-D", cluster, "-w", "-m", "fast", "stop")


def _run(*command: object) -> None:
    as_postgres = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    told = [*as_postgres, *map(str, command)]
    subprocess.run(told, check=True, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
