"""A county's file over HTTP: sent in parts, started once complete, imported beside the requests, reported."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from gis.geometry.coordinates import grid_point
from gis.sample.county_files import geopackage
from gis.storage import county_imports
from gis.usecases.run_import import FAULT, run_waiting
from servicekit.database import open_engine
from servicekit.identifiers import uuid7
from servicekit.testing.client import ProvenClient
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Engine

from services.gis.tests.builders import CITY, PLACES, square
from services.gis.tests.county_files.files import bad_rows, changed, county_rows
from services.gis.tests.services import Callers, app_over
from services.gis.tests.usecases.oracle import sample_loads

pytestmark = pytest.mark.storage
ASKED = {
    "county": "washington",
    "county_code": "27163",
    "file_name": "parcels.gpkg",
    "vintage": "2026-05-01",
    "whole_county": False,
    "parts": 1,
}
PATH = f"/v1/{CITY}/county-imports"


@pytest.fixture(scope="module")
def own_engine(loaded_url: str) -> Iterator[Engine]:
    """A database with the sample county of this module's own."""
    with fresh_database("gis_imports", template=loaded_url) as url:
        engine = open_engine(url)
        yield engine
        engine.dispose()


@pytest.fixture(scope="module")
def own_callers(own_engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callers]:
    url = own_engine.url.render_as_string(hide_password=False)
    made = app_over(url, tmp_path_factory.mktemp("identity"))
    yield made
    made.close()


def county(callers: Callers) -> ProvenClient:
    return callers.county(CITY)


def begun(callers: Callers, **asked: Any) -> dict[str, Any]:
    answer = county(callers).post(PATH, json={**ASKED, **asked}, headers={"Idempotency-Key": str(uuid7())})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def sent(callers: Callers, import_id: str, number: int, content: bytes) -> Any:
    body = {"content_base64": base64.b64encode(content).decode()}
    return county(callers).put(f"{PATH}/{import_id}/parts/{number}", json=body)


def started(callers: Callers, import_id: str, key: str = "start") -> Any:
    return county(callers).post(
        f"{PATH}/{import_id}/start", headers={"Idempotency-Key": f"{key}-{import_id}"}
    )


def shown(callers: Callers, import_id: str) -> dict[str, Any]:
    body: dict[str, Any] = callers.officer(CITY).get(f"{PATH}/{import_id}").json()
    return body


def a_file(tmp_path: Path, *, bad: int) -> bytes:
    rows = county_rows(1)
    path = tmp_path / "parcels.gpkg"
    geopackage([*rows, *bad_rows(rows, bad)], path)
    return path.read_bytes()


def test_a_file_sent_in_parts_is_loaded_and_reported_row_by_row(
    own_callers: Callers, own_engine: Engine, tmp_path: Path
) -> None:
    content = a_file(tmp_path, bad=7)
    half = len(content) // 2
    made = begun(own_callers, parts=2)

    second = sent(own_callers, made["id"], 2, content[half:])
    too_early = started(own_callers, made["id"], "early")
    first = sent(own_callers, made["id"], 1, content[:half])
    waiting = started(own_callers, made["id"])
    run_waiting(own_engine)

    assert (second.status_code, first.status_code) == (200, 200), first.text
    assert (too_early.status_code, too_early.json()["detail"]) == (409, "These parts are missing or none: 1.")
    assert waiting.json()["status"] == "waiting"
    done = shown(own_callers, made["id"])
    rows = len(county_rows(1))
    assert (done["status"], done["rows_read"]) == ("done", rows + 7)
    assert (done["report"]["loaded"], done["report"]["refused"]) == (rows, 7)
    found: list[dict[str, Any]] = []
    cursor: dict[str, str] = {}
    while True:
        page = own_callers.officer(CITY).get(
            f"{PATH}/{made['id']}/findings", params={"limit": "100", **cursor}
        ).json()  # fmt: skip
        found += page["items"]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert [each["row"] for each in found if each["refused"]] == list(range(rows + 1, rows + 8))
    assert {each["fault"] for each in found if not each["refused"]} == {"impossible_date"}


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"no database at all", "cannot be read"), (b"PK\x03\x04 but no zip", "cannot be read")],
)
def test_what_is_no_county_file_fails_and_says_so(
    own_callers: Callers, own_engine: Engine, content: bytes, told: str
) -> None:
    made = begun(own_callers, vintage=f"2026-04-{len(content):02d}")
    sent(own_callers, made["id"], 1, content)
    started(own_callers, made["id"])

    run_waiting(own_engine)

    failed = shown(own_callers, made["id"])
    assert failed["status"] == "failed"
    assert told in failed["failure"]
    assert failed["report"] is None


def test_a_file_without_a_pin_column_is_refused_with_its_columns(
    own_callers: Callers, own_engine: Engine
) -> None:
    made = begun(own_callers, file_name="owners.csv")
    sent(own_callers, made["id"], 1, b"NAME,PHONE\nAda,1\n")
    started(own_callers, made["id"])

    run_waiting(own_engine)

    assert "no PIN among NAME, PHONE" in shown(own_callers, made["id"])["failure"]


