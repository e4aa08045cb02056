"""`python -m casework.audit [--anchors FILE] [--take] [DATABASE_URL …]`: verify databases and say what fails.

Without URLs those of the environment (`DATABASE_URL_<SERVICE>`). `--anchors` compares with the anchors kept
in a file; `--take` takes new ones where everything holds, and adds them to the file. Ends with 1 where
something does not hold, 2 where a database cannot be asked.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from servicekit.database import in_transaction, open_engine
from servicekit.problems import Problem
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import DBAPIError

from casework.anchors import Anchor
from casework.audit import AuditReport, anchor_file, verify_all
from casework.storage import anchors
from casework.storage.integrity import has_table

STATEMENT_TIMEOUT_S = 900.0
FAILED = 1
UNASKED = 2


def main(arguments: Sequence[str]) -> int:
    """Verify every database named; gives the exit status."""
    asked = _arguments(arguments)
    urls = asked.urls or [url for name, url in sorted(os.environ.items()) if _names_a_database(name) and url]
    if not urls:
        print("No database is named: give URLs, or set DATABASE_URL_<SERVICE>.", file=sys.stderr)
        return UNASKED
    status = 0
    for url in urls:
        name = make_url(url).database or ""
        try:
            status = max(status, _audit(url, name, asked.anchors, asked.take))
        except (Problem, DBAPIError, anchor_file.AnchorFileBroken) as error:
            print(f"{name}: could not be asked: {error}", file=sys.stderr)
            status = UNASKED
    return status


def _audit(url: str, name: str, kept_in: Path | None, take: bool) -> int:
    engine = open_engine(
        url, pool_size=1, statement_timeout_s=STATEMENT_TIMEOUT_S, application_name="citycode-audit"
    )
    try:
        kept = anchor_file.read(kept_in, name) if kept_in else {}
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
            if not has_table(connection, "history_heads"):
                print(f"{name}: keeps no history with heads")
                return 0
            report: AuditReport = verify_all(connection, kept=kept)
        for line in report.lines():
            print(f"{name}: {line}")
        if not report.holds:
            return FAILED
        if take:
            taken = in_transaction(engine, _take)
            if kept_in:
                anchor_file.append(kept_in, name, taken)
            print(f"{name}: {len(taken)} anchors taken")
        return 0
    finally:
        engine.dispose()


def _take(connection: Connection) -> tuple[Anchor, ...]:
    taken = (anchors.take(connection, city) for city in anchors.cities(connection))
    return tuple(each for each in taken if each is not None)


def _names_a_database(variable: str) -> bool:
    return variable.startswith("DATABASE_URL_")


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m casework.audit", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("urls", nargs="*", metavar="DATABASE_URL")
    parser.add_argument("--anchors", type=Path, metavar="FILE", help="anchors kept outside the database")
    parser.add_argument("--take", action="store_true", help="take new anchors where everything holds")
    return parser.parse_args(list(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
