"""What a system in this process answers and keeps, gathered for the walker."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from deploy.local.catalog import SERVICES
from deploy.local.system import System
from tests.confidential.one_process import LOG
from tests.confidential.walker import Seen

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Watch:
    """Stands around every app and keeps what it answers: headers and body, whoever asked."""

    def __init__(self) -> None:
        self.answers: list[Seen] = []

    def around(self, service: str, app: Any) -> Any:
        """The app, watched."""

        async def watched(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return
            where = f"{service}: {scope['method']} {ID.sub('{id}', scope['path'])}"
            parts: list[bytes] = []

            async def keep(message: Any) -> None:
                """Before it goes out, so that nobody has an answer that is not kept."""
                if message["type"] == "http.response.start":
                    parts.append(f"{message['status']} {message['headers']}".encode())
                elif message["type"] == "http.response.body":
                    parts.append(message.get("body", b""))
                    if not message.get("more_body"):
                        self.answers.append(Seen(where, b" ".join(parts).decode("utf-8", "replace")))
                await send(message)

            await app(scope, receive, keep)

        return watched if service in SERVICES else app


def kept(system: System, scratch: Path, apart: Collection[tuple[str, str]]) -> Iterator[Seen]:
    """Every row of every table but those `apart`, the log, and the name of every file."""
    for service in SERVICES:
        with psycopg.connect(system.database_url(service)) as connection:
            for (table,) in connection.execute(TABLES).fetchall():
                if (service, table) not in apart:
                    where = f"{service}: table {table}"
                    query = sql.SQL("SELECT * FROM {}").format(sql.Identifier(table))
                    yield from (Seen(where, _text(row)) for row in connection.execute(query))
    yield Seen("log", (scratch / LOG).read_text(encoding="utf-8"))
    for file in scratch.rglob("*"):
        yield Seen("file name", str(file.relative_to(scratch)))


def _text(row: tuple[Any, ...]) -> str:
    """A row as text; bytes are read as text too."""
    return " ".join(
        bytes(value).decode("utf-8", "replace")
        if isinstance(value, bytes | memoryview)
        else json.dumps(value, default=str, ensure_ascii=False)
        for value in row
    )
