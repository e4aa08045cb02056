"""One database per service: given by the environment, or embedded."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from servicekit.migrations import migrate
from sqlalchemy import make_url

from deploy.local.catalog import ROOT, SAMPLED, SERVICES
from deploy.local.postgres import EmbeddedPostgres, ensure_database
from deploy.local.processes import Child
from deploy.local.refusals import StartFailed

TEST_SERVER_VARIABLE = "CITYCODE_TEST_DATABASE_URL"
MAINTENANCE = "postgres"


def named_databases() -> dict[str, str]:
    """Give the URLs that `DATABASE_URL_<SERVICE>` names."""
    urls = {name: os.environ.get(service.database_variable, "") for name, service in SERVICES.items()}
    return {name: url for name, url in urls.items() if url}


@contextmanager
def kept_databases(folder: Path, log: Path) -> Iterator[tuple[dict[str, str], list[Child]]]:
    """Give the URL of each service's database: `DATABASE_URL_<SERVICE>`, else one kept under `folder`.

    The second of the pair is the embedded server, when one is needed.
    """
    named = named_databases()
    if named.keys() == SERVICES.keys():
        yield named, []
        return
    server = EmbeddedPostgres(folder, log)
    server.start()
    try:
        for name in SERVICES.keys() - named.keys():
            ensure_database(server.url(MAINTENANCE), name)
        urls = {name: named.get(name) or server.url(name) for name in SERVICES}
        yield urls, [server.child] if server.child else []
    finally:
        server.stop()


def of_database(server_url: str, database: str) -> str:
    """Give the URL of another database on the server, in the form libpq reads too."""
    url = make_url(server_url).set(drivername="postgresql", database=database)
    return url.render_as_string(hide_password=False)


def migrate_all(urls: Mapping[str, str]) -> None:
    """Bring every database to the newest schema. Raises StartFailed naming the service."""
    for name, url in urls.items():
        try:
            migrate(url, SERVICES[name].migrations)
        except Exception as error:
            raise StartFailed(
                f"The database of {name} could not be brought to the newest schema: {error}\n"
                f"Look at {SERVICES[name].database_variable}, or reset the embedded data: make clean"
            ) from error


def load_sample_county(environment: Mapping[str, str]) -> None:
    """Load the sample county where it is not loaded yet. Raises StartFailed."""
    done = subprocess.run(
        [sys.executable, "-m", f"{SAMPLED}.load_sample"],
        cwd=ROOT,
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise StartFailed(f"The sample county could not be loaded:\n{done.stderr.strip()[-2000:]}")
