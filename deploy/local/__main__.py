"""`python -m deploy.local …`, called by the Makefile from the top of the repository.

Each command imports what it needs when it is called, so that `doctor` works where packages are missing.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one command. What it refuses is one text on standard error, and exit code 1."""
    asked = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = asked.command
    if command is _doctor:
        return _doctor(asked)
    from deploy.local.refusals import Refused

    try:
        return command(asked)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1


def _run(_asked: argparse.Namespace) -> int:
    from deploy.local.run import run

    run()
    return 0


def _demo(_asked: argparse.Namespace) -> int:
    from deploy.local.demo import demo

    demo()
    return 0


def _token(asked: argparse.Namespace) -> int:
    from servicekit.issuer import DevelopmentIssuer

    from deploy.local.demonstration import demonstration
    from deploy.local.roles import token_for
    from deploy.local.run import IDENTITY

    print(token_for(DevelopmentIssuer(IDENTITY), asked.role, asked.city or demonstration().city))
    return 0


def _migrate(_asked: argparse.Namespace) -> int:
    from deploy.local.catalog import VAR
    from deploy.local.databases import kept_databases, migrate_all, named_databases
    from deploy.local.holding import held
    from deploy.local.run import LOGS

    named = named_databases()
    if named:
        migrate_all(named)
        print(f"Newest schema: {', '.join(named)}.")
        return 0
    with held(VAR), kept_databases(VAR / "postgres", LOGS / "postgres.log") as (urls, _):
        migrate_all(urls)
        print(f"Newest schema on the embedded server: {', '.join(urls)}.")
    return 0


def _doctor(_asked: argparse.Namespace) -> int:
    from deploy.local.doctor import look_around

    findings = look_around()
    for finding in findings:
        print(finding.line())
    return 0 if all(finding.found or not finding.needed for finding in findings) else 1


def _clean(_asked: argparse.Namespace) -> int:
    from deploy.local.clean import clean

    clean()
    return 0


COMMANDS: dict[str, tuple[Callable[[argparse.Namespace], int], str]] = {
    "run": (_run, "start everything; Ctrl-C stops it all"),
    "demo": (_demo, "a narrated scenario on a fixed date, in a system of its own"),
    "token": (_token, "sign a development token"),
    "migrate": (_migrate, "bring the databases to the newest schema"),
    "doctor": (_doctor, "name each missing tool and the command that brings it"),
    "clean": (_clean, "forget databases, logs and development keys"),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m deploy.local", description="Citycode on this machine.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (command, told) in COMMANDS.items():
        added = commands.add_parser(name, help=told)
        added.set_defaults(command=command)
        if name == "token":
            added.add_argument("role", nargs="?", default="", help="for whom (none: the roles are listed)")
            added.add_argument("--city", help="where (default: the city of demonstrations)")
    return parser


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    sys.exit(main())
