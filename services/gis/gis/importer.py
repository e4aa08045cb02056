"""What starts imports that wait, beside the requests: each in a process of its own."""

import os
import subprocess
import sys
import threading

from servicekit.logs import logger
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from gis.storage import county_imports

LOOK_EVERY_S = 5.0


class Importer:
    """Looks for waiting imports and runs them one after the other; a background of `create_app`."""

    def __init__(self, engine: Engine, database_url: str) -> None:
        self._engine, self._database_url = engine, database_url
        self._stopping, self._looking = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start looking."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="importer", daemon=True)
        self._thread.start()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Stop; an import that runs is cut off, leaves nothing, and is run again after the next start."""
        self._stopping.set()
        self._looking.set()
        child = self._child
        if child is not None:
            child.terminate()
        if self._thread is not None:
            self._thread.join(timeout_s)

    def wake(self) -> None:
        """Look now: something was just committed."""
        self._looking.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._looking.clear()
            try:
                if self._is_any_waiting():
                    self._run_one()
                    continue
            except (DBAPIError, PoolTimeout, OSError) as error:
                logger().warning("imports wait for the database", reason=type(error).__name__)
            self._looking.wait(LOOK_EVERY_S)

    def _is_any_waiting(self) -> bool:
        with self._engine.connect() as connection:
            return county_imports.is_any_waiting(connection)

    def _run_one(self) -> None:
        environment = {**os.environ, "DATABASE_URL_GIS": self._database_url}
        command = [sys.executable, "-m", "gis.import_waiting"]
        self._child = subprocess.Popen(command, env=environment)  # noqa: S603 - our own module
        code = self._child.wait()
        self._child = None
        if code != 0:
            logger().warning("an importer ended", code=code)
            self._stopping.wait(LOOK_EVERY_S)