def test_bytes_that_are_no_text_fail_once_and_nothing_waits_behind_them(
    own_callers: Callers, own_engine: Engine
) -> None:
    made = begun(own_callers, file_name="photograph.csv")
    sent(own_callers, made["id"], 1, bytes(range(256)) * 4)
    started(own_callers, made["id"])

    run_waiting(own_engine)

    assert "no known kind of county file" in shown(own_callers, made["id"])["failure"]
    with own_engine.connect() as connection:
        assert not county_imports.is_any_waiting(connection)


def test_an_import_that_a_fault_stopped_can_be_asked_for_again(
    own_callers: Callers, own_engine: Engine, tmp_path: Path
) -> None:
    made = begun(own_callers, vintage="2026-05-02")
    sent(own_callers, made["id"], 1, a_file(tmp_path, bad=0))
    with own_engine.begin() as connection:
        county_imports.set_status(connection, CITY, UUID(made["id"]), "failed", failure=FAULT)

    again = started(own_callers, made["id"])
    run_waiting(own_engine)

    assert (again.json()["status"], again.json()["failure"]) == ("waiting", None)
    assert shown(own_callers, made["id"])["status"] == "done"


def test_a_file_older_than_what_is_loaded_is_refused(
    own_callers: Callers, own_engine: Engine, tmp_path: Path
) -> None:
    content = a_file(tmp_path, bad=0)
    for vintage in ("2026-05-03", "2026-05-02"):
        made = begun(own_callers, vintage=vintage)
        sent(own_callers, made["id"], 1, content)
        started(own_callers, made["id"])
        run_waiting(own_engine)

    older = shown(own_callers, made["id"])
    assert (older["status"], older["failure"]) == (
        "failed",
        "A file of 2026-05-03 was loaded, and this one is of 2026-05-02: what is newer would be lost. "
        "Send the county's newest file, with the day it was made.",
    )


def test_who_may_send_for_one_city_changes_nothing_in_another(
    own_callers: Callers, own_engine: Engine, tmp_path: Path
) -> None:
    known = sample_loads()["fridley"].parcels[0].parcel
    (at_home, *_), path = county_rows(1), tmp_path / "anoka.gpkg"
    lon, lat = PLACES["fridley"]
    columns = {"CO_CODE": "27003", "COUNTY_PIN": known.pin, "ST_NAME": "Stolen"}
    beside = {**columns, "COUNTY_PIN": "03.030.24.11.9999"}
    rows = [
        changed(at_home, None, **columns),
        changed(at_home, square(grid_point(lon, lat)), **beside),
        changed(at_home, None, **{**beside, "COUNTY_PIN": "03.030.24.11.9998"}),
    ]
    geopackage(rows, path)
    made = begun(own_callers, county="anoka", county_code="27003", whole_county=True)
    sent(own_callers, made["id"], 1, path.read_bytes())
    started(own_callers, made["id"])

    run_waiting(own_engine)

    done = shown(own_callers, made["id"])
    found = own_callers.officer(CITY).get(f"{PATH}/{made['id']}/findings").json()["items"]
    still = own_callers.anonymous().get(f"/v1/fridley/parcels/{known.pin}").json()
    assert (done["status"], done["report"]["new"], done["report"]["gone"]) == ("done", 1, 0)
    assert [(each["row"], each["fault"]) for each in found if each["refused"]] == [
        (1, "other_city"),
        (2, "other_city"),
    ]
    assert still["address"] == known.address


def test_after_the_start_no_part_is_taken(own_callers: Callers) -> None:
    made = begun(own_callers, vintage="2026-03-01")
    sent(own_callers, made["id"], 1, b"x")
    first = started(own_callers, made["id"])

    late = sent(own_callers, made["id"], 1, b"y")
    again = started(own_callers, made["id"], "again")

    assert (first.status_code, again.status_code, late.status_code) == (200, 200, 409)
    assert again.json()["version"] == first.json()["version"]


def test_an_import_of_another_city_is_not_there(own_callers: Callers) -> None:
    made = begun(own_callers, vintage="2026-02-01")

    elsewhere = own_callers.county("fridley").put(
        f"/v1/fridley/county-imports/{made['id']}/parts/1", json={"content_base64": "eA=="}
    )

    assert elsewhere.status_code == 404


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"file_name": "../parcels.gpkg"}, "#/file_name"),
        ({"county_code": "55001"}, "#/county_code"),
        ({"parts": 401}, "#/parts"),
        ({"vintage": "2026-06-02"}, "#/vintage"),
    ],
)
def test_what_cannot_be_a_county_file_is_refused(
    own_callers: Callers, wrong: dict[str, Any], pointer: str
) -> None:
    answer = county(own_callers).post(PATH, json={**ASKED, **wrong}, headers={"Idempotency-Key": pointer})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer)
