"""A process that issues licenses when told: a service of its own over the shared database."""

from __future__ import annotations

from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any
from uuid import UUID

from casework.desk.gates import GatesUnmet
from licensing.usecases import issue_license
from servicekit.database import in_transaction, open_engine
from servicekit.identifiers import uuid7
from servicekit.identity import Principal

from services.licensing.tests.services import CITY, office_over


def serve(url: str, folder: str, pipe: Pipe) -> None:
    """Issue each application whose id and version come in; answer `issued` or the codes of the gates."""
    office = office_over(None, Path(folder))
    engine = open_engine(url, pool_size=1)
    offices = {CITY: frozenset({"city_administrator"})}
    principal = Principal("administrator-1", "person", offices)
    acting = office.app.state.desk.acting(CITY, principal)
    pipe.send("ready")
    while (told := pipe.recv()) is not None:
        application_id, version = UUID(told[0]), told[1]

        def issue(connection: Any, which: UUID = application_id, at: int = version) -> Any:
            return issue_license.issue(connection, acting, which, at, uuid7())

        try:
            in_transaction(engine, issue)
            pipe.send("issued")
        except GatesUnmet as refused:
            pipe.send([each.code for each in refused.gates])
    engine.dispose()
