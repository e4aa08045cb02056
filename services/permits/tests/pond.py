"""The life of a dock permit of the city that only the tests know, step by step over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from itertools import count
from typing import Any
from uuid import UUID

from casework.desk.sweep import Sweep
from casework.storage import obligations
from citycode import Law
from permits.app import DAYS_PASS
from permits.usecases.announce import SOURCE
from servicekit.testing.client import ProvenClient
from sqlalchemy import Engine

from services.permits.tests.services import Office
from services.permits.tests.steps import done

CITY = "mill-pond"
V1 = f"/v1/{CITY}"
_LOTS = count(1)
Told = Mapping[str, Any]
ON_THE_MAP: Told = {"gis.lot_area_sqft": 12000, "gis.inside:wetlands": False}


class Pond:
    """`office` is the service; the clerk holds every permission."""

    def __init__(self, office: Office, law: Law) -> None:
        self.office, self.law = office, law

    @property
    def engine(self) -> Engine:
        """To look behind the service."""
        engine: Engine = self.office.app.state.kit.engine
        return engine

    def clerk(self) -> ProvenClient:
        return self.office.officer("clerk", CITY)

    def set(self, text: str) -> None:
        self.office.set(text)

    def sweep(self) -> int:
        """Let the days that have passed take effect."""
        return Sweep(self.engine, self.office.app.state.desk, DAYS_PASS, source=SOURCE, every_s=60).sweep()

    def get(self, path: str) -> Any:
        return done(self.clerk().get(f"{V1}{path}"))

    def post(self, path: str, body: Any = None, version: int | None = None) -> Any:
        headers = {} if version is None else {"If-Match": f'"{version}"'}
        return self.clerk().post(f"{V1}{path}", json=body, headers=headers)

    def act(self, record: Any, verb: str, body: Any = None) -> Any:
        """One step on an application; gives it as it is then."""
        return done(self.post(f"/applications/{record['id']}/{verb}", body, record["version"]))

    def submitted(self, length_ft: int = 30, told: Told = ON_THE_MAP) -> Any:
        """An application on a parcel of which the map tells this; None leaves a fact untold."""
        pin = f"pond-{next(_LOTS)}"
        on_the_map = {**ON_THE_MAP, **told}
        self.office.gis.told[pin] = {name: value for name, value in on_the_map.items() if value is not None}
        facts = {"work": "dock", "dock_length_ft": length_ft}
        body = {"program": "dock", "pin": pin, "facts": facts, "contact": {"name": "Ada Lindahl"}}
        resident = self.office.resident()
        made = done(resident.post(f"{V1}/applications", json=body))
        submit = f"{V1}/applications/{made['id']}/submit"
        return done(resident.post(submit, headers={"If-Match": f'"{made["version"]}"'}))

    def under_review(self, length_ft: int = 30, told: Told = ON_THE_MAP) -> Any:
        complete = self.act(self.submitted(length_ft, told), "declare-complete")
        return self.act(complete, "start-review")

    def try_to_approve(self, application: Any) -> Any:
        body = {"outcome": "approve", "decided_on": "2026-06-01", "reasons": []}
        return self.post(f"/applications/{application['id']}/decide", body, application["version"])

    def issued(self) -> Any:
        """A permit issued on 2026-06-01: its term ends on 2026-07-31, to be built by 2026-07-13."""
        approved = done(self.try_to_approve(self.under_review()))["application"]
        return done(self.post(f"/applications/{approved['id']}/issue", version=approved["version"]))

    def built(self) -> Any:
        """A permit whose holder has built and painted, so that only its term ends it."""
        permit = self.issued()
        with self.engine.begin() as connection:
            for must in ("build", "paint"):
                obligations.fulfill(connection, CITY, UUID(permit["id"]), must, date(2026, 6, 2))
        return permit
